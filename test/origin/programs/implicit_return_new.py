"""__new__ forgets to return the object, so calling the class gives None."""


class Singleton:
    _known = {}

    def __new__(cls, name):
        if name in cls._known:
            return cls._known[name]
        made = super().__new__(cls)
        made.name = name
        cls._known[name] = made  # ORIGIN: implicit-return


def title(name):
    one = Singleton(name)
    return one.name.title()  # CRASH


def test_title():
    assert title("config") == "Config"
