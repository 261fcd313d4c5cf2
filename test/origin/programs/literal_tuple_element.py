"""One element of a returned tuple is a literal None and is unpacked by the caller."""


def split_address(text):
    if ":" in text:
        host, port = text.split(":")
        return host, int(port)
    return text, None  # ORIGIN: literal


def connect(text):
    host, port = split_address(text)
    return "%s:%d" % (host, port)  # CRASH


def test_connect():
    assert connect("db:5432") == "db:5432"
    assert connect("cache") == "cache:0"
