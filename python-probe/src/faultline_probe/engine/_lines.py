"""Lines that were executed: who collects them, and how they are written down."""

from __future__ import annotations

import dis
from types import CodeType
from typing import Callable, Dict, Iterable, List, Set

Sink = Dict[str, Set[int]]
"""Executed lines by file name, as code objects name it."""

Wanted = Callable[[str], bool]
"""Whether the lines of a file are wanted; asked with the name that code objects have for it."""


class LineTracer:
    """Tells which lines of the wanted files are executed. One object for the whole run.

    Every line that is executed goes to the sink that is current then, once or more often.
    """

    name = ""

    def start(self, sink: Sink) -> None:
        """Begin. Raises where this kind of tracing is not to be had."""
        raise NotImplementedError

    def switch(self, sink: Sink) -> None:
        """From now on lines go to ``sink``; the one before has got all that was its own."""
        raise NotImplementedError

    def renew(self) -> None:
        """A phase of a test begins: take back what the one before may have taken away."""

    def stop(self) -> None:
        """End, and leave the process as it was. It may be started again."""
        raise NotImplementedError


def ranges(lines: Iterable[int]) -> str:
    """Line numbers as text, such as ``3-7,12``."""
    parts: List[str] = []
    first = last = -1
    for line in sorted(lines):
        if line == last + 1:
            last = line
            continue
        if last >= 0:
            parts.append(_range(first, last))
        first = last = line
    if last >= 0:
        parts.append(_range(first, last))
    return ",".join(parts)


def _range(first: int, last: int) -> str:
    return str(first) if first == last else "%d-%d" % (first, last)


def lines_of(code: CodeType) -> Set[int]:
    """Every line that a code object may report, and perhaps some that it never does."""
    return {line for _, line in dis.findlinestarts(code) if line is not None}
