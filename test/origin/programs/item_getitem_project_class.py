"""A project class with __getitem__ returns None for an unknown column."""


class Row:
    def __init__(self, names, values):
        self.names = names
        self.values = values

    def __getitem__(self, name):
        for index, known in enumerate(self.names):  # ORIGIN: implicit-return
            if known == name:
                return self.values[index]


def net(row):
    gross = row["gross"]
    tax = row["tax"]
    return gross - tax  # CRASH


def test_net():
    assert net(Row(["gross", "tax"], [10, 2])) == 8
    assert net(Row(["gross"], [10])) == 10
