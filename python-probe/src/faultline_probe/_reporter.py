"""Turns what pytest reports into lines of the record, while the exceptions are still alive."""

from __future__ import annotations

import sys
from typing import Any, Dict, Generator, List, Optional

import pytest

from ._failures import FailureDescriber
from ._origin import Origins
from ._project import ProjectFiles
from ._source import SourceLines
from ._wire import SCHEMA, Writer

MAX_NOTES = 20


class Reporter:
    """The pytest plugin that writes outcomes, failures and origins."""

    def __init__(
        self,
        writer: Writer,
        files: ProjectFiles,
        sources: SourceLines,
        origins: Optional[Origins] = None,
        only_failures: bool = False,
    ) -> None:
        """With ``only_failures`` there is no record of a run in which nothing failed."""
        self._writer = writer
        self._only_failures = only_failures
        self._header: Optional[Dict[str, Any]] = None
        self._describer = FailureDescriber(files, sources)
        self._origins = origins
        self._notes: List[str] = []

    def write_header(self, config: Any, mode: str) -> None:
        """The first line; its being there says that pytest started."""
        header = {
            "type": "header",
            "schema": SCHEMA,
            "python": ".".join(str(part) for part in sys.version_info[:3]),
            "pytest": pytest.__version__,
            "rootdir": str(config.rootpath),
            "mode": mode,
        }
        if self._only_failures:
            self._header = header
        else:
            self._writer.write(header)

    def write_failure(self, node_id: str, phase: str, exc: Optional[BaseException], tb: Any, longrepr: Any) -> None:
        """One failure and, in trace mode, its origin."""
        address = {"nodeId": node_id, "phase": phase}
        try:
            described = self._describer.describe(exc, tb, longrepr)
        except Exception as error:  # a failure that cannot be described must not become another failure
            self.note("a failure could not be described: " + type(error).__name__)
            described = self._describer.unknown(longrepr)
        if self._header is not None:
            self._writer.write(self._header)
            self._header = None
        self._writer.write({"type": "failure", **address, **described})
        if self._origins is not None and exc is not None:
            self._writer.write({**self._origins.explain(exc), "type": "origin", **address})

    def note(self, text: str) -> None:
        """Something for the last line."""
        if len(self._notes) < MAX_NOTES:
            self._notes.append(text)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self, item: Any, call: Any) -> Generator[None, Any, None]:
        outcome = yield
        if outcome.excinfo is None:
            self._take(item.nodeid, call.when, call, outcome.get_result())

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_make_collect_report(self, collector: Any) -> Generator[None, Any, None]:
        outcome = yield
        if outcome.excinfo is None:
            report = outcome.get_result()
            self._take(report.nodeid, "collection", getattr(report, "call", None), report)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.when in ("setup", "call", "teardown"):
            self._write_outcome(report, report.when)
        elif report.failed:
            # xdist says so of a test during which its worker crashed.
            self.write_failure(report.nodeid, "call", None, None, report.longrepr)
            self._write_outcome(report, "call")

    @pytest.hookimpl(tryfirst=True)
    def pytest_collectreport(self, report: Any) -> None:
        if not report.passed:
            self._write_outcome(report, "collection")

    def pytest_internalerror(self, excinfo: Any) -> None:
        self.note("internal error of pytest: " + excinfo.type.__name__)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_sessionfinish(self, session: Any) -> Generator[None, Any, None]:
        yield
        self.write_end(int(session.exitstatus))

    def write_end(self, status: int) -> None:
        """The last line."""
        if self._header is not None:
            return
        line: Dict[str, Any] = {"type": "end", "exitStatus": status}
        if self._notes:
            line["notes"] = self._notes
        self._writer.write(line)

    def _take(self, node_id: str, phase: str, call: Any, report: Any) -> None:
        if not report.failed:
            return
        excinfo = getattr(call, "excinfo", None)
        exc = excinfo.value if excinfo is not None else None
        tb = excinfo.tb if excinfo is not None else None
        self.write_failure(node_id, phase, exc, tb, report.longrepr)

    def _write_outcome(self, report: Any, phase: str) -> None:
        outcome = report.outcome
        if hasattr(report, "wasxfail"):
            outcome = {"skipped": "xfailed", "passed": "xpassed"}.get(outcome, outcome)
        if self._only_failures and (outcome != "failed" or self._header is not None):
            return
        if outcome not in ("passed", "failed", "skipped", "xfailed", "xpassed"):
            return
        line = {"type": "outcome", "nodeId": report.nodeid, "phase": phase, "outcome": outcome}
        seconds = getattr(report, "duration", None)
        if type(seconds) is float:
            line["seconds"] = round(seconds, 6)
        self._writer.write(line)
