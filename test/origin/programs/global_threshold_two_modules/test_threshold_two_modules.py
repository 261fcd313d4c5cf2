"""A function imported by name writes the global of its own module; a global with the same name here is a decoy."""
from sensor_hub import config
from sensor_hub.alarm import check

threshold = 5


def test_check():
    config.set_threshold(10)
    assert check(11)
    config.set_threshold("high")
    assert check(11)
    assert threshold == 5
