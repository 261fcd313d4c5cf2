"""vars(obj)[...] = value hides an attribute store.
honesty: true
"""


class Gauge:
    limit = None

    def __init__(self):
        self.limit = 9


def reset(gauge, value):
    fields = vars(gauge)
    fields["limit"] = value


def room(gauge, used):
    return gauge.limit - used  # CRASH


def test_room():
    gauge = Gauge()
    assert room(gauge, 4) == 5
    reset(gauge, None)  # ORIGIN: literal
    assert room(gauge, 4) == 5
