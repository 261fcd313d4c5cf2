"""dict.update with an override dict brings the None in; the override was written elsewhere."""


def base():
    return {"host": "db", "port": 5432, "user": None}


def overrides(environment):
    if environment == "test":
        return {"port": None, "user": "ci"}  # ORIGIN: literal
    return {"user": "app"}


def configure(environment):
    config = base()
    config.update(overrides(environment))
    return config


def next_port(environment):
    config = configure(environment)
    return config["port"] + 1  # CRASH


def test_next_port():
    assert next_port("prod") == 5433
    assert next_port("test") == 5433
