"""`raise … from …`: the first cause is the None's crash."""


class ConfigError(Exception):
    pass


def read(data):
    return data.get("retries")  # ORIGIN: miss


def retries(data):
    value = read(data)
    return value + 1  # CRASH


def load(data):
    try:
        return retries(data)
    except TypeError as error:
        raise ConfigError("bad retries") from error


def test_load():
    assert load({"retries": 1}) == 2
    assert load({}) == 1
