"""Short descriptions of values that never run code of the program under test, and never show a secret.

Only exact built-in types are looked into; anything else is named by its type. So no ``__repr__``, ``__len__``,
``__eq__``, property or iterator of the program is ever called.
"""

from __future__ import annotations

import types
from itertools import islice
from typing import Any, Dict, Iterable, List, Optional, Tuple

from ._redact import redact
from ._secrets import REDACTED, hides

MAX_DEPTH = 3
MAX_ITEMS = 6
# What a pattern may need to see beyond the part that is shown.
MARGIN = 400

_of_types: Dict[str, Any] = dict(vars(type))
_type_qualname = _of_types["__qualname__"].__get__
_type_dict = _of_types["__dict__"].__get__
_BRACKETS: Dict[Any, Tuple[str, str]] = {
    list: ("[", "]"),
    tuple: ("(", ")"),
    dict: ("{", "}"),
    set: ("{", "}"),
    frozenset: ("{", "}"),
}
# By id, since a metaclass decides what `==` of a class does.
_CONTAINERS = frozenset(id(cls) for cls in _BRACKETS)


def type_name(cls: type) -> str:
    """The dotted name of a class, as tracebacks print it, without asking the class or its metaclass."""
    name = _exact_text(_type_qualname(cls)) or "?"
    module = _exact_text(_type_dict(cls).get("__module__"))
    if not module or module in ("builtins", "__main__"):
        return name
    return module + "." + name


def summarize(value: object, name: Optional[str] = None, limit: int = 80) -> str:
    """Describe ``value`` in at most ``limit`` characters of one line.

    ``name`` is what the program calls it: the value of a name such as ``api_key`` is not shown. ``None``, booleans
    and empty values are, since they hold no secret and are often what is looked for.
    """
    if name is not None and hides(name, value):
        return REDACTED[:limit]
    return cut(_describe(value, MAX_DEPTH, limit), limit)


def is_hidden_by(key: object, value: object) -> bool:
    """Whether a key of a dict, or the first of a pair, names what is not to be shown."""
    if type(key) is bytes:
        key = key[:200].decode("latin-1")
    return type(key) is str and hides(key, value)


def describe_atom(value: Any, limit: int) -> Optional[str]:
    """Describe a value of an exact built-in type that holds no other values; None for any other value."""
    cls = type(value)
    if value is None or cls is bool or cls is float or cls is complex or value is Ellipsis or value is NotImplemented:
        return repr(value)
    if cls is int:
        return _describe_int(value)
    if cls is str:
        return _describe_text(value, limit)
    if cls is bytes or cls is bytearray:
        shown = redact(repr(bytes(value[: limit + MARGIN])))
        return shown if len(shown) <= limit + 3 else shown[:limit] + "…"
    return None


def _describe(value: object, depth: int, limit: int) -> str:
    told = describe_atom(value, limit)
    if told is not None:
        return told
    if id(type(value)) in _CONTAINERS:
        return _describe_container(value, depth, limit)
    return _describe_other(value)


def _describe_int(value: int) -> str:
    # The repr of a huge int is slow, and refused from 3.11 on.
    return repr(value) if value.bit_length() <= 256 else "<int of %d bits>" % value.bit_length()


def _describe_text(value: str, limit: int) -> str:
    start = redact(value[: limit + MARGIN])
    return repr(start) if len(start) <= limit else repr(start[:limit]) + "…"


def _describe_container(value: Any, depth: int, limit: int) -> str:
    cls = type(value)
    left, right = _BRACKETS[cls]
    if not value:
        return "set()" if cls is set else "frozenset()" if cls is frozenset else left + right
    if depth == 0:
        return left + "…" + right
    try:
        if cls is dict:
            parts = _describe_items(value, depth, limit)
        else:
            parts = [_describe(item, depth - 1, limit) for item in islice(value, MAX_ITEMS)]
    except RuntimeError:
        # Another thread changed it meanwhile.
        return left + "…" + right
    if len(value) > MAX_ITEMS:
        parts.append("… %d more" % (len(value) - MAX_ITEMS))
    tail = "," if cls is tuple and len(value) == 1 else ""
    text = left + ", ".join(parts) + tail + right
    return "frozenset(" + text + ")" if cls is frozenset else text


def _describe_items(value: Any, depth: int, limit: int) -> List[str]:
    items: Iterable[Any] = islice(value.items(), MAX_ITEMS)
    parts = []
    for key, item in items:
        shown = REDACTED if is_hidden_by(key, item) else _describe(item, depth - 1, limit)
        parts.append(_describe(key, depth - 1, limit) + ": " + shown)
    return parts


def _describe_other(value: object) -> str:
    cls = type(value)
    if cls is type or issubclass(cls, type):
        return "<class " + type_name(value) + ">"  # type: ignore[arg-type]
    if cls is types.MethodType:
        value = value.__func__  # type: ignore[attr-defined]
        return "<method " + _function_name(value) + ">" if _function_name(value) else "<method object>"
    name = _function_name(value)
    return "<function " + name + ">" if name else "<" + type_name(cls) + " object>"


def _function_name(value: object) -> str:
    if type(value) is types.FunctionType:
        return value.__qualname__
    # The qualified name of a built-in method would be asked of the class that it is bound to.
    return value.__name__ if type(value) is types.BuiltinFunctionType else ""


def cut(text: str, limit: int) -> str:
    text = redact(text)
    return text if len(text) <= limit else text[: max(0, limit - 1)] + "…"


def _exact_text(value: object) -> str:
    return value if type(value) is str else ""
