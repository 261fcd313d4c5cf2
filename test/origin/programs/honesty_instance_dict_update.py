"""The attribute is changed through __dict__.update.
honesty: true
"""


class Profile:
    def __init__(self):
        self.name = "ada"
        self.nick = None

    def patch(self, **fields):
        self.__dict__.update(fields)


def initial(profile):
    return profile.name[0]  # CRASH


def test_initial():
    profile = Profile()
    assert initial(profile) == "a"
    profile.patch(name=None)  # ORIGIN: literal
    assert initial(profile) == "a"
