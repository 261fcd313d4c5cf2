"""Executed lines by ``sys.settrace``."""

from __future__ import annotations

import threading
from types import CodeType, FrameType
from typing import Any, Callable, Dict, Optional, Set

from ._lines import LineTracer, Sink, Wanted, lines_of
from ._real import real

Local = Callable[[FrameType, str, Any], Any]


class Hook:
    """A trace function in its place: this thread's, and that of threads to come."""

    def __init__(self, trace: Local) -> None:
        self._trace = trace
        self._before: Any = None

    def install(self) -> None:
        """Take the place; no effect where it is taken already."""
        if self._before is None:
            self._before = (real.gettrace(), getattr(threading, "_trace_hook", None))
        if real.gettrace() is not self._trace:
            _forget_local_traces()
            real.settrace(self._trace)
        if getattr(threading, "_trace_hook", None) is not self._trace:
            real.threading_settrace(self._trace)

    def uninstall(self) -> None:
        """Put back what was there."""
        if self._before is None:
            return
        if real.gettrace() is self._trace:
            real.settrace(self._before[0])
        if getattr(threading, "_trace_hook", None) is self._trace:
            real.threading_settrace(self._before[1])
        self._before = None

    @property
    def installed(self) -> bool:
        """Whether it was installed and not uninstalled since."""
        return self._before is not None


def _forget_local_traces() -> None:
    """Frames that are running have the trace function before as their own; coverage.py's would end all tracing."""
    frame: Optional[FrameType] = real.getframe(1)
    while frame is not None:
        if frame.f_trace is not None:
            frame.f_trace = None
        frame = frame.f_back


class _Code:
    """One code object: which of its lines have not gone to the current sink, and its local trace function."""

    __slots__ = ("all_lines", "code", "left", "lines", "sink", "trace")

    def __init__(self, code: CodeType) -> None:
        self.code = code
        self.all_lines = lines_of(code)
        self.sink: Optional[Sink] = None
        self.left: Set[int] = set()
        self.lines: Set[int] = set()
        self.trace: Optional[Local] = None


class SettraceTracer(LineTracer):
    """A code object is traced until each of its lines has gone to the current sink."""

    name = "sys.settrace"

    def __init__(self, wanted: Wanted) -> None:
        self._wanted = wanted
        self._thread = real.get_ident()
        self._sink: Sink = {}
        self._codes: Dict[int, Optional[_Code]] = {}
        self._others: Dict[int, CodeType] = {}
        self._hook = Hook(self._global())

    def start(self, sink: Sink) -> None:
        """Trace this thread and those that start later."""
        self._sink = sink
        self._hook.install()

    def renew(self) -> None:
        """A test may have set a trace function of its own."""
        if self._hook.installed:
            self._hook.install()

    def switch(self, sink: Sink) -> None:
        """Code objects notice at their next call; frames that are running are told."""
        self._sink = sink
        frame: Optional[FrameType] = real.getframe(1)
        while frame is not None:
            entry = self._codes.get(id(frame.f_code))
            if entry is not None:
                frame.f_trace = entry.trace
            frame = frame.f_back

    def stop(self) -> None:
        """Put back the trace functions that were there."""
        self._hook.uninstall()

    def _global(self) -> Local:
        codes = self._codes

        def on_call(frame: FrameType, _event: str, _arg: Any) -> Any:
            code = frame.f_code
            try:
                entry = codes[id(code)]
            except KeyError:
                entry = self._learn(code)
            if entry is None or entry.sink is self._sink and not entry.left:
                if frame.f_trace is not None:
                    frame.f_trace = None  # that of another tracer, in a generator that goes on
                return None
            return entry.trace

        return on_call

    def _learn(self, code: CodeType) -> Optional[_Code]:
        # Kept alive in either case, so that no other code object gets its id.
        if self._wanted(code.co_filename):
            entry = self._codes[id(code)] = _Code(code)
            entry.trace = self._local(entry)
            return entry
        self._others[id(code)] = code
        self._codes[id(code)] = None
        return None

    def _local(self, entry: _Code) -> Local:
        name = entry.code.co_filename
        thread = self._thread

        def on_event(frame: FrameType, event: str, _arg: Any) -> Any:
            if event != "line":
                return on_event
            sink = self._sink
            if entry.sink is not sink:
                entry.sink = sink
                entry.lines = sink.setdefault(name, set())
                entry.left = entry.all_lines - entry.lines
            line = frame.f_lineno
            entry.lines.add(line)
            entry.left.discard(line)
            # A thread goes on through many tests, without a call that would be noticed.
            if not entry.left and real.get_ident() == thread:
                del frame.f_trace
                return None
            return on_event

        return on_event
