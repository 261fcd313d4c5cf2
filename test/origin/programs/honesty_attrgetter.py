"""operator.attrgetter with a dotted path reads the None.
honesty: true
"""
import operator


class Team:
    def __init__(self, lead):
        self.lead = lead


class Person:
    def __init__(self, team):
        self.team = team


def lead_of(person):
    return operator.attrgetter("team.lead")(person)


def shout(person):
    lead = lead_of(person)
    return lead.upper()  # CRASH


def test_shout():
    assert shout(Person(Team("eve"))) == "EVE"
    assert shout(Person(Team(None))) == "EVE"  # ORIGIN: literal
