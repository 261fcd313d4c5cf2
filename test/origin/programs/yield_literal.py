"""A generator yields a literal None as an end marker, met by next()."""


def tokens(text):
    for word in text.split():
        yield word
    yield None  # ORIGIN: literal


def parse(text):
    stream = tokens(text)
    first = next(stream)
    second = next(stream)
    return first + second  # CRASH


def test_parse():
    assert parse("a b") == "ab"
    assert parse("a") == "a"
