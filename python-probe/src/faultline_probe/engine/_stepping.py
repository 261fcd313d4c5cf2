"""Splits the call of a target into steps."""

from __future__ import annotations

from typing import Any, Optional

from .._project import ProjectFiles
from ._contexts import Contexts
from ._coverage_record import CoverageRecord
from ._lines import LineTracer
from ._lines_monitoring import monitoring
from ._step_tracers import MonitoringSteps, SettraceSteps
from ._steps import Steps
from ._test_files import TestFiles


class Stepping:
    """One target at a time, from the start of its call until pytest has judged it."""

    def __init__(self, files: ProjectFiles, record: CoverageRecord, wanted: bool, by_trace: bool) -> None:
        """With ``by_trace`` the trace function is used even where there is something better; for tests."""
        self._by_trace = by_trace or monitoring is None
        self._files = files
        self._record = record
        self._wanted = wanted
        self._tests = TestFiles(files.roots)
        self._steps: Optional[Steps] = None
        self._beside: Optional[MonitoringSteps] = None
        self._replaced: Optional[LineTracer] = None

    def begin(self, contexts: Contexts) -> None:
        """The call of a target is about to start."""
        if not self._wanted:
            return
        self._steps = steps = Steps(self._is_test, self._record.statements)
        if not self._by_trace:
            try:
                self._beside = MonitoringSteps(self._files.owns, steps)
                self._beside.start()
                return
            except RuntimeError:  # every tool id is taken
                self._beside = None
        self._replaced = contexts.replace_tracer(SettraceSteps(self._files.owns, steps))

    def end(self, contexts: Contexts) -> None:
        """It is over."""
        if self._beside is not None:
            self._beside.stop()
        if self._replaced is not None:
            contexts.replace_tracer(self._replaced)
        self._beside = self._replaced = None

    def reported(self, node_id: str, call: Any) -> None:
        """Pytest has judged a call, or a subtest of one that goes on."""
        if self._steps is None:
            return
        excinfo = getattr(call, "excinfo", None)
        if excinfo is not None:
            self._steps.end_at(excinfo.tb)
        if self._beside is None and self._replaced is None:
            self._record.steps(node_id, self._steps.finish())
            self._steps = None

    def _is_test(self, name: str) -> bool:
        return self._files.owns(name) and self._tests.owns(self._record.path(name))
