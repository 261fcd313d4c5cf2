"""dataclasses.replace makes a changed copy with a None."""
import dataclasses
from typing import Optional


@dataclasses.dataclass(frozen=True)
class Flight:
    origin: str
    gate: Optional[str] = "A1"


def cancel(flight):
    return dataclasses.replace(flight, gate=None)  # ORIGIN: literal


def board(flight):
    letter = flight.gate[0]  # CRASH
    return flight.origin + letter


def test_board():
    flight = Flight("FRA")
    assert board(flight) == "FRAA"
    assert board(cancel(flight)) == "FRAA"
