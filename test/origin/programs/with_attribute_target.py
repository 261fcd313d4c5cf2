"""`with … as self.session` binds an attribute; the manager's __enter__ returns its own None field."""


class Lease:
    def __init__(self, seconds):
        self.seconds = seconds
        self.owner = None  # ORIGIN: literal

    def grant(self, owner):
        self.owner = owner
        return self

    def __enter__(self):
        return self.owner

    def __exit__(self, *exc):
        return None


class Worker:
    def __init__(self):
        self.session = "none"

    def work(self, lease):
        with lease as self.session:
            return self.session.split("-")[0]  # CRASH


def test_work():
    assert Worker().work(Lease(3).grant("ada-1")) == "ada"
    assert Worker().work(Lease(3)) == "ada"
