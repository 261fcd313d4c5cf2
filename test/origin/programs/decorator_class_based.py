"""A class as a decorator: its __call__ looks the result up in a table that has a None."""


class Memoized:
    def __init__(self, function):
        self.function = function
        self.results = {0: None}  # ORIGIN: literal

    def __call__(self, key):
        if key not in self.results:
            self.results[key] = self.function(key)
        return self.results[key]


@Memoized
def squares(key):
    return [number * number for number in range(key)]


def biggest(key):
    return max(squares(key))  # CRASH


def test_biggest():
    assert biggest(3) == 4
    assert biggest(0) == 0
