"""The else arm of a conditional expression makes the None."""


def header_value(headers, name):
    value = headers[name] if name in headers else None  # ORIGIN: literal
    return value


def content_length(headers):
    return int(header_value(headers, "content-length"))  # CRASH


def test_content_length():
    assert content_length({"content-type": "text/plain"}) == 0
