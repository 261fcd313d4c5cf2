"""ZeroDivisionError by modulo: a default of zero.
bad: zero
"""


def shard(key, shards=0):  # ORIGIN: default-argument
    return sum(map(ord, key)) % shards  # CRASH


def place(keys, shards=None):
    if shards:
        return [shard(key, shards) for key in keys]
    return [shard(key) for key in keys]


def test_place():
    assert place(["a"], 4) == [1]
    assert place(["a"]) == [0]
