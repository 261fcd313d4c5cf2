"""What a frame holds at one moment, as text."""

from __future__ import annotations

import sys
import types
from typing import Any, Dict, List, Optional, Tuple

from .._safe import type_name
from .._secrets import REDACTED, hides
from ..origin._safe import MISSING, is_class
from ._attributes import own_attributes
from ._describe import describe
from ._hits import FULL
from ._places import Place

MAX_NAMES = 40
MAX_ATTRIBUTES = 20
MAX_TEXT = 200
SHORT_TEXT = 60

_OPTIMIZED = 0x01
# What a module is made of, but for its data.
_NOT_DATA = frozenset(
    id(cls)
    for cls in (
        types.ModuleType,
        types.FunctionType,
        types.BuiltinFunctionType,
        types.MethodType,
        type(int.__add__),
        type(str.join),
    )
)
# How many references a dict has that only a frame and these two functions know.
_ALONE = 3

Value = Tuple[str, str, str]


class Selection:
    """Which names are wanted."""

    def __init__(self, names: Optional[List[str]]) -> None:
        self._names = None if names is None else frozenset(names)

    def wants(self, name: str) -> bool:
        """Whether values of this name are to be told."""
        return self._names is None or name in self._names


def snapshot(frame: types.FrameType, place: Place, selection: Selection, detail: int) -> List[Value]:
    """Names with type and value: what the statement mentions first, then the other locals."""
    found = _locals(frame, place)
    mentioned = [name for name in place.names if name in found]
    others = [] if place.scope.kind != "function" else [name for name in found if name not in place.names]
    values: List[Value] = []
    for name in [name for name in mentioned + others if name == "self" or selection.wants(name)][:MAX_NAMES]:
        if name == "self":
            values += _of_instance(found[name], place, selection, detail)
        else:
            values.append(_told(name, found[name], detail))
    return values


def returned(name: str, function: str, value: Any, detail: int) -> Value:
    """What a function gave back; what ``get_password`` returns goes by that name."""
    if hides(function, value):
        return name, type_name(type(value)), REDACTED
    return _told(name, value, detail)


def _of_instance(value: Any, place: Place, selection: Selection, detail: int) -> List[Value]:
    values: List[Value] = []
    if selection.wants("self"):
        values.append(("self", type_name(type(value)), describe(value, "self", MAX_TEXT, 0)))
    own = own_attributes(value, MAX_ATTRIBUTES * 10)
    names = sorted(own, key=lambda name: name not in place.attributes)
    wanted = [name for name in names if selection.wants("self." + name)]
    values += [_told("self." + name, own[name], detail) for name in wanted[:MAX_ATTRIBUTES]]
    return values


def _told(name: str, value: Any, detail: int) -> Value:
    limit, depth = (MAX_TEXT, 3) if detail == FULL else (SHORT_TEXT, 1)
    return name, type_name(type(value)), describe(value, name, limit, depth)


def _locals(frame: types.FrameType, place: Place) -> Dict[str, Any]:
    known = frame.f_locals
    found: Dict[str, Any] = {}
    # The namespace of a class body may be a mapping of the program's own making.
    if place.scope.kind == "function" or type(known) is dict:
        for name in list(known):
            if type(name) is str and name.isidentifier():
                value = known.get(name, MISSING)
                if value is not MISSING:
                    found[name] = value
    _forget(frame, known)
    shared = frame.f_globals
    for name in place.names if type(shared) is dict else ():
        value = shared.get(name, MISSING)
        if name not in found and value is not MISSING and not _is_code(value):
            found[name] = value
    if place.scope.kind != "function":
        found = {name: value for name, value in found.items() if not _is_code(value)}
    return found


def _forget(frame: types.FrameType, known: Any) -> None:
    """Empty the copy of the locals that Python 3.12 leaves in the frame: it would keep alive what the program drops.

    Before, the trace function's caller copies them anew at each line; from 3.13 on there is no copy.
    """
    if sys.version_info[:2] == (3, 12) and frame.f_code.co_flags & _OPTIMIZED and type(known) is dict:
        if sys.getrefcount(known) <= _ALONE + 1:
            known.clear()


def _is_code(value: Any) -> bool:
    cls = type(value)
    return id(cls) in _NOT_DATA or is_class(value)
