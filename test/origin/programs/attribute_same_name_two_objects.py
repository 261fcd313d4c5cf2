"""Two objects have an attribute of the same name; the None that matters is the second object's."""


class Sensor:
    def __init__(self, name):
        self.name = name
        self.last = 0

    def fail(self):
        self.last = None  # ORIGIN: literal


def calibrate(sensor):
    sensor.last = None
    sensor.last = 4


def difference(left, right):
    return left.last - right.last  # CRASH


def test_difference():
    indoor, outdoor = Sensor("in"), Sensor("out")
    calibrate(indoor)
    outdoor.fail()
    assert difference(indoor, outdoor) == 4
