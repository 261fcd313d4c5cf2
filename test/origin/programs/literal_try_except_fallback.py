"""The except handler falls back to None, while the try branch gave good values before."""


def parse_port(text):
    try:
        port = int(text)
    except ValueError:
        port = None  # ORIGIN: literal
    return port


def endpoints(texts):
    result = []
    for text in texts:
        port = parse_port(text)
        result.append(port + 1)  # CRASH
    return result


def test_endpoints():
    assert endpoints(["80", "443", "http"]) == [81, 444, 0]
