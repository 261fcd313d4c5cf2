"""As honesty_double_star_two_sources, but the row that was made last is the bad one.
honesty: true
"""


def left_out(line):
    return {"title": line, "cost": None}  # ORIGIN: literal


def asked(line):
    cost = 3 if line != "lamp" else None
    return {"title": line, "cost": cost}


class Article:
    def __init__(self, title, cost):
        self.title = title
        self.cost = cost


def read(lines):
    return [left_out(line) if line == "map" else asked(line) for line in lines]


def test_cost():
    made = [Article(**row) for row in read(["tent", "lamp", "bag", "map"])]
    assert made[0].cost + 1 == 4
    assert made[3].cost + 1 == 1  # CRASH
