"""A format specification is applied to None in an f-string with several fields."""


class Row:
    def __init__(self, name, price, stock):
        self.name = name
        self.price = price
        self.stock = stock


def load(line):
    fields = line.split(";")
    stock = fields[2] if len(fields) > 2 else None  # ORIGIN: literal
    return Row(fields[0], float(fields[1]), stock)


def show(row):
    return f"{row.name:<6}{row.price:6.2f}{row.stock:>4}"  # CRASH


def test_show():
    assert show(load("tea;3;5")) == "tea     3.00   5"
    assert show(load("jam;4")) == "jam     4.00   -"
