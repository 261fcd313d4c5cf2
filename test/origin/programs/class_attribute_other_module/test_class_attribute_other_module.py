"""The class attribute stands in a base class of another module; two subclasses, one of which overrides it."""
from pet_clinic.animals import Cat, Snake


def test_feed():
    assert Cat().feed(2) == 4
    assert Snake().feed(2) == 2
