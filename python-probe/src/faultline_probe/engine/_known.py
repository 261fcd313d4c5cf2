"""Values of the standard library (and numpy) that are worth reading, told without running any Python code.

Each is read through the descriptors of its own class, as they were before any test could replace them.
"""

from __future__ import annotations

import array
import collections
import datetime
import decimal
import enum
import fractions
import functools
import pathlib
import re
import sys
import types
import uuid
from itertools import islice
from typing import Any, Callable, Dict, List, Optional

from .._safe import type_name
from ..origin._safe import MISSING, class_dict, instance_dict, mro
from ._attributes import own_attributes

MAX_ITEMS = 6

Inner = Callable[[Any], str]
Tell = Callable[[Any, Inner], Optional[str]]

_qualname: Any = vars(type)["__qualname__"].__get__


def short_name(cls: type) -> str:
    """Name of a class as one would call it in its own module."""
    name = _qualname(cls)
    return name.rsplit("<locals>.", 1)[-1] if type(name) is str else "?"


def _fields(cls: type, *names: str) -> Callable[[Any], List[Any]]:
    readers = [vars(cls)[name].__get__ for name in names]
    return lambda value: [read(value) for read in readers]


_date = _fields(datetime.date, "year", "month", "day")
_clock = _fields(datetime.datetime, "hour", "minute", "second", "microsecond", "tzinfo")
_time = _fields(datetime.time, "hour", "minute", "second", "microsecond", "tzinfo")
_delta = _fields(datetime.timedelta, "days", "seconds", "microseconds")
_range = _fields(range, "start", "stop", "step")
_slice = _fields(slice, "start", "stop", "step")
_pattern = _fields(re.Pattern, "pattern")
_partial = _fields(functools.partial, "func", "args", "keywords")
_method = _fields(types.MethodType, "__func__")
_exception_args: Any = vars(BaseException)["args"].__get__
_decimal_text: Any = decimal.Decimal.__str__
_group: Any = re.Match.group


def _tell_date(value: Any, _inner: Inner) -> str:
    return "date(%d, %d, %d)" % tuple(_date(value))


def _tell_datetime(value: Any, inner: Inner) -> str:
    return "datetime(%s)" % _with_clock("%04d-%02d-%02d " % tuple(_date(value)), _clock(value), inner)


def _tell_time(value: Any, inner: Inner) -> str:
    return "time(%s)" % _with_clock("", _time(value), inner)


def _with_clock(day: str, clock: List[Any], inner: Inner) -> str:
    hour, minute, second, microsecond, zone = clock
    text = day + "%02d:%02d:%02d" % (hour, minute, second)
    if microsecond:
        text += ".%06d" % microsecond
    return text if zone is None else text + " " + _tell_zone(zone, inner)


def _tell_zone(zone: Any, inner: Inner) -> str:
    # Only the fixed offsets of Python itself are asked: that is C code which calls none of the program's.
    text = str(zone) if type(zone) is datetime.timezone else None
    return text if type(text) is str else inner(zone)


def _tell_timedelta(value: Any, _inner: Inner) -> str:
    days, seconds, microseconds = _delta(value)
    return "timedelta(days=%d, seconds=%d, microseconds=%d)" % (days, seconds, microseconds)


def _tell_decimal(value: Any, _inner: Inner) -> str:
    return "Decimal('%s')" % _decimal_text(value)


def _tell_fraction(value: Any, inner: Inner) -> str:
    own = own_attributes(value, 10)
    return "Fraction(%s, %s)" % (inner(own.get("_numerator")), inner(own.get("_denominator")))


def _tell_uuid(value: Any, _inner: Inner) -> Optional[str]:
    number = own_attributes(value, 10).get("int")
    if type(number) is not int:
        return None
    digits = "%032x" % number
    return "UUID('%s')" % "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def _tell_path(value: Any, inner: Inner) -> Optional[str]:
    own = own_attributes(value, 30)
    text = own.get("_str")
    if type(text) is not str:
        raw = own.get("_raw_paths", own.get("_raw_path"))
        parts = own.get("_parts")
        if type(raw) is list and raw and all(type(part) is str for part in raw):
            text = functools.reduce(_joined, raw)
        elif type(parts) is list and all(type(part) is str for part in parts):
            root = str(own.get("_drv", "")) + str(own.get("_root", ""))
            text = root + "/".join(parts[1:]) if root else "/".join(parts)
        else:
            return None
    return "%s(%s)" % (short_name(type(value)), inner(text or "."))


def _joined(left: str, right: str) -> str:
    return right if right.startswith("/") or not left else left.rstrip("/") + "/" + right


def _tell_enum(value: Any, inner: Inner) -> Optional[str]:
    own = instance_dict(value)
    if own is None or "_value_" not in own:
        return None
    name = own.get("_name_")
    shown = short_name(type(value)) + ("." + name if type(name) is str else "")
    return "<%s: %s>" % (shown, inner(own["_value_"]))


def _tell_exception(value: Any, inner: Inner) -> str:
    args = _exception_args(value)
    shown = [inner(arg) for arg in args[:MAX_ITEMS]] if type(args) is tuple else []
    return "%s(%s)" % (short_name(type(value)), ", ".join(shown))


def _tell_range(value: Any, inner: Inner) -> str:
    return "range(%s)" % ", ".join(inner(part) for part in _range(value))


def _tell_slice(value: Any, inner: Inner) -> str:
    return "slice(%s)" % ", ".join(inner(part) for part in _slice(value))


def _tell_pattern(value: Any, inner: Inner) -> str:
    return "re.compile(%s)" % inner(_pattern(value)[0])


def _tell_match(value: Any, inner: Inner) -> str:
    return "<re.Match %s>" % inner(_group(value))


def _tell_deque(value: Any, inner: Inner) -> str:
    length = collections.deque.__len__(value)
    return "%s(%s)" % (short_name(type(value)), _listed(collections.deque.__iter__(value), length, inner))


def _tell_array(value: Any, inner: Inner) -> str:
    length = array.array.__len__(value)
    items = (array.array.__getitem__(value, index) for index in range(min(length, MAX_ITEMS)))
    return "%s(%s)" % (short_name(type(value)), _listed(items, length, inner))


def _tell_view(value: Any, inner: Inner) -> str:
    cls = type(value)
    return "%s(%s)" % (short_name(cls), _listed(cls.__iter__(value), cls.__len__(value), inner))


def _listed(items: Any, length: int, inner: Inner) -> str:
    parts = [inner(item) for item in islice(items, MAX_ITEMS)]
    if length > len(parts):
        parts.append("… %d more" % (length - len(parts)))
    return "[" + ", ".join(parts) + "]"


def _tell_partial(value: Any, inner: Inner) -> str:
    func, args, keywords = _partial(value)
    return "partial(%s, %s, %s)" % (inner(func), inner(args), inner(keywords))


def _tell_function(value: Any, _inner: Inner) -> str:
    return "<function %s>" % value.__qualname__


def _tell_builtin(value: Any, _inner: Inner) -> str:
    # Its qualified name would be asked of the class that it is bound to.
    return "<function %s>" % value.__name__


def _tell_method(value: Any, inner: Inner) -> str:
    return "<method of %s>" % inner(_method(value)[0])


def _tell_class(value: Any, _inner: Inner) -> str:
    return "<class %s>" % type_name(value)


def _tell_module(value: Any, _inner: Inner) -> str:
    name = (instance_dict(value) or {}).get("__name__")
    return "<module %s>" % (name if type(name) is str else "?")


def _tell_running(value: Any, _inner: Inner) -> str:
    # Names of generators and coroutines are strings by C's own check.
    return "<%s %s>" % (type(value).__name__, value.__qualname__)


KNOWN: Dict[int, Tell] = {
    id(cls): tell
    for cls, tell in (
        (datetime.datetime, _tell_datetime),
        (datetime.date, _tell_date),
        (datetime.time, _tell_time),
        (datetime.timedelta, _tell_timedelta),
        (decimal.Decimal, _tell_decimal),
        (fractions.Fraction, _tell_fraction),
        (uuid.UUID, _tell_uuid),
        (pathlib.PurePath, _tell_path),
        (enum.Enum, _tell_enum),
        (BaseException, _tell_exception),
        (range, _tell_range),
        (slice, _tell_slice),
        (re.Pattern, _tell_pattern),
        (re.Match, _tell_match),
        (collections.deque, _tell_deque),
        (array.array, _tell_array),
        (type({}.keys()), _tell_view),
        (type({}.values()), _tell_view),
        (type({}.items()), _tell_view),
        (functools.partial, _tell_partial),
        (types.FunctionType, _tell_function),
        (types.BuiltinFunctionType, _tell_builtin),
        (types.MethodType, _tell_method),
        (type, _tell_class),
        (types.ModuleType, _tell_module),
        (types.GeneratorType, _tell_running),
        (types.CoroutineType, _tell_running),
        (types.AsyncGeneratorType, _tell_running),
    )
}


def is_mock(cls: type) -> bool:
    """Whether a class is one of ``unittest.mock``, whose instances hold only what the mock itself needs."""
    return any(class_dict(base).get("__module__") == "unittest.mock" for base in mro(cls))


def numpy_value(cls: type) -> Optional[Tell]:
    """How to tell a scalar or an array of numpy; None for any other class, and for subclasses of these."""
    if class_dict(cls).get("__module__") != "numpy":
        return None
    own = instance_dict(sys.modules.get("numpy")) or {}
    generic, ndarray = own.get("generic", MISSING), own.get("ndarray", MISSING)
    if cls is ndarray:
        return _tell_ndarray
    return _tell_numpy_scalar if any(base is generic for base in mro(cls)) else None


def _tell_numpy_scalar(value: Any, inner: Inner) -> Optional[str]:
    # The method of the C class, which no subclass of it comes here to override.
    item = type(value).item(value)
    if type(item) is type(value):
        return None
    return "numpy.%s(%s)" % (short_name(type(value)), inner(item))


def _tell_ndarray(value: Any, inner: Inner) -> str:
    cls = type(value)
    shape, size, kind = cls.shape.__get__(value), cls.size.__get__(value), cls.dtype.__get__(value)
    told = "shape=%s, dtype=%s" % (inner(shape), type(kind).str.__get__(kind))
    if type(kind).kind.__get__(kind) not in "biufcUS":
        return "ndarray(%s)" % told
    items = (cls.item(value, index) for index in range(min(size, MAX_ITEMS)))
    return "ndarray(%s, %s)" % (_listed(items, size, inner), told)
