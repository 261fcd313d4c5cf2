"""A typing.NamedTuple field keeps its None default."""
from typing import NamedTuple, Optional


class Reading(NamedTuple):
    sensor: str
    value: Optional[int] = None  # ORIGIN: class-attribute|dataclass-default
    unit: str = "C"


def show(reading):
    return "%d%s" % (reading.value, reading.unit)  # CRASH


def test_show():
    assert show(Reading("in", 20)) == "20C"
    assert show(Reading("out")) == "0C"
