"""A dict subclass's __missing__ makes the None, called from inside the subscription."""


class Bag(dict):
    def __init__(self, *args):
        super().__init__(*args)
        self.asked = []

    def __missing__(self, key):
        self.asked.append(key)
        return None  # ORIGIN: literal


def size_of(bag, name):
    return bag[name] * 2  # CRASH


def test_size():
    bag = Bag({"s": 1})
    assert size_of(bag, "s") == 2
    assert size_of(bag, "xl") == 8
