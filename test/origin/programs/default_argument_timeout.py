"""A parameter keeps its default None since the caller does not pass it."""


def request(url, retries=3, timeout=None):  # ORIGIN: default-argument
    budget = retries * timeout  # CRASH
    return url, budget


def ping(host):
    url = "http://" + host
    return request(url, retries=2)


def test_ping():
    assert request("u", timeout=2) == ("u", 6)
    assert ping("db") == ("http://db", 10)
