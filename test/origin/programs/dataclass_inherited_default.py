"""The default None comes from the base dataclass, the subclass adds a field."""
from dataclasses import dataclass
from typing import Optional


@dataclass
class Event:
    name: str
    place: Optional[str] = None  # ORIGIN: dataclass-default


@dataclass
class Concert(Event):
    band: Optional[str] = None


def poster(event):
    return event.name + " @ " + event.place  # CRASH


def test_poster():
    assert poster(Concert("Live", "Rome")) == "Live @ Rome"
    assert poster(Concert("Live", band="X")) == "Live @ Rome"
