"""AttributeError: a bound method is stored since its call lacks the parentheses.
bad: wrong-type
"""


class Source:
    def __init__(self, rows):
        self.rows = rows

    def load(self):
        return {"rows": self.rows}


def prepare(source, eager):
    if eager:
        data = source.load()
    else:
        data = source.load  # ORIGIN: assignment|attribute|built|literal|library-call
    return data


def count(source, eager):
    data = prepare(source, eager)
    return len(data.get("rows"))  # CRASH


def test_count():
    assert count(Source([1]), True) == 1
    assert count(Source([1]), False) == 1
