"""A table of lambdas: one of them reads a missing option."""

OPTIONS = {"width": 4, "height": 3}
SHAPES = {
    "square": lambda options: options["width"] ** 2,
    "cube": lambda options: options.get("depth"),  # ORIGIN: miss
}


def volume(name):
    measure = SHAPES[name]
    size = measure(OPTIONS)
    return size * 2  # CRASH


def test_volume():
    assert volume("square") == 32
    assert volume("cube") == 32
