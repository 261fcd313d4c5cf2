"""`head + tail` makes a new list that holds the None of the second operand."""


def head():
    return [1, 2]


def tail(flag):
    last = 3 if flag else None  # ORIGIN: literal
    return [last]


def biggest(flag):
    numbers = head() + tail(flag)
    result = numbers[0]
    for number in numbers:
        if result < number:  # CRASH
            result = number
    return result


def test_biggest():
    assert biggest(True) == 3
    assert biggest(False) == 2
