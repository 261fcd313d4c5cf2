"""A singleton's `_instance = None` in the class body is used before get() was called."""


class Clock:
    _instance = None  # ORIGIN: class-attribute

    def __init__(self):
        self.now = 3

    @classmethod
    def get(cls):
        if cls._instance is None:
            cls._instance = cls()
        return cls._instance

    @staticmethod
    def peek():
        return Clock._instance.now  # CRASH


def test_peek():
    assert Clock.peek() == 3
