"""A counter that starts as None is increased with `+=`."""


class Meter:
    def __init__(self, start=0):
        self.count = start

    def disable(self):
        self.count = None  # ORIGIN: literal

    def tick(self):
        self.count += 1  # CRASH


def test_meter():
    meter = Meter()
    meter.tick()
    meter.disable()
    meter.tick()
    assert meter.count == 2
