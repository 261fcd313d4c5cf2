"""A call over several lines with one call per line; the None comes out of the third argument's call."""


def width(box):
    return box["w"]


def height(box):
    return box["h"]


def depth(box):
    return box.get("d")  # ORIGIN: miss


def volume(w, h, d):
    return w * h * d  # CRASH


def measure(box):
    return volume(
        width(box),
        height(box),
        depth(box),
    )


def test_measure():
    assert measure({"w": 1, "h": 2, "d": 3}) == 6
    assert measure({"w": 1, "h": 2}) == 2
