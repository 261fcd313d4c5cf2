import contextlib
import unittest

import pytest

from pkg import orders


def test_passes():
    assert orders.total([1, 2]) == 3


def test_hidden_frame():
    orders.price([], "tea")


def test_cause():
    orders.load("x")


def test_context():
    try:
        {}["missing"]
    except KeyError:
        orders.price([], "tea")


def test_suppressed_context():
    try:
        {}["missing"]
    except KeyError:
        raise RuntimeError("clean") from None


def test_cycle():
    first, second = ValueError("first"), ValueError("second")
    first.__cause__, second.__cause__ = second, first
    raise first


@contextlib.contextmanager
def session():
    try:
        yield
    finally:
        raise OSError(2, "No such file", "a.txt")


def test_raised_again_on_the_way_out():
    with session(): orders.price([], "tea")  # on one line: the line of the call to __exit__ differs between versions


def test_assertion():
    assert orders.total([1, 2]) == 4, "sum"


def test_without_message():
    raise LookupError


@pytest.fixture
def broken():
    raise orders.OrderError(1, "in a fixture")


def test_setup_error(broken):
    pass


@pytest.fixture
def leaking():
    yield
    raise ConnectionError("while closing")


def test_teardown_error(leaking):
    pass


def test_fixture_not_found(no_such_fixture):
    pass


@pytest.mark.xfail
def test_expected_failure():
    raise ValueError


@pytest.mark.xfail(strict=True, reason="not yet")
def test_unexpected_pass():
    pass


@pytest.mark.skip
def test_skipped():
    pass


def test_failed_on_purpose():
    pytest.fail("not good")


def test_generated_code():
    exec("None.attribute")


@pytest.mark.parametrize("name", ["a b", "c[d]::e", "ü\n\"'"])
def test_ids(name):
    raise KeyError(name)


class TestInClass:
    def test_method(self):
        orders.find([{}], "tea")


class ClassSetUp(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise PermissionError(13, "Permission denied")

    def test_never_runs(self):
        pass


class Cases(unittest.TestCase):
    def test_equal(self):
        self.assertEqual(1, 2, "numbers")

    @unittest.expectedFailure
    def test_expected(self):
        self.fail()
