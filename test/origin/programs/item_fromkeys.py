"""dict.fromkeys without a value fills every key with None; only one of them is never set."""


def form(names):
    fields = dict.fromkeys(names)  # ORIGIN: library-call|miss
    return fields


def fill(fields, values):
    for name, value in values.items():
        fields[name] = value
    return fields


def shout(fields):
    return fields["city"].upper()  # CRASH


def test_shout():
    fields = fill(form(["name", "city"]), {"name": "Ada"})
    assert shout(fields) == "ROME"
