"""Delivery zones: which countries share a tariff."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Zone:
    name: str
    countries: tuple
    base_cents: int
    cents_per_kilo: int


ZONES = (
    Zone("home", ("DE",), 490, 80),
    Zone("neighbour", ("AT", "CH", "FR", "NL"), 890, 140),
    Zone("overseas", ("BR", "JP", "US"), 2490, 610),
)


def find_zone(country):
    found = None
    for zone in ZONES:
        if country in zone.countries:
            found = zone
            break
    return found


def zone_names():
    return [zone.name for zone in ZONES]
