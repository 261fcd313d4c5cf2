"""The crash frame is in the standard library; the project's line is the last one of its own."""
import os.path


class Paths:
    base = "/srv"
    home = None  # ORIGIN: class-attribute

    def config(self, name):
        return os.path.join(self.base, self.home, name)  # CRASH


class UserPaths(Paths):
    home = "ada"


def test_config():
    assert UserPaths().config("x.ini").endswith("x.ini")
    assert Paths().config("x.ini").endswith("x.ini")
