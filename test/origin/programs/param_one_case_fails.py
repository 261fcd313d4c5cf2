"""Five parameter sets run the same lines; only one of them makes a None."""
import pytest


def extension(name):
    if "." in name:
        return name.rsplit(".", 1)[1]
    elif name.startswith("_"):
        return "hidden"
    return None  # ORIGIN: literal


def is_python(name):
    return extension(name).lower() == "py"  # CRASH


@pytest.mark.parametrize(
    "name, expected",
    [("a.py", True), ("b.TXT", False), ("_x", False), ("README", False), ("c.PY", True)],
)
def test_is_python(name, expected):
    assert is_python(name) is expected
