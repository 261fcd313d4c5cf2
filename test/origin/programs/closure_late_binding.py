"""Closures made in a loop all see the loop variable's last value, which is None."""


def handlers(names):
    made = []
    for name in names:
        made.append(lambda: name.upper())  # CRASH
    return made


def labels(names):
    return [handler() for handler in handlers(names)]


def menu(extra):
    names = ["file", "edit"]
    names.append("help" if extra else None)  # ORIGIN: literal
    return labels(names)


def test_menu():
    assert menu(True) == ["HELP", "HELP", "HELP"]
    assert menu(False) == ["FILE", "EDIT", ""]
