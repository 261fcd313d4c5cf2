"""Tells when a watched statement begins and when a function that holds one returns; all else runs at full speed."""

from __future__ import annotations

import dis
import sys
import threading
from types import CodeType, FrameType
from typing import Any, Callable, Dict, List, Optional

from .._real import real
from ._places import Place

# places that begin here, frame
OnLine = Callable[[List[Place], FrameType], None]
# code, frame, "return" or "yield", value
OnReturn = Callable[[CodeType, FrameType, str, Any], None]

_COROUTINE = 0x80
_ASYNC_GENERATOR = 0x200
_GENERATOR = 0x20
_getframe = sys._getframe


def _harmless(callback: Callable[..., None]) -> Callable[..., None]:
    """Nothing that goes wrong here reaches the program."""

    def call(*args: Any) -> None:
        try:
            callback(*args)
        except Exception:
            pass

    return call


class Watched:
    """What is to be told of one code object."""

    __slots__ = ("at", "returns", "yields")

    def __init__(self, code: CodeType, places: List[Place]) -> None:
        self.at: Dict[int, List[Place]] = {}
        for place in places:
            for offset in place.entries(code):
                self.at.setdefault(offset, []).append(place)
        function = places[0].scope.kind == "function"
        self.returns = function and not code.co_flags & (_GENERATOR | _ASYNC_GENERATOR)
        self.yields = function and bool(code.co_flags & _GENERATOR)


class Watching:
    """Common to both ways of watching. ``find`` gives the watched places of a code object."""

    def __init__(self, find: Callable[[CodeType], List[Place]], on_line: OnLine, on_return: OnReturn) -> None:
        self._find = find
        self._on_line = _harmless(on_line)
        self._on_return = _harmless(on_return)
        # Code objects are kept, so that an id is not used again.
        self._known: Dict[int, Any] = {}

    def look_up(self, code: CodeType) -> Optional[Watched]:
        """What is watched in a code object; None for nothing."""
        known = self._known.get(id(code))
        if known is None:
            known = self._known[id(code)] = (code, self._watch(code))
        watched: Optional[Watched] = known[1]
        return watched

    def _watch(self, code: CodeType) -> Optional[Watched]:
        try:
            places = self._find(code)
            return Watched(code, places) if places else None
        except Exception:
            return None

    def install(self) -> None:
        """Begin."""
        raise NotImplementedError

    def uninstall(self) -> None:
        """End."""
        raise NotImplementedError


class Monitoring(Watching):
    """With ``sys.monitoring``: every other code object is looked at once."""

    _tool = -1

    def install(self) -> None:
        """Take a free tool id; without one nothing is seen."""
        monitoring: Any = sys.monitoring  # type: ignore[attr-defined, unused-ignore]
        if self._tool >= 0:
            return
        free = [tool for tool in (4, 3, 2, 5, 1, 0) if monitoring.get_tool(tool) is None]
        if not free:
            raise RuntimeError("no free tool id")
        self._tool = free[0]
        self._monitoring = monitoring
        self._disable = monitoring.DISABLE
        events = monitoring.events
        self._local = events.LINE | events.PY_RETURN | events.PY_YIELD
        monitoring.use_tool_id(self._tool, "faultline")
        monitoring.register_callback(self._tool, events.PY_START, self._start)
        monitoring.register_callback(self._tool, events.PY_RESUME, self._start)
        monitoring.register_callback(self._tool, events.LINE, self._line)
        monitoring.register_callback(self._tool, events.PY_RETURN, self._return)
        monitoring.register_callback(self._tool, events.PY_YIELD, self._yield)
        monitoring.set_events(self._tool, events.PY_START | events.PY_RESUME)

    def uninstall(self) -> None:
        """Give the tool id back."""
        if self._tool < 0:
            return
        tool, self._tool = self._tool, -1
        self._monitoring.set_events(tool, 0)
        for code, watched in self._known.values():
            if watched is not None:
                self._monitoring.set_local_events(tool, code, 0)
        self._monitoring.free_tool_id(tool)

    def _start(self, code: CodeType, _offset: int) -> Any:
        if self.look_up(code) is not None:
            self._monitoring.set_local_events(self._tool, code, self._local)
        return self._disable

    def _line(self, code: CodeType, _line: int) -> Any:
        watched = self.look_up(code)
        frame = _getframe(1)
        places = watched.at.get(frame.f_lasti) if watched is not None else None
        if places is None:
            return self._disable
        self._on_line(places, frame)
        return None

    def _return(self, code: CodeType, _offset: int, value: Any) -> Any:
        watched = self.look_up(code)
        if watched is None or not watched.returns:
            return self._disable
        self._on_return(code, _getframe(1), "return", value)
        return None

    def _yield(self, code: CodeType, _offset: int, value: Any) -> Any:
        watched = self.look_up(code)
        if watched is None or not watched.yields:
            return self._disable
        self._on_return(code, _getframe(1), "yield", value)
        return None


class Tracing(Watching):
    """With ``sys.settrace``: every call is looked at, but only frames of watched code are traced by line."""

    _before: Any = None
    _before_in_threads: Any = None

    def install(self) -> None:
        """Trace this thread, and those that start from now on."""
        if real.gettrace() == self._call:
            return
        self._before = real.gettrace()
        self._before_in_threads = getattr(threading, "_trace_hook", None)
        _trace_threads(self._call)
        real.settrace(self._call)

    def uninstall(self) -> None:
        """Put back what was there."""
        if real.gettrace() == self._call:
            real.settrace(self._before)
            _trace_threads(self._before_in_threads)

    def _call(self, frame: FrameType, event: str, _arg: Any) -> Any:
        watched = self.look_up(frame.f_code)
        return None if watched is None else _FrameTrace(watched, self._on_line, self._on_return).trace


class _FrameTrace:
    """The local trace function of one frame."""

    __slots__ = ("_watched", "_on_line", "_on_return")

    def __init__(self, watched: Watched, on_line: OnLine, on_return: OnReturn) -> None:
        self._watched = watched
        self._on_line = on_line
        self._on_return = on_return

    def trace(self, frame: FrameType, event: str, arg: Any) -> Any:
        if event == "line":
            places = self._watched.at.get(frame.f_lasti)
            if places is not None:
                self._on_line(places, frame)
        elif event == "return":
            operation = _NAMES[frame.f_code.co_code[frame.f_lasti]] if frame.f_lasti >= 0 else ""
            # An exception that leaves the frame is told by the same event.
            if operation in _RETURNS and self._watched.returns:
                self._on_return(frame.f_code, frame, "return", arg)
            elif operation in _YIELDS and self._watched.yields:
                self._on_return(frame.f_code, frame, "yield", arg)
        return self.trace


_NAMES = dis.opname
_RETURNS = frozenset(["RETURN_VALUE", "RETURN_CONST"])
_YIELDS = frozenset(["YIELD_VALUE", "YIELD_FROM"])
_trace_threads = threading.settrace


def make_watching(find: Callable[[CodeType], List[Place]], on_line: OnLine, on_return: OnReturn) -> Watching:
    """The fastest way of watching that this Python has."""
    return (Monitoring if sys.version_info >= (3, 12) else Tracing)(find, on_line, on_return)
