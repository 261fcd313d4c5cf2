"""`{**defaults, **given}`: the second dict overrides a good value with None."""


def options_for(name):
    defaults = {"indent": 2, "width": 80}
    given = {"indent": None} if name == "raw" else {}  # ORIGIN: literal
    return {**defaults, **given}


def pad(name, text):
    options = options_for(name)
    return " " * options["indent"] + text  # CRASH


def test_pad():
    assert pad("plain", "x") == "  x"
    assert pad("raw", "x") == "x"
