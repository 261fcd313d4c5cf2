"""A library call picks an element of the project's list; it did not make the None.
honesty: true
"""
import random


def servers():
    return [
        None,  # ORIGIN: literal
    ]


def pick(seed):
    return random.Random(seed).choice(servers())


def address(seed):
    server = pick(seed)
    return server + ":80"  # CRASH


def test_address():
    assert address(1) == "a:80"
