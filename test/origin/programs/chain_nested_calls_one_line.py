"""Four nested calls on one line; the innermost but one gives None."""


def load(name):
    return {"name": name, "parts": name.split("-")}


def version(package):
    parts = package["parts"]
    if len(parts) < 2:
        return None  # ORIGIN: literal
    return parts[1]


def padded(text):
    return text.zfill(4)  # CRASH


def tag(name):
    return "v" + padded(version(load(name)))


def test_tag():
    assert tag("app-12") == "v0012"
    assert tag("app") == "v0000"
