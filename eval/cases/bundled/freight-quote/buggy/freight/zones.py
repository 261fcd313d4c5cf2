from collections import namedtuple

Zone = namedtuple("Zone", "name days")

ZONES = {
    "DE": Zone("domestic", 1),
    "FR": Zone("europe", 3),
    "IT": Zone("europe", 3),
    "US": Zone("world", 7),
}


def zone_of(country):
    zone = ZONES.get(country)
    return zone
