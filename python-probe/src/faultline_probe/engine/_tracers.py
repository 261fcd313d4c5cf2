"""Which tracer measures lines."""

from __future__ import annotations

import sys
from typing import Callable, Dict, Iterator, List, Optional

from .._project import _INSTALLED, ProjectFiles
from ._lines import LineTracer, Sink
from ._lines_settrace import SettraceTracer


def start_tracer(files: ProjectFiles, sink: Sink, forced: Optional[str]) -> LineTracer:
    """The first tracer that can be started, started; ``forced`` names the only one that is to be tried.

    From 3.12 on ``sys.monitoring``: it is told of each line once, where every other way is told each time. Before
    that the project's coverage.py, if it has one, since its trace function is written in C.
    """
    for make in _makers(files, forced):
        try:
            tracer = make()
            tracer.start(sink)
            return tracer
        except Exception:
            if forced:
                raise
    last = SettraceTracer(files.owns)
    last.start(sink)
    return last


def _makers(files: ProjectFiles, forced: Optional[str]) -> Iterator[Callable[[], LineTracer]]:
    makers: Dict[str, Callable[[], LineTracer]] = {
        "sys.monitoring": lambda: _monitoring(files),
        "coverage.py": lambda: _coveragepy(files),
        "sys.settrace": lambda: SettraceTracer(files.owns),
    }
    if forced:
        yield makers[forced]
        return
    if sys.version_info >= (3, 12):
        yield makers["sys.monitoring"]
    yield makers["coverage.py"]


def _monitoring(files: ProjectFiles) -> LineTracer:
    from ._lines_monitoring import MonitoringTracer

    return MonitoringTracer(files.owns)


def _coveragepy(files: ProjectFiles) -> LineTracer:
    from ._lines_coveragepy import CoveragePyTracer

    leave_out: List[str] = ["*/%s/*" % name for name in sorted(_INSTALLED)]
    return CoveragePyTracer(files.roots, leave_out)
