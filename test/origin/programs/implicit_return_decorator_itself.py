"""A decorator has no return, so the decorated name is None at module level."""

ROUTES = {}


def route(path):
    def register(handler):
        ROUTES[path] = handler  # ORIGIN: implicit-return

    return register


@route("/health")
def health():
    return "ok"


def probe():
    return health()  # CRASH


def test_probe():
    assert ROUTES["/health"] is not None
    assert probe() == "ok"
