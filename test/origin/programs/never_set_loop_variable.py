"""UnboundLocalError: the loop variable itself, over an empty list.
bad: unset-name
"""


def newest(versions):
    count = len(versions)
    for version in versions:  # ORIGIN: never-set
        if version.startswith("beta"):
            count -= 1
    return version, count  # CRASH


def test_newest():
    assert newest(["1", "2"]) == ("2", 2)
    assert newest([]) == ("", 0)
