"""An object is made, dropped, and made again by copy at the same address; the second one's None has another source.
honesty: true
"""


class Frame:
    def __init__(self, size):
        self.size = size


def decode(kind):
    frame = Frame(4)
    if kind == "empty":
        frame.size = None
    return frame


def strip(frame):
    fields = dict(frame.__dict__)
    del frame
    fresh = Frame.__new__(Frame)
    fresh.__dict__.update(fields, size=None)  # ORIGIN: literal
    return fresh


def area(frame):
    return frame.size * frame.size  # CRASH


def test_area():
    decode("empty")
    assert area(decode("full")) == 16
    assert area(strip(decode("full"))) == 16
