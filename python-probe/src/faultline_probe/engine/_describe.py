"""Short descriptions of values for whoever debugs: more telling than those of ``_safe``, and as harmless.

Values of other classes than the built-in ones are told by what is in them, read at the level of C. So nothing of the
program runs, whatever its classes override.
"""

from __future__ import annotations

from itertools import islice
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

from .. import _safe
from .._secrets import REDACTED, hides
from ..origin._safe import class_dict, mro
from ._attributes import is_standard, own_attributes, unprinted_fields
from ._known import KNOWN, is_mock, numpy_value, short_name

MAX_ITEMS = 6
MAX_ATTRIBUTES = 6
# The order of a set differs from run to run: so many members are looked at to tell the first ones.
MAX_SORTED = 200

_BRACKETS: Dict[type, Tuple[str, str]] = {
    dict: ("{", "}"),
    list: ("[", "]"),
    tuple: ("(", ")"),
    set: ("{", "}"),
    frozenset: ("frozenset({", "})"),
}
_ITERATE: Dict[type, Callable[[Any], Any]] = {
    dict: dict.items,
    list: list.__iter__,
    tuple: tuple.__iter__,
    set: set.__iter__,
    frozenset: frozenset.__iter__,
}
# How the value of a subclass becomes one of the built-in class itself.
_EXACT: Dict[type, Callable[[Any], Any]] = {
    str: lambda value: str.__getitem__(value, slice(None)),
    bytes: lambda value: bytes.__getitem__(value, slice(None)),
    bytearray: lambda value: bytearray.__getitem__(value, slice(None)),
    int: lambda value: int.__add__(value, 0),
    float: float.__pos__,
    complex: complex.__pos__,
}
# By id, since a metaclass decides what `==` and `hash` of a class do.
_PLAIN = {id(cls): cls for cls in (*_BRACKETS, *_EXACT)}


def describe(value: Any, name: Optional[str] = None, limit: int = 200, depth: int = 3) -> str:
    """``value`` in at most ``limit`` characters of one line, ``depth`` levels deep; ``name`` is what it is called."""
    if name is not None and hides(name, value):
        return REDACTED
    return _safe.cut(_Description(limit).of(value, depth), limit)


class _Description:
    """One description in the making."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        # Once there is more text than can be shown, nothing more is looked at.
        self._left = 3 * limit
        self._open: List[int] = []

    def of(self, value: Any, depth: int) -> str:
        if self._left <= 0:
            return "…"
        text = self._of(value, depth)
        self._left -= len(text)
        return text

    def _of(self, value: Any, depth: int) -> str:
        told = _safe.describe_atom(value, self._limit)
        if told is not None:
            return told
        cls = type(value)
        if id(value) in self._open:
            return "<cycle>"
        self._open.append(id(value))
        try:
            return self._of_object(value, cls, depth)
        except RuntimeError:
            # Another thread changed it meanwhile.
            return "<%s, changing>" % short_name(cls)
        finally:
            self._open.pop()

    def _of_object(self, value: Any, cls: type, depth: int) -> str:
        if id(cls) in _PLAIN:
            return self._container(value, cls, depth)
        bases = mro(cls)
        tell = next((KNOWN[id(base)] for base in bases if id(base) in KNOWN), None) or numpy_value(cls)
        if tell is not None:
            told: Optional[str] = tell(value, lambda part: self.of(part, depth - 1) if depth > 0 else "…")
            if told is not None:
                return told
        plain = next((_PLAIN[id(base)] for base in bases if id(base) in _PLAIN), None)
        if plain is None:
            return self._instance(value, cls, depth)
        if plain in _EXACT:
            return "%s(%s)" % (short_name(cls), _safe.describe_atom(_EXACT[plain](value), self._limit))
        fields = class_dict(cls).get("_fields") if plain is tuple else None
        if type(fields) is tuple and len(fields) == tuple.__len__(value):
            named = {str(field): item for field, item in zip(fields, tuple.__iter__(value)) if type(field) is str}
            return self._named(short_name(cls), named, depth)
        return "%s(%s)" % (short_name(cls), self._container(value, plain, depth))

    def _container(self, value: Any, plain: Any, depth: int) -> str:
        left, right = _BRACKETS[plain]
        length = plain.__len__(value)
        if not length:
            return plain.__name__ + "()" if plain is set or plain is frozenset else left + right
        if depth <= 0:
            return "%s… %d%s" % (left, length, right)
        items = _ITERATE[plain](value)
        if plain is dict:
            parts = [self._item(key, item, depth) for key, item in islice(items, MAX_ITEMS)]
        elif plain is set or plain is frozenset:
            parts = sorted(_Description(self._limit).of(item, depth - 1) for item in islice(items, MAX_SORTED))
        elif length == 2:
            parts = self._pair(items, depth)
        else:
            parts = [self.of(item, depth - 1) for item in islice(items, MAX_ITEMS)]
        del parts[MAX_ITEMS:]
        if length > len(parts):
            parts.append("… %d more" % (length - len(parts)))
        tail = "," if plain is tuple and length == 1 else ""
        return left + ", ".join(parts) + tail + right

    def _item(self, key: Any, item: Any, depth: int) -> str:
        # The key first: a long value would leave no room for it.
        told = self.of(key, depth - 1)
        return told + ": " + (REDACTED if _safe.is_hidden_by(key, item) else self.of(item, depth - 1))

    def _pair(self, items: Iterator[Any], depth: int) -> List[str]:
        """Headers, options and fields of forms often come as pairs of name and value."""
        pair = list(islice(items, 2))
        if len(pair) == 2 and _safe.is_hidden_by(*pair):
            return [self.of(pair[0], depth - 1), REDACTED]
        return [self.of(item, depth - 1) for item in pair]

    def _instance(self, value: Any, cls: type, depth: int) -> str:
        if is_mock(cls):
            return "<%s>" % short_name(cls)
        own = {} if depth <= 0 else own_attributes(value, 10 * MAX_ATTRIBUTES)
        hidden = unprinted_fields(cls)
        inner = "_" if is_standard(cls) else "__"
        shown = {name: item for name, item in own.items() if name not in hidden and not name.startswith(inner)}
        if not shown:
            return "<%s object>" % short_name(cls)
        return self._named(short_name(cls), shown, depth)

    def _named(self, title: str, named: Dict[str, Any], depth: int) -> str:
        # A stable sort: public ones first, each kind in the order in which it was set.
        names = sorted(named, key=lambda name: name.startswith("_"))
        parts = [
            name + "=" + (REDACTED if hides(name, named[name]) else self.of(named[name], depth - 1))
            for name in names[:MAX_ATTRIBUTES]
        ]
        if len(names) > len(parts):
            parts.append("… %d more" % (len(names) - len(parts)))
        return "%s(%s)" % (title, ", ".join(parts))
