"""The test itself passes the None positionally; it goes through two functions unchanged."""


def normalise(path):
    return path.strip("/")  # CRASH


def resolve(root, path):
    clean = normalise(path)
    return root + "/" + clean


def test_resolve():
    assert resolve("/srv", "/a/") == "/srv/a"
    assert resolve("/srv", None) == "/srv"  # ORIGIN: literal
