"""Executed lines by ``sys.monitoring``, from Python 3.12 on."""

from __future__ import annotations

import sys
from types import CodeType
from typing import Any, Callable, Dict

from ._lines import LineTracer, Sink, Wanted

monitoring: Any = getattr(sys, "monitoring", None)
IDS = (4, 3, 5, 2, 0, 1)
"""Tool ids, those first that have no name: a debugger, a profiler or coverage.py may want its own."""


class MonitoringTracer(LineTracer):
    """Each line is reported once and then switched off, until the sink changes.

    Then only the code objects that were executed since are switched on again, one by one: ``restart_events`` would
    also bring back the starts of every function of every library, and would not reach frames that are running.
    """

    name = "sys.monitoring"

    def __init__(self, wanted: Wanted) -> None:
        self._wanted = wanted
        self._sink: Sink = {}
        self._hit: Dict[int, CodeType] = {}
        self._tool = -1
        self._on_line = self._reporter()

    def start(self, sink: Sink) -> None:
        """Take a tool id that is free; RuntimeError without any."""
        self._sink = sink
        self._tool = take_tool({"LINE": self._on_line, "PY_START": self._on_start})
        monitoring.set_events(self._tool, monitoring.events.PY_START)

    def switch(self, sink: Sink) -> None:
        """Switch on again what was executed since the last time."""
        self._sink = sink
        hit = list(self._hit.values())
        self._hit.clear()
        tool, line, set_events = self._tool, monitoring.events.LINE, monitoring.set_local_events
        for code in hit:
            set_events(tool, code, 0)
            set_events(tool, code, line)

    def stop(self) -> None:
        """Give the tool id back."""
        if self._tool >= 0:
            free_tool(self._tool)
        self._tool = -1

    def _on_start(self, code: CodeType, _offset: int) -> Any:
        """A function starts for the first time."""
        if self._tool >= 0 and self._wanted(code.co_filename):
            monitoring.set_local_events(self._tool, code, monitoring.events.LINE)
        return monitoring.DISABLE

    def _reporter(self) -> Callable[[CodeType, int], Any]:
        hit = self._hit
        disable = getattr(monitoring, "DISABLE", None)

        def on_line(code: CodeType, line: int) -> Any:
            hit[id(code)] = code
            sink = self._sink
            lines = sink.get(code.co_filename)
            if lines is None:
                lines = sink[code.co_filename] = set()
            lines.add(line)
            return disable

        return on_line


def take_tool(callbacks: Dict[str, Any]) -> int:
    """A tool id that is free, with callbacks by the name of their event; RuntimeError without any."""
    for tool in IDS:
        if monitoring.get_tool(tool) is None:
            monitoring.use_tool_id(tool, "faultline")
            for event, callback in callbacks.items():
                monitoring.register_callback(tool, getattr(monitoring.events, event), callback)
            return tool
    raise RuntimeError("every tool id of sys.monitoring is taken")


def free_tool(tool: int) -> None:
    """Give a tool id back; from then on nobody is called."""
    events = monitoring.events
    for event in ("LINE", "PY_START", "PY_RESUME", "PY_RETURN", "PY_YIELD"):
        monitoring.register_callback(tool, getattr(events, event), None)
    monitoring.set_events(tool, 0)
    monitoring.free_tool_id(tool)
