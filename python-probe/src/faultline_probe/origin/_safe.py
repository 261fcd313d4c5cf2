"""Looking at the target's values without running any of its code.

Nothing here calls a method of a user type: types are read with ``type(x)``, class and instance
dictionaries through the C descriptors of ``type``, and only exact builtin containers are indexed.
A value is remembered as a *token*: an immutable atom as it is, anything else as ``Ref``
(id and id of its type), so that no object lives longer than it would without us.
"""

from __future__ import annotations

import sys
from itertools import islice
from types import GetSetDescriptorType, MappingProxyType, MemberDescriptorType, ModuleType
from typing import Any, Dict, NamedTuple, Optional, Tuple

MAX_TEXT = 200
"""Longest str or bytes (in characters) that is remembered by value."""

MAX_ITEMS = 1000
"""How many elements of a container are looked at."""


class Ref(NamedTuple):
    """An object that is not an atom: its id and the id of its type."""

    id: int
    type: int


class _Unknown:
    """The one value that stands for "not known"."""

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN = _Unknown()
MISSING = _Unknown()
"""Known not to be there: no such key or attribute."""
OTHER = Ref(0, 0)
"""Known to be some object, which is neither None nor an atom; which one is not known."""
NOT_NONE = _Unknown()
"""Known not to be None, but nothing else is."""

_type = type
_id = id
_len = len
_ATOMS = frozenset((_id(_type(None)), _id(bool), _id(int), _id(float)))
_TEXT_IDS = frozenset((_id(str), _id(bytes)))

_of_type: Any = vars(type)
_of_module: Any = vars(ModuleType)
_class_dict = _of_type["__dict__"].__get__
_class_mro = _of_type["__mro__"].__get__
_class_name = _of_type["__name__"].__get__
_class_qualname = _of_type["__qualname__"].__get__
_module_dict = _of_module["__dict__"].__get__


def token(value: Any) -> Any:
    """What is remembered of a value: the atom itself, or a Ref."""
    kind = _id(_type(value))
    if kind in _ATOMS:
        return value if kind != _INT or -_BIG < value < _BIG else Ref(_id(value), kind)
    if kind in _TEXT_IDS and _len(value) <= MAX_TEXT:
        return value
    return Ref(_id(value), kind)


_INT = _id(int)
_BIG = 1 << 256


def type_name(value: Any) -> str:
    """Name of the type of a value, without touching the value."""
    return str(_class_name(_type(value)))


def mro(cls: type) -> Tuple[type, ...]:
    """The classes in which attributes of ``cls`` are looked up."""
    found = _class_mro(cls)
    return found if _type(found) is tuple else ()


def derives(cls: type, base: type) -> bool:
    """Whether ``base`` is among the classes of ``cls``; no metaclass is asked what ``==`` means."""
    return any(each is base for each in mro(cls))


def class_dict(cls: type) -> "MappingProxyType[str, Any]":
    """The dictionary of one class, read only."""
    result: MappingProxyType[str, Any] = _class_dict(cls)
    return result


def class_qualname(cls: type) -> str:
    """Qualified name of a class, as in its definition."""
    return str(_class_qualname(cls))


def class_module(cls: type) -> Optional[str]:
    """Name of the module a class says it was defined in."""
    name = class_dict(cls).get("__module__")
    return name if _type(name) is str else None


def is_class(value: Any) -> bool:
    """Whether a value is a class (its metaclass may be anything)."""
    return derives(_type(value), type)


def instance_dict(value: Any) -> Optional[Dict[str, Any]]:
    """The ``__dict__`` of an instance or module; None where there is none that is plain."""
    kind = _type(value)
    if kind is ModuleType:
        return _module_dict(value)  # type: ignore[no-any-return]
    for cls in mro(kind):
        descriptor = _class_dict(cls).get("__dict__")
        if descriptor is None:
            continue
        if _type(descriptor) is not GetSetDescriptorType or cls is type:
            return None
        found = descriptor.__get__(value)
        return found if _type(found) is dict else None
    if derives(kind, ModuleType):
        return _module_dict(value)  # type: ignore[no-any-return]
    return None


def class_attribute(cls: type, name: str) -> Tuple[Any, Optional[type]]:
    """The entry of ``name`` in the class dictionaries and the class that holds it."""
    for owner in mro(cls):
        entry = _class_dict(owner).get(name, MISSING)
        if entry is not MISSING:
            return entry, owner
    return MISSING, None


def _is_plain(entry: Any) -> bool:
    """Whether a class entry is handed out as it is (it has no ``__get__``)."""
    return class_attribute(_type(entry), "__get__")[1] is None


def get_attribute(value: Any, name: str) -> Any:
    """``value.name`` where that runs no code of the target; else UNKNOWN; MISSING if there is none."""
    if is_class(value):
        entry, _owner = class_attribute(value, name)
        return entry if entry is not MISSING and _is_plain(entry) else UNKNOWN
    entry, _owner = class_attribute(_type(value), name)
    if entry is not MISSING:
        if _type(entry) is MemberDescriptorType:
            try:
                return entry.__get__(value)
            except AttributeError:
                return MISSING
        if not _is_plain(entry) and class_attribute(_type(entry), "__set__")[1] is not None:
            return _tuple_field(value, entry)
    own = instance_dict(value)
    if own is not None:
        found = own.get(name, MISSING)
        if found is not MISSING:
            return found
    if entry is MISSING:
        custom = class_attribute(_type(value), "__getattr__")[1] is not None
        return UNKNOWN if custom or own is None else MISSING
    return entry if _is_plain(entry) else UNKNOWN


def _tuple_field(value: Any, entry: Any) -> Any:
    """A field of a named tuple, whose getter is written in C; else UNKNOWN."""
    if _TUPLE_GETTER is not None and _type(entry) is _TUPLE_GETTER and derives(_type(value), tuple):
        return entry.__get__(value)
    return UNKNOWN


def _tuple_getter() -> Any:
    try:
        from _collections import _tuplegetter  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        return None
    return _tuplegetter


_TUPLE_GETTER = _tuple_getter()


def is_exact_atom(value: Any) -> bool:
    """Whether comparing and hashing a value runs no user code."""
    kind = _type(value)
    return value is None or kind is str or kind is bytes or kind is int or kind is bool or kind is float


def is_dict(value: Any) -> bool:
    """Whether a value is a dict whose lookup is the plain one (also defaultdict, OrderedDict)."""
    kind = _type(value)
    if kind is dict:
        return True
    collections = sys.modules.get("collections")
    own = _module_dict(collections) if collections is not None else {}
    return any(kind is own.get(name) for name in ("OrderedDict", "defaultdict", "Counter"))


def find_key(mapping: Any, key: Any) -> Any:
    """The value under an atom key of an exact dict; MISSING or UNKNOWN."""
    if not is_dict(mapping) or not is_exact_atom(key):
        return UNKNOWN
    return dict.get(mapping, key, MISSING) if _safe_keys(mapping) else UNKNOWN


def _safe_keys(mapping: Any) -> bool:
    """Whether no key of a dict could run code when compared (looks at the first ``MAX_ITEMS``)."""
    keys = islice(dict.__iter__(mapping), MAX_ITEMS)
    return all(_id(_type(k)) in _KEY_TYPES for k in keys)


_KEY_TYPES = frozenset(_id(t) for t in (str, bytes, int, bool, float, type(None), tuple))


def get_item(value: Any, key: Any) -> Any:
    """``value[key]`` for exact builtin containers and atom keys; else UNKNOWN; MISSING if absent."""
    kind = _type(value)
    if kind is list or kind is tuple:
        if _type(key) is not int:
            return UNKNOWN
        try:
            return value[key]
        except IndexError:
            return MISSING
    if derives(kind, tuple) and _type(key) is int and class_attribute(kind, "__getitem__")[1] is tuple:
        return tuple.__getitem__(value, key) if -tuple.__len__(value) <= key < tuple.__len__(value) else MISSING
    return find_key(value, key)


def element_tokens(value: Any, limit: int = 64) -> Any:
    """Tokens of the elements of an exact list or tuple, or of the items of an exact dict with str keys."""
    kind = _type(value)
    if kind is tuple or kind is list:
        return tuple([token(v) for v in value[:limit]])
    if kind is dict and _len(value) <= limit:
        return {k: token(v) for k, v in value.items() if _type(k) is str}
    return UNKNOWN
