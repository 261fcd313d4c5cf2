"""Tell a :class:`Steps` every line that is executed."""

from __future__ import annotations

from types import CodeType, FrameType
from typing import Any, Callable, Dict, Optional

from ..origin._opcodes import RETURNS, YIELDS, code_bytes
from ._lines import LineTracer, Sink, Wanted
from ._lines_monitoring import free_tool, monitoring, take_tool
from ._lines_settrace import Hook, Local
from ._real import real
from ._steps import Steps


class MonitoringSteps:
    """Beside whatever else measures: a tool of its own."""

    def __init__(self, wanted: Wanted, steps: Steps) -> None:
        self._wanted = wanted
        self._steps = steps
        self._codes: Dict[int, CodeType] = {}
        self._tests: Dict[int, CodeType] = {}
        self._tool = -1

    def start(self) -> None:
        """Begin; RuntimeError where no tool id is free."""
        events = monitoring.events
        begins = {"PY_START": self._on_start, "PY_RESUME": self._on_start}
        ends = {"PY_RETURN": self._on_end, "PY_YIELD": self._on_end}
        self._tool = take_tool({"LINE": self._make_on_line(), **begins, **ends})
        monitoring.set_events(self._tool, events.PY_START | events.PY_RESUME)
        # Starts that were switched off for the test before stay so, although the tool was given back since.
        monitoring.restart_events()

    def stop(self) -> None:
        """End."""
        if self._tool >= 0:
            for code in self._codes.values():
                monitoring.set_local_events(self._tool, code, 0)
            free_tool(self._tool)
        self._tool = -1

    def _on_start(self, code: CodeType, _offset: int) -> Any:
        events = monitoring.events
        if self._tool >= 0 and self._wanted(code.co_filename):
            self._codes[id(code)] = code
            wanted = events.LINE
            if self._steps.is_test(code.co_filename):
                self._tests[id(code)] = code
                wanted |= events.PY_RETURN | events.PY_YIELD
            monitoring.set_local_events(self._tool, code, wanted)
        return monitoring.DISABLE

    def _make_on_line(self) -> Callable[[CodeType, int], None]:
        steps, tests = self._steps, self._tests
        numbers: Dict[str, Dict[int, int]] = {}

        def on_line(code: CodeType, line: int) -> None:
            name = code.co_filename
            if id(code) in tests:
                steps.line(real.getframe(1), name, line)
            known = numbers.get(name)
            if known is None:
                known = numbers[name] = {}
            number = known.get(line)
            if number is None:
                number = known[line] = steps.number(name, line)
            steps.executed(number)

        return on_line

    def _on_end(self, code: CodeType, _offset: int, _value: Any) -> None:
        if id(code) in self._tests:
            self._steps.back(real.getframe(1))


class SettraceSteps(LineTracer):
    """Instead of a line tracer, for there is one trace function only: the sink gets every line, too."""

    def __init__(self, wanted: Wanted, steps: Steps) -> None:
        self._wanted = wanted
        self._steps = steps
        self._sink: Sink = {}
        self._codes: Dict[int, Optional[Local]] = {}
        self._alive: Dict[int, CodeType] = {}
        self._hook = Hook(self._on_call)

    def start(self, sink: Sink) -> None:
        """Take the trace function's place."""
        self._sink = sink
        self._hook.install()

    def switch(self, sink: Sink) -> None:
        """All code is traced all the time, so that there is nothing to switch on again."""
        self._sink = sink

    def stop(self) -> None:
        """Give the place back."""
        self._hook.uninstall()

    def _on_call(self, frame: FrameType, _event: str, _arg: Any) -> Any:
        code = frame.f_code
        if id(code) not in self._codes:
            self._alive[id(code)] = code
            self._codes[id(code)] = self._local(code) if self._wanted(code.co_filename) else None
        local = self._codes[id(code)]
        if local is None and frame.f_trace is not None:
            frame.f_trace = None  # that of the tracer before, in a generator that goes on
        return local

    def _local(self, code: CodeType) -> Local:
        steps = self._steps
        name = code.co_filename
        is_test = steps.is_test(name)
        numbers: Dict[int, int] = {}

        def on_event(frame: FrameType, event: str, _arg: Any) -> Any:
            if event == "line":
                line = frame.f_lineno
                if is_test:
                    steps.line(frame, name, line)
                number = numbers.get(line)
                if number is None:
                    number = numbers[line] = steps.number(name, line)
                steps.executed(number)
                self._sink.setdefault(name, set()).add(line)
            elif event == "return" and is_test:
                op = code_bytes(code)[frame.f_lasti]
                if op in RETURNS or op in YIELDS:
                    steps.back(frame)
            return on_event

        return on_event
