"""extend copies a None from another list; a decoy None was removed before."""


def defaults():
    names = ["id", None]
    names.remove(None)
    return names


def custom(flags):
    names = []
    for flag in flags:
        name = flag[1:] if flag.startswith("+") else None  # ORIGIN: literal
        names.append(name)
    return names


def columns(flags):
    names = defaults()
    names.extend(custom(flags))
    return ",".join(names)  # CRASH


def test_columns():
    assert columns(["+age"]) == "id,age"
    assert columns(["+age", "city"]) == "id,age,city"
