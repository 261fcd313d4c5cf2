"""An argparse option that was not given: the None is the library's default.
honesty: true
"""
import argparse


def parse(arguments):
    parser = argparse.ArgumentParser()
    parser.add_argument("--depth", type=int)
    parser.add_argument("--name", default="x")
    return parser.parse_args(arguments)  # ORIGIN: library-call


def walk(arguments):
    options = parse(arguments)
    return options.depth + 1  # CRASH


def test_walk():
    assert walk(["--depth", "2"]) == 3
    assert walk(["--name", "a"]) == 1
