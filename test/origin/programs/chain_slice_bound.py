"""An arithmetic on a slice bound: the sequence is good, the bound is the None."""


def marker(text, mark):
    position = text.find(mark)
    if position < 0:
        return None  # ORIGIN: literal
    return position


def before(text, mark):
    return text[: marker(text, mark) + 1]  # CRASH


def test_before():
    assert before("a=b", "=") == "a="
    assert before("ab", "=") == "ab"
