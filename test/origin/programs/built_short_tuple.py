"""IndexError: a tuple with two elements comes from one of two functions.
bad: short-sequence
"""


def rgb(name):
    return {"red": (255, 0, 0), "blue": (0, 0, 255)}[name]


def grey(level):
    return (level, level)  # ORIGIN: built


def blue_part(colour):
    return colour[2]  # CRASH


def test_blue_part():
    assert blue_part(rgb("blue")) == 255
    assert blue_part(grey(7)) == 7
