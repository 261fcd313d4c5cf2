"""A None travels in **options through two calls and is read by key."""


def open_socket(host, **options):
    wait = options["timeout"] * 1000  # CRASH
    return host, wait


def connect(host, **options):
    options.setdefault("retry", None)
    return open_socket(host, **options)


def dial(host, fast):
    timeout = 1 if fast else None  # ORIGIN: literal
    return connect(host, timeout=timeout, proxy=None)


def test_dial():
    assert dial("db", True) == ("db", 1000)
    assert dial("db", False) == ("db", 0)
