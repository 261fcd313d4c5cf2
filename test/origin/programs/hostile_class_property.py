"""The class pretends to be another one through __class__, and a property raises when it is read out of turn."""


class Proxy:
    def __init__(self, target):
        self._target = target
        self._ready = False

    @property
    def __class__(self):
        return dict

    @property
    def target(self):
        if not self._ready:
            raise RuntimeError("not ready")
        return self._target


def wrap(target):
    proxy = Proxy(target)
    proxy._ready = True
    return proxy


def load(name):
    return {"a": "file"}.get(name)  # ORIGIN: miss


def title(name):
    proxy = wrap(load(name))
    return proxy.target.title()  # CRASH


def test_title():
    assert title("a") == "File"
    assert title("b") == "File"
