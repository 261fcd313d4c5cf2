from __future__ import annotations

from pathlib import Path

import pytest
from origin_support import explain

CASES = {
    "a literal through assignment, argument and attribute": (
        """
        class Box:
            def __init__(self, value):
                self.value = value

        def use(box):
            return box.value.name

        def main():
            x = None
            use(Box(x))
        """,
        "x = None",
        "literal",
    ),
    "a function that falls off its end": (
        """
        def find(items):
            for item in items:
                if item > 3:
                    return item

        def main():
            find([1, 2]).name
        """,
        "for item in items:",
        "implicit-return",
    ),
    "a bare return through finally": (
        """
        def find(log):
            try:
                return
            finally:
                log.append(1)

        def main():
            find([]).name
        """,
        "return",
        "bare-return",
    ),
    "the item that a key leads to": (
        """
        def main():
            table = {}
            table["a"] = 1
            table["b"] = None
            table["c"] = None
            table["b"].name
        """,
        'table["b"] = None',
        "literal",
    ),
    "a miss of dict.get": (
        """
        def main():
            ages = {"a": 1}
            age = ages.get("b")
            age + 1
        """,
        'age = ages.get("b")',
        "miss",
    ),
    "a default argument": (
        """
        def greet(name, title=None):
            return title.upper() + name

        def main():
            greet("x")
        """,
        "def greet(name, title=None):",
        "default-argument",
    ),
    "one of several appended elements": (
        """
        def main():
            rows = []
            rows.append(1)
            rows.append(None)
            for row in rows:
                row + 1
        """,
        "rows.append(None)",
        "literal",
    ),
    "a name in the enclosing function": (
        """
        def outer():
            value = None

            def inner():
                return value.name

            return inner

        def main():
            outer()()
        """,
        "value = None",
        "literal",
    ),
    "what a generator yielded": (
        """
        def numbers():
            yield 1
            yield None

        def main():
            for number in numbers():
                number + 1
        """,
        "yield None",
        "literal",
    ),
    "the zero of a division": (
        """
        def main():
            count = 0
            1 / count
        """,
        "count = 0",
        "literal",
    ),
    "a key that was deleted": (
        """
        def main():
            table = {"a": 1, "b": 2}
            del table["a"]
            table["a"]
        """,
        'del table["a"]',
        "deleted",
    ),
    "a list that was emptied": (
        """
        def main():
            rows = [1, 2]
            rows.clear()
            rows[0]
        """,
        "rows.clear()",
        "emptied",
    ),
    "a name that one branch would have set": (
        """
        def main(flag=False):
            if flag:
                value = 1
            value + 1
        """,
        "value = 1",
        "never-set",
    ),
    "text where a list was meant": (
        """
        def main():
            names = "abc"
            names.append("d")
        """,
        'names = "abc"',
        "literal",
    ),
}


@pytest.mark.parametrize("name", sorted(CASES))
def test_names_the_line_where_the_value_was_made(name: str, tmp_path: Path) -> None:
    source, line, kind = CASES[name]
    result = explain(tmp_path, source)
    assert (result.status, result.origin, result.kind) == ("found", line, kind)
    assert result.kinds[-1] == "crash"


def test_a_statement_that_did_not_finish_binds_nothing(tmp_path: Path) -> None:
    result = explain(
        tmp_path,
        """
        def fail():
            raise KeyError

        def main():
            value = None
            try:
                value = fail()
            except KeyError:
                pass
            value.name
        """,
    )
    assert (result.status, result.origin) == ("found", "value = None")


def test_two_statements_on_one_line_of_which_one_may_not_have_run_are_not_guessed(tmp_path: Path) -> None:
    result = explain(
        tmp_path,
        """
        def main(flag=True):
            value = None
            if flag: value = None
            value.name
        """,
    )
    assert result.status == "partial"


def test_a_value_of_library_code_is_the_last_thing_known(tmp_path: Path) -> None:
    result = explain(
        tmp_path,
        """
        import json

        def main():
            data = json.loads("null")
            data["a"]
        """,
    )
    assert (result.status, result.origin, result.kind) == ("partial", 'data = json.loads("null")', "library-call")
    assert result.reason


def test_an_assertion_is_not_about_a_value(tmp_path: Path) -> None:
    assert explain(tmp_path, "def main():\n    assert None is not None\n").status == "none"


def test_a_loop_of_one_multi_line_statement_keeps_the_last_round(tmp_path: Path) -> None:
    result = explain(
        tmp_path,
        """
        def step(n):
            return n - 1 if n else None

        def main():
            n = 3
            while True:
                n = step(
                    n + 0,
                )
        """,
    )
    assert (result.status, result.kind) == ("found", "literal")
