"""The coverage of a failing test by steps: each statement of test code that begins, up to the failing one."""

from __future__ import annotations

from typing import Callable, Dict, List, Tuple

import pytest

from conftest import write_files
from coverage_support import TRACERS, measure

LIB = """
    def total(values):
        result = 0
        for value in values:
            result += value
        return result


    def apply(function, value):
        before = value
        after = function(before)
        return after


    def fail(text):
        raise ValueError(text)
"""

Step = Tuple[str, List[str]]
StepsOf = Callable[[str], List[Step]]

SCENARIOS: Dict[str, str] = {}
TARGETS: List[str] = []


def scenario(name: str, text: str, test: str = "test_it") -> str:
    SCENARIOS[name] = text
    TARGETS.append("test_%s.py::%s" % (name, test))
    return name


@pytest.fixture(scope="module", params=TRACERS)
def steps_of(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> StepsOf:
    """All scenarios in one run. Of each its steps: text of the line, and of what was executed of lib.py."""
    folder = tmp_path_factory.mktemp("steps")
    write_files(folder, {"lib.py": LIB, "test_helpers.py": HELPERS})
    write_files(folder, {"test_%s.py" % name: text for name, text in SCENARIOS.items()})
    scratch = tmp_path_factory.mktemp("scratch")
    measured = measure(folder, scratch, "-q", targets=tuple(TARGETS), tracer=request.param, steps=True)
    texts = {path.name: path.read_text().splitlines() for path in folder.glob("*.py")}

    def text(name: str, line: int) -> str:
        return texts[name][line - 1].strip()

    def steps(name: str) -> List[Step]:
        found = [key for key in measured.steps if key.startswith("test_%s.py::" % name) and measured.steps[key]]
        assert len(found) == 1, measured.run.output
        told = measured.steps[found[0]]
        # Whatever tells the steps, the call as a whole executed what they did.
        called = {(file, line) for file, lines in measured.covered[found[0], "call"].items() for line in lines}
        assert {each for _, _, lines in told for each in lines} <= called
        return [
            (text(file, line), [text(*each) for each in lines if each[0] == "lib.py"]) for file, line, lines in told
        ]

    return steps


HELPERS = """
    import lib

    def checked(value):
        found = lib.total([value])
        return found
"""


PLAIN = scenario(
    "plain",
    """
    import lib

    def test_it():
        assert lib.total([1]) == 1
        value = lib.total([1, 2])
        assert value == 4
        lib.fail("never")
    """,
)


def test_each_statement_of_the_test_is_a_step_and_the_last_one_failed(steps_of: StepsOf) -> None:
    steps = steps_of(PLAIN)
    body = ["result = 0", "result += value", "for value in values:", "return result"]
    assert steps == [
        ("assert lib.total([1]) == 1", body),
        ("value = lib.total([1, 2])", body),
        ("assert value == 4", []),
    ]


LOOP = scenario(
    "loop",
    """
    import lib

    def test_it():
        for number in range(3):
            assert lib.total([number] * (2 - number)) != 1
    """,
)


def test_each_time_round_a_loop_is_a_step_of_its_own(steps_of: StepsOf) -> None:
    steps = steps_of(LOOP)
    texts = [text for text, _ in steps]
    assert texts == ["for number in range(3):", "assert lib.total([number] * (2 - number)) != 1"] * 2
    assert steps[-1][1] == ["result = 0", "result += value", "for value in values:", "return result"]


LINES = scenario(
    "lines",
    """
    import lib

    def test_it():
        found = (
            lib.total([1]) +
            lib.total(
                [2]
            )
        )
        assert (
            lib.apply(
                str,
                found,
            ) ==
            "4"
        )
    """,
)


def test_a_statement_on_several_lines_is_one_step(steps_of: StepsOf) -> None:
    steps = steps_of(LINES)
    assert len(steps) == 2
    assert steps[0][1][-1] == "return result"
    assert steps[1][1] == ["before = value", "after = function(before)", "return after"]


HELPER = scenario(
    "helper",
    """
    import lib
    from test_helpers import checked

    def test_it():
        lib.total([])
        assert lib.apply(lambda number: number, checked(2)) == 3
    """,
)


def test_a_helper_in_a_test_file_has_steps_and_then_its_caller_goes_on(steps_of: StepsOf) -> None:
    steps = steps_of(HELPER)
    assert [text for text, _ in steps] == [
        "lib.total([])",
        "found = lib.total([value])",
        "return found",
        "assert lib.apply(lambda number: number, checked(2)) == 3",
    ]
    assert steps[-1][1] == ["before = value", "after = function(before)", "return after"]


HELPER_FAILS = scenario(
    "helper_fails",
    """
    import lib

    def same(one, other):
        one = lib.total([one])
        assert one == other

    def test_it():
        same(1, 1)
        same(1, 2)
    """,
)


def test_an_assertion_that_fails_in_a_helper_is_the_last_step(steps_of: StepsOf) -> None:
    steps = steps_of(HELPER_FAILS)
    assert [text for text, _ in steps] == ["one = lib.total([one])", "assert one == other", "same(1, 1)"] + [
        "same(1, 2)",
        "one = lib.total([one])",
        "assert one == other",
    ]


CLEANUP = scenario(
    "cleanup",
    """
    import contextlib
    import lib

    @contextlib.contextmanager
    def resource():
        yield
        lib.total([9])

    def test_it():
        try:
            with resource():
                lib.total([1])
                lib.fail("now")
        finally:
            lib.total([3])
    """,
)


def test_clean_up_after_the_failing_statement_is_no_step(steps_of: StepsOf) -> None:
    steps = steps_of(CLEANUP)
    assert steps[-1] == ('lib.fail("now")', ["raise ValueError(text)"])


CLASS = scenario(
    "class",
    """
    import unittest
    import lib
    import pytest

    class TestIt(unittest.TestCase):
        def test_it(self):
            self.assertEqual(lib.total([1]), 1)
            self.assertEqual(lib.apply(len, "ab"), 3)
    """,
    "TestIt::test_it",
)


def test_the_test_of_a_class_and_one_with_parameters(steps_of: StepsOf) -> None:
    steps = steps_of(CLASS)
    assert [text for text, _ in steps] == [
        "self.assertEqual(lib.total([1]), 1)",
        'self.assertEqual(lib.apply(len, "ab"), 3)',
    ]


PARAMETERS = scenario(
    "parameters",
    """
    import lib
    import pytest

    @pytest.mark.parametrize("text", ["a::b", "[x]", "\\u00fc \\n"])
    def test_it(text):
        assert lib.total([len(text)]) == 3
        lib.fail(text)
    """,
    "test_it[[x]]",
)


def test_one_set_of_parameters_may_be_the_target(steps_of: StepsOf) -> None:
    steps = steps_of(PARAMETERS)
    assert [text for text, _ in steps][-1] == "lib.fail(text)"


PASSES = scenario(
    "passes",
    """
    import lib
    import pytest

    def test_it():
        with pytest.raises(ValueError):
            lib.fail("expected")
        lib.total([])
    """,
)


def test_a_target_that_passes_has_steps_too(steps_of: StepsOf) -> None:
    steps = steps_of(PASSES)
    texts = [text for text, _ in steps]
    # Up to 3.9 leaving a block by an exception is no event.
    assert texts[:2] + texts[-1:] == ["with pytest.raises(ValueError):", 'lib.fail("expected")', "lib.total([])"]


MANY = scenario(
    "many",
    """
    import lib

    def test_it():
        lib.apply(str, 1)
        for number in range(3000):
            lib.total([number])
        lib.fail("now")
    """,
)


def test_many_steps_are_merged_from_the_oldest_on(steps_of: StepsOf) -> None:
    steps = steps_of(MANY)
    assert 1_900 < len(steps) < 2_100
    assert steps[0][0] == "lib.apply(str, 1)"
    assert set(steps[0][1]) >= {"before = value", "return result"}
    assert steps[-1] == ('lib.fail("now")', ["raise ValueError(text)"])


THREAD = scenario(
    "thread",
    """
    import threading
    import lib

    def test_it():
        thread = threading.Thread(target=lambda: lib.total([1]))
        thread.start()
        thread.join()
        lib.fail("now")
    """,
)


def test_a_thread_of_the_test_belongs_to_the_step_that_is_at_it(steps_of: StepsOf) -> None:
    steps = steps_of(THREAD)
    assert [text for text, _ in steps] == [
        "thread = threading.Thread(target=lambda: lib.total([1]))",
        "thread.start()",
        "thread.join()",
        'lib.fail("now")',
    ]
    assert "return result" in steps[1][1] + steps[2][1]


CALLBACK = scenario(
    "callback",
    """
    import lib

    def double(number):
        return number * 2

    def test_it():
        assert lib.apply(double, 2) == 5
    """,
)


def test_callbacks_in_test_code_do_not_hide_what_their_caller_does_next(steps_of: StepsOf) -> None:
    steps = steps_of(CALLBACK)
    assert [text for text, _ in steps] == ["return number * 2", "assert lib.apply(double, 2) == 5"]
    assert steps[-1][1] == ["before = value", "after = function(before)", "return after"]
