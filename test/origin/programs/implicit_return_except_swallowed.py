"""An exception is swallowed and logged, then the function falls off its end in the handler."""

LOG = []


def read_limit(config):
    try:
        return int(config["limit"])
    except KeyError:
        LOG.append("no limit")  # ORIGIN: implicit-return


def window(config):
    limit = read_limit(config)
    return range(limit)  # CRASH


def test_window():
    assert len(window({"limit": "3"})) == 3
    assert len(window({})) == 0
