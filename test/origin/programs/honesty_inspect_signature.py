"""The default is changed through __defaults__, the def line shows another value.
honesty: true
"""


def greet(name, greeting="Hello"):
    return greeting + " " + name  # CRASH


def mute(function):
    function.__defaults__ = (None,)  # ORIGIN: literal


def test_greet():
    assert greet("Ada") == "Hello Ada"
    mute(greet)
    try:
        assert greet("Ada") == "Hello Ada"
    finally:
        greet.__defaults__ = ("Hello",)
