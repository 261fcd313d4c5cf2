"""Runs every check of every program that this Python can read."""
import importlib
import os
import re
import sys

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))


def readable(name):
    version = re.search(r"_3(\d+)\.py$", name)
    return version is None or sys.version_info >= (3, int(version.group(1)))


def checks():
    for name in sorted(os.listdir(HERE)):
        if name.startswith("prog_") and readable(name):
            module = importlib.import_module(name[:-3])
            for each in list(vars(module)):
                if each.startswith("check_"):
                    yield pytest.param(getattr(module, each), id=name[:-3] + "-" + each[6:])


@pytest.mark.parametrize("check", list(checks()))
def test_program(check):
    check()
