"""IndexError: the list starts empty and the append in the loop is never reached.
bad: short-sequence
"""


def matches(lines, word):
    found = []  # ORIGIN: built
    for number, line in enumerate(lines):
        if word in line:
            found.append(number)
    return found


def first_match(lines, word):
    numbers = matches(lines, word)
    return numbers[0]  # CRASH


def test_first_match():
    lines = ["one", "two", "three"]
    assert first_match(lines, "tw") == 1
    assert first_match(lines, "four") == 3
