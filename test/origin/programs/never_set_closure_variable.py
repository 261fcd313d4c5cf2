"""NameError on a free variable: the outer function binds it only in a branch.
bad: unset-name
"""


def handler(config):
    def run(value):
        return value + offset  # CRASH

    if "offset" in config:
        offset = config["offset"]  # ORIGIN: never-set
    return run


def apply(config, value):
    return handler(config)(value)


def test_apply():
    assert apply({"offset": 1}, 2) == 3
    assert apply({}, 2) == 2
