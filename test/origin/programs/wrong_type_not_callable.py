"""TypeError: a string is called; the wrong table entry was registered.
bad: wrong-type
"""

COMMANDS = {}


def register(name, handler):
    COMMANDS[name] = handler


def setup():
    register("up", str.upper)
    register("low", "lower")  # ORIGIN: literal


def run(name, text):
    handler = COMMANDS[name]
    return handler(text)  # CRASH


def test_run():
    setup()
    assert run("up", "a") == "A"
    assert run("low", "A") == "a"
