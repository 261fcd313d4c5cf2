"""Recording a run with ``sys.settrace``."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import contextmanager
from types import CodeType, FrameType, MethodType
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

from ._effects import SETATTR, Effect, Path
from ._opcodes import CALLS, RETURNS, YIELDS, code_bytes
from ._plan import LIGHT, Plan, Unit, make_plan
from ._recording import CALL, MAX_ENTRIES, RAISE, RESUME, RETURN, STEP, YIELD, Entry, Record, Recording
from ._safe import MISSING, UNKNOWN, element_tokens, get_attribute, get_item, token

_settrace = sys.settrace
_gettrace = sys.gettrace
_threading_settrace = threading.settrace
_HERE = os.path.dirname(os.path.abspath(__file__))
_ENDS = (StopIteration, StopAsyncIteration)
WRAPPED = "async_generator_wrapped_value"
"""Name of the type in which an asynchronous generator hands out what it yields."""
SPENT_BUDGET = 300_000
"""Calls of code beyond its budget after which the recording ends in a thread."""
MAX_FAILURES = 200
"""Exceptions in one frame of which the place is kept."""
MAX_DEPTH_UP = 60
"""How many frames of library code are looked through for the project frame that led to a call."""


class Frame(Record):
    """A record that is also the local trace function of its frame."""

    __slots__ = ()

    def trace(self, frame: FrameType, event: str, arg: Any) -> None:
        """Local trace function of a function (returning None leaves it in place)."""
        try:
            self._event(frame, event, arg)
        except Exception as error:
            if not is_own(error):
                raise
            self.lost = True

    def _event(self, frame: FrameType, event: str, arg: Any) -> None:
        """Line, return or exception in the frame."""
        if event == "line":
            line = frame.f_lineno
            unit = self.unit
            if self.raised:
                if line == self.line or unit is not None and unit.first <= line <= unit.last:
                    return  # clean-up of an inlined comprehension, on its way out
                unit = None
            if unit is not None:
                if unit.first <= line <= unit.last and frame.f_lasti != self.lasti0:
                    return
                if unit.body is None or unit.body[0] <= line <= unit.body[1]:
                    self._complete(frame, unit)
            self.raised = False
            self.line = line
            self.start = len(self.log)
            self.unit = unit = self.units.get(line)
            if unit is not None:
                self.lasti0 = frame.f_lasti
            plan = self.plan
            plan.lines -= 1
            if plan.lines < 0:
                self._narrow(frame)
        elif event == "return":
            self._leave(frame, arg)
        elif event == "exception":
            if arg[0] in _ENDS and code_bytes(self.plan.code)[frame.f_lasti] not in CALLS:
                return
            self.raised = True
            if len(self.failures) < MAX_FAILURES:
                inlined = self.plan.inlined
                values = frame.f_locals if inlined else {}
                seen = {name: token(values[name]) for name in inlined if name in values}
                self.failures.append((frame.f_lineno, self.start, len(self.log), seen))

    def trace_body(self, frame: FrameType, event: str, arg: Any) -> None:
        """Local trace function of a module or class body: only the lines that ran."""
        if event == "line":
            self.line = frame.f_lineno
            self.raised = False
            lines = self.lines
            if lines is not None and len(lines) < 5000:
                lines.append((len(self.log), self.line))
        elif event == "exception":
            self.raised = True
        elif event == "return":
            self.ended = "raise" if self.raised else "return"

    def _narrow(self, frame: FrameType) -> None:
        """Follow only calls and returns of this code from now on."""
        self._mark_hot()
        self.lost = True
        self.unit = None
        frame.f_trace_lines = False

    def _mark_hot(self) -> None:
        self.plan.hot = True
        if self.hot is not None:
            self.hot[id(self.plan.code)] = self.plan.code

    def _spend(self, frame: FrameType) -> None:
        """Follow this frame no longer."""
        self._mark_hot()
        self.lost = True
        del frame.f_trace

    def _leave(self, frame: FrameType, arg: Any) -> None:
        """The frame returns, yields or is left by an exception."""
        unit = self.unit
        code = self.plan.code
        op = code_bytes(code)[frame.f_lasti]
        if op not in RETURNS and op not in YIELDS:
            self.ended = "raise"
            self.log.append(Entry(self, RAISE, self.line, self.start, unit, None, None))
            return
        if op in YIELDS and self.plan.flags & 0x2A0:
            self.plan.lines -= 1
            if self.plan.lines < 0:
                self._spend(frame)
                return
            seen = UNKNOWN if self.plan.flags & 0x200 and type(arg).__name__ == WRAPPED else token(arg)
            self.log.append(Entry(self, YIELD, frame.f_lineno, self.start, unit, seen, frame.f_lasti))
            return
        if unit is not None and unit.effects and not unit.shared and unit.body is None and not self.raised:
            self._complete(frame, unit, arg is None)
        self.unit = None
        self.ended = "return"
        self.log.append(Entry(self, RETURN, self.line, self.start, unit, token(arg), frame.f_lasti))

    def _complete(self, frame: FrameType, unit: Unit, bad: bool = False) -> None:
        """A statement is done: remember what it bound and stored."""
        log = self.log
        if len(log) > MAX_ENTRIES:
            return
        if not unit.effects:
            if unit.is_return:
                log.append(Entry(self, STEP, self.line, self.start, unit, (), ()))
            return
        values = frame.f_locals
        names: List[Any] = []
        for name in unit.names:
            value = values.get(name, MISSING)
            if value is MISSING and name in self.plan.globals:
                value = frame.f_globals.get(name, MISSING)
            if value is None:
                bad = True
                names.append(None)
            else:
                names.append(token(value) if value is not MISSING else MISSING)
        others = [observe(effect, frame, values, unit) for effect in unit.others] if unit.others else ()
        probes = [observe(effect, frame, values, unit) for effect in unit.lookups] if bad and unit.lookups else ()
        log.append(Entry(self, STEP, self.line, self.start, unit, names, (others, probes)))


def observe(effect: Effect, frame: FrameType, values: Any, unit: Unit) -> Any:
    """(token of the base, token of the key, token of what is there now) of an effect."""
    if effect.base is None or effect.base.root in unit.names:
        return UNKNOWN
    base = resolve(effect.base, values, frame.f_globals)
    if base is UNKNOWN or base is MISSING:
        return UNKNOWN
    if effect.key is None:
        if effect.kind == "attribute":
            found = get_attribute(base, effect.name)
            return token(base), effect.name, found if found is UNKNOWN or found is MISSING else token(found)
        return token(base), UNKNOWN, UNKNOWN
    key = resolve_key(effect.key, values, frame.f_globals)
    if key is UNKNOWN or key is MISSING:
        return token(base), UNKNOWN, UNKNOWN
    found = get_attribute(base, key) if effect.kind == SETATTR and type(key) is str else get_item(base, key)
    return token(base), token(key), found if found is UNKNOWN or found is MISSING else token(found)


def resolve(path: Path, values: Any, names: Dict[str, Any]) -> Any:
    """The object at the end of a path, UNKNOWN where looking would run code."""
    value = values.get(path.root, MISSING)
    if value is MISSING:
        value = names.get(path.root, MISSING)
    for kind, step in path.steps:
        if value is UNKNOWN or value is MISSING:
            return value
        if kind == ".":
            value = get_attribute(value, step)
        else:
            key = resolve_key(step, values, names)
            if key is UNKNOWN or key is MISSING:
                return UNKNOWN
            value = get_item(value, key)
    return value


def resolve_key(key: Any, values: Any, names: Dict[str, Any]) -> Any:
    """The object that a key stands for."""
    if type(key) is Path:
        return resolve(key, values, names)
    return key.value


class Recorder:
    """The global trace function: decides which frames are recorded."""

    def __init__(self, is_project: Callable[[str], bool], light: bool = False) -> None:
        self.recording = Recording()
        self._share = LIGHT if light else 1
        self._is_project = is_project
        self._files: Dict[str, Any] = {}
        self._plans: Dict[int, Plan] = {}
        self._spent: Dict[int, CodeType] = {}
        self._left = [SPENT_BUDGET]
        self._before: Any = None
        self._installed = False
        self._callback = self._make_callback()

    def install(self) -> None:
        """Start recording in this thread and in those that start later."""
        if self._installed:
            return
        self._before = (_gettrace(), getattr(threading, "_trace_hook", None))
        self._installed = True
        _threading_settrace(self._callback)
        _settrace(self._callback)

    def begin(self) -> None:
        """A new test item: forget the recording of the one before, and give every function its budget back."""
        self.recording.begin()
        self._spent.clear()
        self._left[0] = SPENT_BUDGET
        for plan in self._plans.values():
            plan.renew(self._share)
        if self._installed and _gettrace() is None:
            _settrace(self._callback)

    def uninstall(self) -> None:
        """Stop recording and put back the trace functions that were there."""
        if not self._installed:
            return
        self._installed = False
        if _gettrace() is self._callback:
            _settrace(self._before[0])
        if getattr(threading, "_trace_hook", None) is self._callback:
            _threading_settrace(self._before[1])

    @contextmanager
    def paused(self) -> Iterator[None]:
        """No frame is recorded in this thread while the context lasts."""
        before = _gettrace()
        _settrace(None)
        try:
            yield
        finally:
            _settrace(before)

    def project(self, filename: str) -> bool:
        """Whether a file is the project's own."""
        found = self._files.get(filename)
        if found is None:
            found = self._files[filename] = self._decide(filename)
        return found is True

    def _decide(self, filename: str) -> Any:
        """True for the project's files, "generated" for text made up at run time, else False."""
        if filename.startswith("<"):
            return "generated" if filename == "<string>" or filename.startswith("<attrs") else False
        try:
            return bool(self._is_project(filename))
        except Exception:
            return False

    def _make_callback(self) -> Callable[[FrameType, str, Any], Any]:
        """The global trace function; it runs for every call in the process, so it looks at one dict and leaves."""
        wanted_of = self._files.get
        spent = self._spent
        left = self._left

        def on_call(frame: FrameType, event: str, arg: Any) -> Any:
            code = frame.f_code
            if wanted_of(code.co_filename) is False:
                return None
            if id(code) in spent:
                left[0] -= 1
                if left[0] < 0:
                    self._give_up()
                return None
            return self._on_call(frame)

        return on_call

    def _give_up(self) -> None:
        """So much goes on in code that is not followed any more that being told of it costs too much."""
        self.recording.full = True
        if _gettrace() is self._callback:
            _settrace(None)

    def _on_call(self, frame: FrameType) -> Any:
        """A frame of the project, or of a file not seen before, starts or is resumed."""
        try:
            code = frame.f_code
            name = code.co_filename
            wanted = self._files.get(name)
            if wanted is None:
                wanted = self._files[name] = self._decide(name)
            if wanted is False or not self._installed:
                return None
            return self._enter(frame, code, wanted)
        except Exception as error:
            if not is_own(error):
                raise
            return None

    def _enter(self, frame: FrameType, code: CodeType, wanted: Any) -> Any:
        """Make the record of a frame of the project."""
        before = frame.f_trace
        if type(before) is MethodType and type(before.__self__) is Frame:
            return self._resume(frame, before)
        log = self.recording.log
        if len(log) > MAX_ENTRIES:
            self.recording.full = True
            return None
        plan = self._plans.get(id(code))
        if plan is None or plan.code is not code:
            plan = self._plans[id(code)] = make_plan(code)
            plan.renew(self._share)
        plan.calls -= 1
        if plan.calls < 0:
            plan.hot = True
            self.recording.hot[id(code)] = code
            self._spent[id(code)] = code
            return None
        parent, lasti, direct = caller_of(frame)
        if wanted == "generated" and not (is_constructor(code) and (direct or by_replace(frame))):
            return None
        record = Frame(plan, log, parent, lasti, direct)
        record.hot = self.recording.hot
        if plan.is_body:
            return self._enter_body(record)
        start = parent.start if parent is not None else record.born
        log.append(Entry(record, CALL, record.line, start, None, *arguments(frame, plan)))
        if wanted == "generated":
            record.generated = True
            return None
        if plan.hot or code.co_name in ("<listcomp>", "<dictcomp>", "<setcomp>", "<genexpr>", "<lambda>"):
            frame.f_trace_lines = False
            record.lost = plan.hot
        return record.trace

    def _enter_body(self, record: Frame) -> Any:
        """A module or class body starts."""
        record.lines = []
        self.recording.bodies.setdefault(record.plan.code.co_filename, []).append(record)
        return record.trace_body

    def _resume(self, frame: FrameType, before: MethodType) -> Any:
        """A generator or coroutine goes on."""
        record: Frame = before.__self__  # type: ignore[assignment]
        parent, lasti, direct = caller_of(frame)
        record.log.append(Entry(record, RESUME, record.line, record.start, record.unit, None, (parent, lasti, direct)))
        record.raised = False
        return before


def is_own(error: BaseException) -> bool:
    """Whether an exception came out of our own code; one of a signal handler that ran in it did not."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is not None and trace.tb_frame.f_code.co_filename.startswith(_HERE)


def is_constructor(code: CodeType) -> bool:
    """Whether text made up at run time is the constructor of a dataclass or named tuple."""
    return code.co_name in ("__init__", "__new__") or code.co_varnames[:1] == ("_cls",)


def by_replace(frame: FrameType) -> bool:
    """Whether ``dataclasses.replace`` makes the object."""
    above = frame.f_back
    return above is not None and above.f_code.co_name in ("replace", "_replace")


def caller_of(frame: FrameType) -> Tuple[Optional[Frame], int, bool]:
    """The nearest recorded frame above, the instruction it is at, and whether it is the very next one."""
    above = frame.f_back
    direct = True
    for _step in range(MAX_DEPTH_UP):
        if above is None:
            break
        local = above.f_trace
        if type(local) is MethodType and type(local.__self__) is Frame:
            return local.__self__, above.f_lasti, direct
        direct = False
        above = above.f_back
    return None, -1, False


def arguments(frame: FrameType, plan: Plan) -> Tuple[Dict[str, Any], Any]:
    """Tokens of the parameters and free names, and of the elements of ``*args`` and ``**kwargs``."""
    values = frame.f_locals
    names = {name: token(values[name]) for name in plan.parameters if name in values}
    for name in plan.free:
        if name in values:
            names[name] = token(values[name])
    if not plan.varargs:
        return names, None
    return names, {name: element_tokens(values[name]) for name in plan.varargs if name in values}
