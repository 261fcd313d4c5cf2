"""Objects that end the test when anything asks them anything."""

from __future__ import annotations

import enum
from typing import Any


class Hostile:
    """Every method that a careless reader might call ends the test."""

    def _never(self, *_: Any, **__: Any) -> Any:
        raise AssertionError("called")

    __repr__ = __str__ = __len__ = __iter__ = __getitem__ = __contains__ = _never
    __bool__ = __int__ = __index__ = __hash__ = __dir__ = __format__ = __fspath__ = _never
    __getattr__ = __eq__ = __lt__ = __reduce_ex__ = __sizeof__ = _never  # type: ignore[assignment]

    def __getattribute__(self, name: str) -> Any:
        raise AssertionError("called " + name)


class HostileMeta(type):
    def __getattribute__(cls, name: str) -> Any:
        raise AssertionError("called " + name)

    def __instancecheck__(cls, other: object) -> bool:
        raise AssertionError("called")

    def __repr__(cls) -> str:
        raise AssertionError("called")


class HostileByMeta(metaclass=HostileMeta):
    pass


class TextLike(str):
    def __repr__(self) -> str:
        raise AssertionError("called")

    def __len__(self) -> int:
        raise AssertionError("called")


class DictLike(dict):  # type: ignore[type-arg]
    def items(self) -> Any:
        raise AssertionError("called")

    def __bool__(self) -> bool:
        raise AssertionError("called")


class Color(enum.Enum):
    RED = 1
