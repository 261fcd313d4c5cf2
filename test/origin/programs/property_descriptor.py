"""A hand-written descriptor's __get__ gives None for an unset field."""


class Field:
    def __init__(self, name):
        self.name = name

    def __get__(self, instance, owner):
        if self.name in instance.__dict__:
            return instance.__dict__[self.name]
        return None  # ORIGIN: literal

    def __set__(self, instance, value):
        instance.__dict__[self.name] = value


class Person:
    first = Field("first")
    last = Field("last")


def full_name(person):
    return person.first + " " + person.last  # CRASH


def test_full_name():
    person = Person()
    person.first = "Ada"
    assert full_name(person) == "Ada Lovelace"
