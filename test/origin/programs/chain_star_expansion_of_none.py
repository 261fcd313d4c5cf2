"""`*None` in a call: the positional arguments themselves are None."""


def area(width, height):
    return width * height


def sizes(shape):
    if shape["kind"] == "box":
        return shape["size"]
    shape["seen"] = True  # ORIGIN: implicit-return


def areas(shapes):
    total = 0
    for shape in shapes:
        arguments = sizes(shape)
        total += area(*arguments)  # CRASH
    return total


def test_areas():
    assert areas([{"kind": "box", "size": (2, 3)}]) == 6
    assert areas([{"kind": "box", "size": (2, 3)}, {"kind": "dot"}]) == 6
