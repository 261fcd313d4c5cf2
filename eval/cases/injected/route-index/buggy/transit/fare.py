from transit.search import minutes_between, zones_between

PER_ZONE = 180


def fare(network, start, end):
    if minutes_between(network, start, end) is None:
        raise LookupError("no way from %s to %s" % (start, end))
    return zones_between(network, start, end) * PER_ZONE
