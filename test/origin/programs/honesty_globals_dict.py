"""globals()["NAME"] = None rebinds a module-level name; the module-level line and a reset are decoys.
honesty: true
"""

CLIENT = None


def connect():
    global CLIENT
    CLIENT = ["open"]


def unset(names, value):
    for name in names:
        globals()[name] = value


def state():
    return CLIENT[0]  # CRASH


def test_state():
    connect()
    assert state() == "open"
    unset(["CLIENT"], None)  # ORIGIN: literal
    assert state() == "open"
