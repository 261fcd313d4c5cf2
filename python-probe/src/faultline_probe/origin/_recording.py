"""What a traced run leaves behind: one log of entries in the order of time, and one record per frame.

A time is an index into the log. Nothing in it refers to an object of the target except code
objects and the immutable atoms of ``_safe.token``.
"""

from __future__ import annotations

from types import CodeType
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

from ._plan import Plan, Unit

CALL = "call"
STEP = "step"
RETURN = "return"
YIELD = "yield"
RESUME = "resume"
RAISE = "raise"

MAX_ENTRIES = 400_000
"""Entries after which nothing more is recorded."""


class Record:
    """One frame of the target's code.

    parent, lasti: the frame that called it and the call instruction there; direct: whether that
    frame called it without library code between. born: time of the call. failures: line, start of the
    statement, time and comprehension variables of each exception. line, unit, start: the
    line it is at, its unit and when that began. ended: how it ended (None, "return" or "raise").
    """

    __slots__ = (
        "plan", "parent", "lasti", "direct", "born", "line", "unit", "start", "lasti0", "raised", "ended", "lost",
        "log", "units", "lines", "generated", "failures", "hot",
    )  # fmt: skip

    def __init__(self, plan: Plan, log: "List[Entry]", parent: "Optional[Record]", lasti: int, direct: bool) -> None:
        self.plan = plan
        self.log = log
        self.units = plan.units
        self.parent = parent
        self.lasti = lasti
        self.direct = direct
        self.born = len(log)
        self.line = plan.code.co_firstlineno
        self.unit: Optional[Unit] = None
        self.start = self.born
        self.lasti0 = -1
        self.raised = False
        self.ended: Optional[str] = None
        self.lost = False
        self.generated = False
        self.hot: Optional[Dict[int, CodeType]] = None
        self.failures: List[Tuple[int, int, int, Dict[str, Any]]] = []
        self.lines: Optional[List[Tuple[int, int]]] = None

    @property
    def code(self) -> CodeType:
        """The code that ran in the frame."""
        return self.plan.code


class Entry(NamedTuple):
    """Something that happened in a frame.

    line: where; start: time at which the statement began. kind: CALL (names: parameters and free
    names), STEP (names: names bound, in the order of the unit; others: see the tracer),
    RETURN and YIELD (names holds the one token), RESUME (others: the resuming record and instruction), RAISE.
    """

    record: Record
    kind: str
    line: int
    start: int
    unit: Optional[Unit]
    names: Any
    others: Any


class Recording:
    """The log with what was seen of modules, and why it may not be complete.

    full: recording has ended before the run did. hot: code that ran so often that it is not followed by line.
    """

    def __init__(self) -> None:
        self.log: List[Entry] = []
        self.bodies: Dict[str, List[Record]] = {}
        self.base: Optional[int] = None
        self.full = False
        self.hot: Dict[int, CodeType] = {}

    def begin(self) -> None:
        """Forget what was recorded after the first call of this method (imports stay)."""
        if self.base is None:
            self.base = len(self.log)
        else:
            del self.log[self.base :]
            self.hot.clear()
        self.full = len(self.log) >= MAX_ENTRIES
