"""AttributeError: a settings loader of another module gives text where a list is meant.
bad: wrong-type
"""
from build_tool.plan import targets


def test_targets():
    assert targets(["default: all"]) == ["clean", "all"]
    assert targets(["default: all", "first: clean"]) == ["clean", "all"]
