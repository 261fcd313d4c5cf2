"""Exceptions whose own code would end the test, and those that only some versions of Python have."""

from __future__ import annotations

import sys
from typing import Any, Callable, Dict, List

import pytest

from conftest import Run, run_pytest, write_files
from faultline_probe import _exceptions as exceptions

HOSTILE = '''
    import pytest

    CALLS = []


    class Watched:
        """Counts whatever anybody asks of it."""

        def __getattribute__(self, name):
            if name != "__class__":
                CALLS.append(name)
            return object.__getattribute__(self, name)

        def _count(self, *args):
            CALLS.append("special method")
            return 1

        __len__ = __int__ = __index__ = __hash__ = __bool__ = _count
        __call__ = _count

        def __iter__(self):
            CALLS.append("__iter__")
            return iter(())

        def __eq__(self, other):
            CALLS.append("__eq__")
            return True

        def __repr__(self):
            CALLS.append("__repr__")
            return "watched"

        __str__ = __repr__


    class HostileError(Exception):
        def __getattribute__(self, name):
            if name in ("args", "__cause__", "__context__", "__suppress_context__", "exceptions"):
                CALLS.append(name)
            return super().__getattribute__(name)

        @property
        def __notes__(self):
            CALLS.append("notes")
            return []

        def __str__(self):
            CALLS.append("__str__")
            return "text of its own"


    @pytest.fixture(autouse=True)
    def start():
        CALLS.clear()


    def inner(order):
        order_of_mine = order
        raise HostileError(order)


    def test_hostile_error():
        inner(Watched())


    def test_hostile_argument():
        raise ValueError(Watched(), [Watched()])


    def test_hostile_local():
        thing = Watched()
        missing = {"a": thing}.get("b")
        missing.attribute


    def test_hostile_cause():
        try:
            inner(Watched())
        except HostileError as error:
            raise RuntimeError("outer") from error
'''

CALLS_OF_EACH = """
    import sys

    import pytest


    @pytest.hookimpl(hookwrapper=True, trylast=True)
    def pytest_runtest_makereport(item, call):
        yield
        if call.when == "call":
            calls = sys.modules["test_hostile"].CALLS
            with open("calls.txt", "a") as file:
                file.write("%s %s\\n" % (item.name, " ".join(calls)))
            calls.clear()


    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(report):
        if report.when == "call":
            with open("calls.txt", "a") as file:
                file.write("%s after %s\\n" % (report.nodeid, " ".join(sys.modules["test_hostile"].CALLS)))
"""


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("hostile")
    write_files(folder / "project", {"test_hostile.py": HOSTILE, "conftest.py": CALLS_OF_EACH})
    return run_pytest(folder / "project", folder / "scratch", "-p", "no:randomly", mode="trace")


def test_no_code_of_a_failing_tests_objects_is_run(hostile: Run) -> None:
    """What pytest itself asks for is over when our hook gets the report; after that nothing more is asked."""
    text = (hostile.folder / "calls.txt").read_text(encoding="utf-8")
    after = [line for line in text.splitlines() if " after" in line]
    assert [line.split(" after")[1].strip() for line in after] == ["", "", "", ""], text


def test_text_that_user_code_makes_is_what_pytest_printed(hostile: Run) -> None:
    error = hostile.failure("test_hostile_error")
    assert error["exception"] == {"type": "test_hostile.HostileError", "message": "text of its own"}
    assert [frame["function"] for frame in error["frames"]] == ["test_hostile_error", "inner"]
    assert hostile.failure("test_hostile_cause")["chain"][0]["exception"]["message"] == "text of its own"
    assert hostile.failure("test_hostile_argument")["exception"]["message"] == "(watched, [watched])"


def test_text_that_only_user_code_could_make_is_summarised() -> None:
    class Loud(Exception):
        def __str__(self) -> str:
            raise AssertionError("called")

    assert exceptions.message_of(Loud({"a": 1}, object()), None) == "{'a': 1}, <object object>"


@pytest.mark.parametrize(
    "exc",
    [
        ValueError("text"),
        ValueError(),
        ValueError(1, "two", [3.0, {"four": None}]),
        KeyError("a'b"),
        KeyError(("a", 1)),
        OSError(2, "No such file", "a.txt"),
        OSError(2, "No such file", "a.txt", None, "b.txt"),
        ImportError("no", name="x"),
        UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"),
        SyntaxError("bad", ("f.py", 3, 1, "x = =")),
        StopIteration(3),
        SystemExit(2),
        UnboundLocalError("x"),
    ],
)
def test_text_of_a_builtin_exception_is_its_own(exc: BaseException) -> None:
    assert exceptions.message_of(exc, "what pytest printed") == str(exc)


def test_notes_belong_to_the_text() -> None:
    exc = ValueError("text")
    exc.__notes__ = ["a note"]  # type: ignore[attr-defined]
    assert exceptions.message_of(exc, None) == "text\na note"


def test_a_long_chain_ends() -> None:
    first = exc = ValueError()
    for _ in range(100):
        exc.__cause__ = ValueError()
        exc = exc.__cause__
    assert len(exceptions.earlier_exceptions(first)) == exceptions.MAX_CHAIN


def test_endless_recursion_is_cut(run_probe: Callable[..., Run]) -> None:
    run = run_probe({"test_deep.py": "def down(n):\n    return down(n + 1)\n\ndef test_deep():\n    down(0)\n"})
    frames = run.failure("test_deep")["frames"]
    assert frames[0]["function"] == "test_deep"
    assert frames[-1]["function"] == "down"
    assert len(frames) == 130


GROUPS = """
    import asyncio

    def leaf(text):
        __tracebackhide__ = True
        raise ValueError(text)

    def caught(action, *args):
        try:
            action(*args)
        except Exception as error:
            return error

    def test_group():
        inner = ExceptionGroup("inner", [caught(leaf, "b"), caught(int, "c")])
        raise ExceptionGroup("outer", [caught(leaf, "a"), inner])

    def test_one_leaf():
        raise ExceptionGroup("outer", [caught(leaf, "only")])

    def test_group_as_cause():
        raise RuntimeError("top") from ExceptionGroup("outer", [caught(leaf, "a")])
"""


@pytest.mark.skipif(sys.version_info < (3, 11), reason="exception groups are of 3.11")
def test_leaves_of_exception_groups(run_probe: Callable[..., Run]) -> None:
    run = run_probe({"test_groups.py": GROUPS})
    group = run.failure("test_group")
    assert group["exception"] == {"type": "ExceptionGroup", "message": "outer (2 sub-exceptions)"}
    assert leaves(group) == [("a", "leaf"), ("b", "leaf"), ("invalid literal for int() with base 10: 'c'", "caught")]
    assert leaves(run.failure("test_one_leaf")) == [("only", "leaf")]
    assert run.failure("test_group_as_cause")["chain"][0]["exception"]["type"] == "ExceptionGroup"


def leaves(failure: Dict[str, Any]) -> List[Any]:
    return [(leaf["exception"]["message"], leaf["frames"][-1]["function"]) for leaf in failure["group"]]


SUBTESTS = """
    import unittest

    class Numbers(unittest.TestCase):
        def test_even(self):
            for number in range(4):
                with self.subTest(number=number):
                    self.assertEqual(number % 2, 0)

    def test_fixture(subtests):
        with subtests.test(msg="first"):
            None.first
        with subtests.test(msg="second"):
            None.second
"""


@pytest.mark.skipif(not hasattr(pytest, "Subtests"), reason="subtests are of pytest 9")
def test_each_failed_subtest_is_a_failure(run_probe: Callable[..., Run]) -> None:
    run = run_probe({"test_sub.py": SUBTESTS})
    assert [line["frames"][-1]["code"] for line in run.of("failure") if "test_fixture" in line["nodeId"]][:2] == [
        "None.first",
        "None.second",
    ]
    assert len([line for line in run.of("failure") if "test_even" in line["nodeId"]]) >= 2


def test_error_in_conftest(run_probe: Callable[..., Run]) -> None:
    run = run_probe({"conftest.py": "import nothing_of_that_name\n", "test_a.py": "def test_a(): pass\n"})
    (failure,) = run.of("failure")
    assert failure["phase"] == "collection"
    assert failure["nodeId"] == "conftest.py"
    assert failure["exception"]["type"] == "ModuleNotFoundError"
    assert failure["frames"][0]["code"] == "import nothing_of_that_name"
