"""A nested target list unpacks a pair within a triple."""


def segments():
    start = (0, 0)
    end = (3, None)  # ORIGIN: literal
    yield "a", (start, (4, 5))
    yield "b", (start, end)


def heights():
    result = {}
    for name, ((x0, y0), (x1, y1)) in segments():
        result[name] = y1 - y0  # CRASH
    return result


def test_heights():
    assert heights() == {"a": 5, "b": 1}
