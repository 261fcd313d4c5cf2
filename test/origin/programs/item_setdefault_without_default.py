"""setdefault with one argument stores and gives None."""


def group(words):
    groups = {}
    for word in words:
        bucket = groups.setdefault(len(word))  # ORIGIN: miss|library-call
        bucket.append(word)  # CRASH
    return groups


def test_group():
    assert group(["a", "bb"]) == {1: ["a"], 2: ["bb"]}
