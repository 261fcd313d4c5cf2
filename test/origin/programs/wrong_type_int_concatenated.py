"""TypeError: only str can be concatenated; the int is a default of a function.
bad: wrong-type
"""


def url(host, port=8080):  # ORIGIN: default-argument
    address = host + ":"
    return address + port  # CRASH


def urls(hosts):
    return [url(host) for host in hosts]


def test_urls():
    assert url("a", "80") == "a:80"
    assert urls(["a"]) == ["a:8080"]
