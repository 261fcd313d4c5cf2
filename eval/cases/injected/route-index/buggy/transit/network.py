from transit.stops import Stop, clean


class Network:
    def __init__(self):
        self.stops = {}
        self.links = {}

    def add_stop(self, name, zone):
        stop = Stop(name, zone)
        self.stops[stop.key] = stop
        self.links.setdefault(stop.key, {})
        return stop

    def link(self, one, other, minutes):
        self.links[clean(one)][clean(other)] = minutes
        self.links[clean(other)][clean(one)] = minutes
