"""dict.get misses for one of several keys."""


def load():
    return {"name": "svc", "replicas": 2}


def scale(config, factor):
    replicas = config.get("replicas")
    limit = config.get("limit")  # ORIGIN: miss
    wanted = replicas * factor
    if wanted > limit:  # CRASH
        wanted = limit
    return wanted


def test_scale():
    assert scale({"replicas": 1, "limit": 3}, 2) == 2
    assert scale(load(), 2) == 4
