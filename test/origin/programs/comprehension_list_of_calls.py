"""A list comprehension calls a parser; one call gives None."""


def parse_amount(text):
    if text.isdigit():
        return int(text)
    if text.startswith("-") and text[1:].isdigit():  # ORIGIN: implicit-return
        return -int(text[1:])


def amounts(texts):
    return [parse_amount(text) for text in texts]


def balance(texts):
    total = 0
    for amount in amounts(texts):
        total += amount  # CRASH
    return total


def test_balance():
    assert balance(["3", "-1"]) == 2
    assert balance(["3", "n/a", "-1"]) == 2
