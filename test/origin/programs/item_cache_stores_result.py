"""A hand-written cache stores the None of the first call and returns it on the second."""


class Repository:
    def __init__(self, rows):
        self.rows = rows
        self.cache = {}

    def load(self, key):
        for row in self.rows:
            if row["key"] == key:
                return row
        return None  # ORIGIN: literal

    def find(self, key):
        if key not in self.cache:
            self.cache[key] = self.load(key)
        return self.cache[key]


def name_of(repository, key):
    row = repository.find(key)
    return row["name"]  # CRASH


def test_cached_name():
    repository = Repository([{"key": 1, "name": "tea"}])
    assert name_of(repository, 1) == "tea"
    assert repository.find(2) is None
    assert name_of(repository, 2) == "cake"
