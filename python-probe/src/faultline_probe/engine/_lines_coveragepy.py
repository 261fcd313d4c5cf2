"""Executed lines by the project's own coverage.py."""

from __future__ import annotations

import importlib
import os
from typing import Any, Dict, Iterable, List, Optional

from ._lines import LineTracer, Sink
from ._real import real

CORE = "COVERAGE_CORE"
OLDEST = (5, 0)


class CoveragePyTracer(LineTracer):
    """Its C tracer, with nothing of the project's configuration and no data file.

    Its other core has no contexts: what was executed once is not told again. Lines are taken from the collector
    itself at each switch, as its public ways to them lead through a database, which takes several milliseconds for
    each test.
    """

    name = "coverage.py"

    def __init__(self, roots: Iterable[str], leave_out: Iterable[str]) -> None:
        self._include = [os.path.join(root, "*") for root in roots]
        self._omit = list(leave_out)
        self._sink: Sink = {}
        self._coverage: Any = None
        self._data: Dict[str, Any] = {}
        self._trace: Any = None

    def start(self, sink: Sink) -> None:
        """Begin; RuntimeError where this version is not known to work so."""
        if self._coverage is None:
            self._coverage = _make(self._include, self._omit)
        self._sink = sink
        self._begin()

    def renew(self) -> None:
        """A test may have set a trace function of its own."""
        if self._coverage is not None and real.gettrace() is not self._trace:
            self._take()
            self._coverage.stop()
            self._begin()

    def switch(self, sink: Sink) -> None:
        """Move the lines to the sink that was current; the collector's sets stay, as its tracers hold them."""
        self._take()
        self._sink = sink

    def stop(self) -> None:
        """End; what was collected has gone to the sink."""
        if self._coverage is not None and self._trace is not None:
            self._take()
            self._trace = None
            self._coverage.stop()

    def _begin(self) -> None:
        core = os.environ.get(CORE)
        os.environ[CORE] = "ctrace"
        try:
            self._coverage.start()
        finally:
            _put_back(CORE, core)
        self._trace = real.gettrace()
        data = getattr(self._coverage._collector, "data", None)
        if type(data) is not dict or type(self._trace).__name__ != "CTracer":
            self._coverage.stop()
            raise RuntimeError("this coverage.py collects in another way")
        self._data = data

    def _take(self) -> None:
        sink = self._sink
        # One for each file that was ever executed, and most of them empty.
        for name, lines in [each for each in list(self._data.items()) if each[1]]:
            taken = list(lines)
            sink.setdefault(name, set()).update(taken)
            # Not clear(): a thread may have added a line since.
            if type(lines) is set:
                lines.difference_update(taken)
            else:
                for line in taken:
                    lines.pop(line, None)


def _make(include: List[str], omit: List[str]) -> Any:
    # By name: it is no dependency of ours.
    coverage = importlib.import_module("coverage")
    importlib.import_module("coverage.tracer")
    if tuple(coverage.version_info[:2]) < OLDEST:
        raise RuntimeError("coverage.py is too old")
    made = coverage.Coverage(
        data_file=None, config_file=False, branch=False, timid=False, include=include, omit=omit, concurrency="thread"
    )
    for option, value in (("run:disable_warnings", list(WARNINGS)), ("run:core", "ctrace")):
        try:
            made.set_option(option, value)
        except Exception:
            pass  # a version without that option
    return made


WARNINGS = (
    "trace-changed",
    "module-not-python",
    "module-not-imported",
    "module-not-measured",
    "no-data-collected",
    "already-imported",
    "couldnt-parse",
    "include-ignored",
    "dynamic-conflict",
)


def _put_back(name: str, value: Optional[str]) -> None:
    if value is None:
        os.environ.pop(name, None)
    else:
        os.environ[name] = value
