"""The coverage of one test, split each time that a statement of test code begins."""

from __future__ import annotations

from array import array
from collections import deque
from types import FrameType
from typing import Any, Callable, Deque, Dict, List, NamedTuple, Optional, Tuple

from ._lines import Wanted
from ._real import real
from ._statements import FileStatements

MAX_STEPS = 2_000
"""The oldest ones are merged beyond this."""


class Step:
    """What was executed while one statement of test code was at it, by the last time of each line."""

    __slots__ = ("ended", "frame", "line", "lines", "name", "statement")

    def __init__(self, frame: int, name: str, statement: int, line: int) -> None:
        self.frame = frame
        self.name = name
        self.statement = statement
        self.line = line
        self.lines: Dict[int, None] = {}
        self.ended: Optional["array[int]"] = None

    def pause(self) -> None:
        """Keep it small until it goes on, if it ever does."""
        self.ended = array("L", self.lines)
        self.lines = {}

    def resume(self) -> None:
        """It goes on."""
        if self.ended is not None:
            self.lines = dict.fromkeys(self.ended)
            self.ended = None

    def numbers(self) -> List[int]:
        """Its lines, the latest one last."""
        return list(self.lines) if self.ended is None else list(self.ended)


class FinishedStep(NamedTuple):
    """A step with (file name, line) of what was executed, the latest one last."""

    name: str
    line: int
    lines: List[Tuple[str, int]]


class Steps:
    """Steps of one test, in the order in which they were last at it.

    A step is a statement in a frame; when test code calls test code, the caller's goes on after that. So the order
    is that of their ends, and of an assertion with a helper the assertion comes last.
    """

    def __init__(self, is_test: Wanted, statements: Callable[[str], Optional[FileStatements]]) -> None:
        self.is_test = is_test
        self._statements = statements
        self._thread = real.get_ident()
        self._done: Deque[Step] = deque()
        self._now = Step(0, "", 0, 0)
        self._numbers: Dict[Tuple[str, int], int] = {}
        self._lines: List[Tuple[str, int]] = []
        self._earliest: Optional[Step] = None
        self._final: Optional[List[Step]] = None

    def number(self, name: str, line: int) -> int:
        """A line as a number."""
        key = (name, line)
        known = self._numbers.get(key)
        if known is None:
            known = self._numbers[key] = len(self._lines)
            self._lines.append(key)
        return known

    def executed(self, number: int) -> None:
        """A line of whatever code begins."""
        lines = self._now.lines
        if number in lines:
            del lines[number]
        lines[number] = None

    def line(self, frame: FrameType, name: str, line: int) -> None:
        """A line of test code begins; to be called before ``executed``."""
        if real.get_ident() != self._thread:
            return
        found = self._statements(name)
        statement = found.at(line) if found is not None else line
        now = self._now
        if now.statement == statement and now.name == name:
            # A lambda within the statement is part of it.
            if now.frame == id(frame) or frame.f_code.co_name.startswith("<"):
                return
        self._begin(Step(id(frame), name, statement, line))

    def back(self, frame: FrameType) -> None:
        """Test code returns or yields: the step of its caller goes on."""
        if real.get_ident() != self._thread:
            return
        above = frame.f_back
        while above is not None and not self.is_test(above.f_code.co_filename):
            above = above.f_back
        if above is None:
            return
        wanted = id(above)
        if self._now.frame == wanted:
            return
        for position in range(len(self._done) - 1, -1, -1):
            step = self._done[position]
            if step.frame == wanted:
                if step.name == above.f_code.co_filename:
                    del self._done[position]
                    step.resume()
                    self._begin(step)
                return

    def end_at(self, tb: Any) -> None:
        """The test failed: what its clean-up did after the failing statement is no step of interest."""
        name, line, frame = "", 0, 0
        while tb is not None:
            code_name = tb.tb_frame.f_code.co_filename
            if self.is_test(code_name):
                name, line, frame = code_name, tb.tb_lineno or 0, id(tb.tb_frame)
            tb = tb.tb_next
        if not name or self._final is not None:
            return
        found = self._statements(name)
        statement = found.at(line) if found is not None else line
        every = self._every()
        for position in range(len(every) - 1, -1, -1):
            step = every[position]
            if step.name == name and step.statement == statement and step.frame == frame:
                every = every[: position + 1]
                break
        self._final = every
        self._now = Step(0, "", 0, 0)

    def finish(self) -> List[FinishedStep]:
        """All steps so far, up to the failing one if there is one."""
        lines = self._lines
        return [
            FinishedStep(step.name, step.line, [lines[number] for number in step.numbers()])
            for step in (self._final if self._final is not None else self._every())
            if step.name
        ]

    def _every(self) -> List[Step]:
        return [*([self._earliest] if self._earliest is not None else []), *self._done, self._now]

    def _begin(self, step: Step) -> None:
        if self._final is not None:
            return
        if self._now.name or self._now.lines:
            self._now.pause()
            self._done.append(self._now)
        self._now = step
        if len(self._done) > MAX_STEPS:
            self._merge(self._done.popleft())

    def _merge(self, step: Step) -> None:
        earliest = self._earliest
        if earliest is None:
            step.resume()
            self._earliest = step
            return
        for number in step.numbers():
            earliest.lines.pop(number, None)
            earliest.lines[number] = None
