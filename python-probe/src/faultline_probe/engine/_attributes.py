"""The attributes that an instance itself holds, read without asking it or its class."""

from __future__ import annotations

import os
import sys
from itertools import islice
from types import MemberDescriptorType
from typing import Any, Dict, FrozenSet, List

from ..origin._safe import class_dict, derives, instance_dict, is_class, mro

_MAX_CLASSES = 50
_STANDARD = os.path.dirname(os.path.realpath(os.__file__)) + os.sep
_standard_modules: Dict[str, bool] = {}


def own_attributes(value: Any, limit: int) -> Dict[str, Any]:
    """Attributes in the instance dictionary and in slots by name, at most ``limit``; none of a class or module."""
    if is_class(value):
        return {}
    found: Dict[str, Any] = {}
    own = instance_dict(value)
    try:
        items = list(islice(own.items(), limit)) if own else []
    except RuntimeError:  # another thread changes it just now
        items = []
    # No look-up: a key that is no text may have an `__eq__`.
    found.update(item for item in items if type(item[0]) is str)
    for cls in mro(type(value))[:_MAX_CLASSES]:
        for name, slot in _slots(cls):
            if len(found) >= limit:
                return found
            try:
                found.setdefault(name, slot.__get__(value))
            except (AttributeError, TypeError):
                pass
    return found


def _slots(cls: type) -> List[Any]:
    declared = class_dict(cls)
    # Without `__slots__` they are what a type of the C level shows of itself.
    if type(declared.get("__slots__")) not in (str, tuple, list):
        return []
    return [(name, slot) for name, slot in list(declared.items()) if type(slot) is MemberDescriptorType]


def unprinted_fields(cls: type) -> FrozenSet[str]:
    """Fields that the author of a class keeps out of its ``repr``, since they are secret or large.

    Known of dataclasses, of attrs and of pydantic, which all note it as ``repr=False`` in what describes the field.
    """
    for owner in mro(cls):
        declared = class_dict(owner)
        for name in ("__dataclass_fields__", "__pydantic_fields__", "__attrs_attrs__"):
            fields = declared.get(name)
            if type(fields) is dict:
                return frozenset(name for name, field in list(fields.items()) if _is_unprinted(field))
            if name == "__attrs_attrs__" and derives(type(fields), tuple):
                described = [own_attributes(field, 30) for field in tuple.__iter__(fields)]  # type: ignore[arg-type]
                return frozenset(str(own.get("name")) for own in described if own.get("repr") is False)
    return frozenset()


def _is_unprinted(field: Any) -> bool:
    return own_attributes(field, 60).get("repr") is False


def is_standard(cls: type) -> bool:
    """Whether a class is one of the standard library, whose private attributes tell nobody anything."""
    module = class_dict(cls).get("__module__")
    if type(module) is not str:
        return False
    known = _standard_modules.get(module)
    if known is None:
        file = (instance_dict(sys.modules.get(module)) or {}).get("__file__")
        known = module in sys.builtin_module_names or (
            type(file) is str and file.startswith(_STANDARD) and "site-packages" not in file
        )
        _standard_modules[module] = known
    return known
