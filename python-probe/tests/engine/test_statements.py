"""Where statements and functions begin and end."""

from __future__ import annotations

import ast
import sys
import textwrap
from pathlib import Path
from typing import List, Tuple

import pytest

from faultline_probe.engine._lines import ranges
from faultline_probe.engine._statements import FileStatements, statements_of, statements_of_file


def take_apart(text: str) -> FileStatements:
    return statements_of(ast.parse(textwrap.dedent(text)))


def extents(text: str) -> List[Tuple[int, int]]:
    return [(line, last) for line, last, _ in take_apart(text).statements]


def test_a_compound_statement_is_its_head() -> None:
    text = """\
        if (one and
                two
        ):  # a comment

            # another one
            three
        elif four:
            five(
                6)
        else:
            seven
        for eight in nine(
                10):
            pass
        else:
            eleven
        while 12: thirteen; fourteen(
            15)
        with (open(
                "a")) as file:
            pass
        """
    assert extents(text) == [
        (1, 2),
        (6, 6),
        (7, 7),
        (8, 9),
        (11, 11),
        (12, 13),
        (14, 14),
        (16, 16),
        (17, 18),
        (19, 20),
        (21, 21),
    ]


def test_handlers_are_statements_and_finally_is_none() -> None:
    text = """\
        try:
            one
        except (KeyError,
                IndexError) as error:
            two
        except:
            three
        else:
            four
        finally:
            five
        """
    assert extents(text) == [(1, 1), (2, 2), (3, 4), (5, 5), (6, 6), (7, 7), (9, 9), (11, 11)]


@pytest.mark.skipif(sys.version_info < (3, 10), reason="match is of 3.10")
def test_cases_are_statements() -> None:
    text = """\
        match one(
            two):
            case [
                three
            ] if (
                four
            ):
                five
            case _:
                six
        """
    assert extents(text) == [(1, 2), (3, 6), (8, 8), (9, 9), (10, 10)]


def test_docstrings_are_no_statements_and_other_texts_are() -> None:
    text = """\
        \"\"\"Of the module.\"\"\"
        "not the first"
        class One:
            \"\"\"Of the class,
            on two lines.\"\"\"
            def two(self):
                "of the function"
                return 1
        """
    assert extents(text) == [(2, 2), (3, 3), (6, 6), (8, 8)]


def test_functions_have_their_qualified_name_and_the_line_of_their_def() -> None:
    text = """\
        @decorated(
            1)
        def one(
            a,
            b=2,
        ) -> None:
            def two():
                return lambda: (
                    3)
            class Three:
                four = 5
                async def six(self): await seven
            return two
        class Eight:
            nine = 10
            def eleven(self):
                pass
        """
    found = take_apart(text)
    assert found.functions == [
        ("one", 3, 13),
        ("one.two", 7, 9),
        ("one.Three.six", 12, 12),
        ("Eight.eleven", 16, 17),
    ]
    by_line = {line: found.functions[within - 1].name if within else "" for line, _, within in found.statements}
    assert by_line == {
        1: "",
        7: "one",
        8: "one.two",
        10: "one",
        11: "one",
        # Its body is on the line of its head: whoever calls it executes that line.
        12: "one.Three.six",
        13: "one",
        14: "",
        15: "",
        16: "",
        17: "Eight.eleven",
    }


def test_no_two_statements_share_a_line() -> None:
    text = (
        """\
        one = 1; two = [
            2]; three = 3
        if one: four = """
        '"""'
        """
            5"""
        '"""'
        """; six
        """
    )
    assert extents(text) == [(1, 2), (3, 4)]


def test_a_line_is_told_by_the_first_line_of_its_statement() -> None:
    found = take_apart("one(\n2,\n3)\n\n# a comment\nif four:\n  five\nelse:\n  six\n")
    assert [found.at(line) for line in range(1, 10)] == [1, 1, 1, 4, 5, 6, 7, 8, 9]


def test_a_file_that_cannot_be_taken_apart_is_none(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("def")
    (tmp_path / "null.py").write_bytes(b"a\0b")
    (tmp_path / "latin.py").write_bytes(b"# -*- coding: latin-1 -*-\nname = '\xe4'\n")
    assert statements_of_file(str(tmp_path / "broken.py")) is None
    assert statements_of_file(str(tmp_path / "null.py")) is None
    assert statements_of_file(str(tmp_path / "missing.py")) is None
    latin = statements_of_file(str(tmp_path / "latin.py"))
    assert latin is not None and latin.statements == [(2, 2, 0)]


def test_lines_are_written_as_ranges() -> None:
    assert ranges([]) == ""
    assert ranges({7}) == "7"
    assert ranges({12, 4, 3, 5, 7}) == "3-5,7,12"
    assert ranges(range(1, 1000)) == "1-999"
