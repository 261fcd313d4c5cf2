"""Reading exceptions without calling any code of theirs."""

from __future__ import annotations

import builtins
from types import TracebackType
from typing import Any, List, Optional

_GROUP = vars(builtins).get("BaseExceptionGroup")
MAX_CHAIN = 50


def _slot(error: BaseException, name: str) -> Any:
    return BaseException.__dict__[name].__get__(error)


def message_of(error: BaseException) -> str:
    """The first argument of an exception if it is text."""
    arguments = _slot(error, "args")
    first = arguments[0] if type(arguments) is tuple and arguments else ""
    return first if type(first) is str else ""


def traceback_of(error: BaseException) -> Optional[TracebackType]:
    """The traceback that an exception carries."""
    found = _slot(error, "__traceback__")
    return found if type(found) is TracebackType else None


def chain_of(error: BaseException) -> List[BaseException]:
    """The exceptions that led to one, the first cause first; safe against cycles."""
    out: List[BaseException] = []
    current: Optional[BaseException] = error
    while current is not None and not any(current is e for e in out) and len(out) < MAX_CHAIN:
        out.insert(0, current)
        cause = _slot(current, "__cause__")
        if cause is None and not _slot(current, "__suppress_context__"):
            cause = _slot(current, "__context__")
        current = cause
    return out


def leaves_of(error: BaseException, depth: int = 0) -> List[BaseException]:
    """The exceptions of a group (itself, if it is none)."""
    if _GROUP is None or not isinstance(error, _GROUP) or depth > 10:
        return [error]
    inner = _GROUP.__dict__["exceptions"].__get__(error)
    out: List[BaseException] = []
    for leaf in inner if type(inner) is tuple else ():
        out.extend(leaves_of(leaf, depth + 1))
    return out
