"""exec of a text binds the None in a namespace.
honesty: true
"""

SCRIPT = "retries = 3\ndelay = None\n"


def load(script):
    namespace = {"delay": 1}
    exec(script, namespace)  # ORIGIN: library-call
    return namespace


def budget(script):
    settings = load(script)
    return settings["retries"] * settings["delay"]  # CRASH


def test_budget():
    assert budget("retries = 2") == 2
    assert budget(SCRIPT) == 3
