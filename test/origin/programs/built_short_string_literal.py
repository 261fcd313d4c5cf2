"""IndexError on a string: the empty string is a literal default in a branch.
bad: short-sequence
"""


def suffix(path):
    if "." not in path:
        return ""  # ORIGIN: built|literal
    return path.rsplit(".", 1)[1]


def letter(path):
    end = suffix(path)
    return end[0]  # CRASH


def test_letter():
    assert letter("a.py") == "p"
    assert letter("Makefile") == "m"
