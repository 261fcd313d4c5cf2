"""Three configuration layers are merged; the environment layer brings a None that wins over a good default."""
from layered_config.loader import load_config
from layered_config.server import Server


def test_workers():
    assert Server(load_config("dev")).workers() == 4
    assert Server(load_config("prod")).workers() == 8
