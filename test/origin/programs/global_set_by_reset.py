"""A global is set by configure(), set to None by reset() and used again; the module-level None is a decoy."""

_client = None


def configure(url):
    global _client
    _client = {"url": url}


def reset():
    global _client
    _client = None  # ORIGIN: literal


def url():
    return _client["url"]  # CRASH


def test_url():
    configure("http://a")
    assert url() == "http://a"
    reset()
    assert url() == "http://a"
