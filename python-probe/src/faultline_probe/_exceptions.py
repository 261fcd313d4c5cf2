"""Takes exceptions apart without running any code of theirs.

Attributes are read through the descriptors of the built-in classes, so that a subclass which overrides
``__cause__``, ``args`` or ``__getattribute__`` is not asked.
"""

from __future__ import annotations

import builtins
import sys
from typing import Any, Dict, Iterator, List, Optional, Set, Tuple

from ._safe import summarize, type_name

MAX_MESSAGE = 10_000
MAX_CHAIN = 30
MAX_LEAVES = 50
MAX_ARGUMENTS = 500

_cause = BaseException.__dict__["__cause__"].__get__
_context = BaseException.__dict__["__context__"].__get__
_suppress = BaseException.__dict__["__suppress_context__"].__get__
_traceback = BaseException.__dict__["__traceback__"].__get__
_args = BaseException.__dict__["args"].__get__
_instance_dict = BaseException.__dict__["__dict__"].__get__
_of_types: Dict[str, Any] = dict(vars(type))
_mro = _of_types["__mro__"].__get__
_class_dict = _of_types["__dict__"].__get__

# By id, since a metaclass decides what `==` and `hash` of a class do.
_BUILTIN = frozenset(
    id(item) for item in vars(builtins).values() if isinstance(item, type) and issubclass(item, BaseException)
)
# What the built-in exceptions print beside their arguments.
_PRINTED_FIELDS = frozenset(
    "message msg errno strerror filename filename2 lineno encoding object start end reason".split()
)
_ATOMS = frozenset(id(cls) for cls in (str, int, float, complex, bool, bytes, type(None)))
_SEQUENCES = frozenset(id(cls) for cls in (list, tuple, set, frozenset))

Link = Tuple[str, BaseException]


def traceback_of(exc: BaseException) -> Any:
    """The traceback of an exception, or None."""
    return _traceback(exc)


def is_instance(exc: BaseException, cls: type) -> bool:
    """``isinstance`` that does not believe a ``__class__`` property."""
    return any(each is cls for each in _mro(type(exc)))


def earlier_exceptions(exc: BaseException) -> List[Link]:
    """What came before ``exc``, latest first: ("cause" or "context", exception). Ends where a cycle would begin."""
    links: List[Link] = []
    seen = {id(exc)}
    while len(links) < MAX_CHAIN:
        cause, context = _cause(exc), _context(exc)
        if cause is not None:
            relation, exc = "cause", cause
        elif context is not None and not _suppress(exc):
            relation, exc = "context", context
        else:
            break
        if id(exc) in seen:
            break
        seen.add(id(exc))
        links.append((relation, exc))
    return links


def group_leaves(exc: BaseException) -> List[BaseException]:
    """The exceptions at the ends of an exception group, in order; empty for any other exception."""
    if _members(exc) is None:
        return []
    return list(_leaves(exc, set()))


def _leaves(exc: BaseException, seen: Set[int]) -> Iterator[BaseException]:
    members = _members(exc)
    if members is None:
        yield exc
        return
    for member in members:
        if len(seen) >= MAX_LEAVES or id(member) in seen:
            return
        seen.add(id(member))
        yield from _leaves(member, seen)


def _members(exc: BaseException) -> Optional[Tuple[BaseException, ...]]:
    for module in ("builtins", "exceptiongroup"):
        cls = getattr(sys.modules.get(module), "BaseExceptionGroup", None)
        if isinstance(cls, type) and is_instance(exc, cls):
            members = _class_dict(cls)["exceptions"].__get__(exc)
            return members if type(members) is tuple else None
    return None


def message_of(exc: BaseException, printed: Optional[str]) -> str:
    """What ``str`` would say.

    ``str`` itself is called only where that runs built-in code alone. Otherwise it is what pytest printed for this
    exception, or the arguments in short.
    """
    if _has_builtin_text(exc):
        text = _with_notes(exc, str(exc))
    elif printed is not None:
        text = _without_type(printed, type_name(type(exc)))
    else:
        args = _args(exc)
        text = ", ".join(summarize(arg) for arg in args[:5]) if type(args) is tuple else ""
    return text[:MAX_MESSAGE]


def _without_type(printed: str, name: str) -> str:
    if printed == name:
        return ""
    return printed[len(name) + 2 :] if printed.startswith(name + ": ") else printed


def _with_notes(exc: BaseException, text: str) -> str:
    notes = (_instance_dict(exc) or {}).get("__notes__")
    if type(notes) is not list:
        return text
    return "\n".join([text] + [note for note in notes[:20] if type(note) is str])


def _has_builtin_text(exc: BaseException) -> bool:
    owner = next((cls for cls in _mro(type(exc)) if "__str__" in _class_dict(cls)), None)
    if id(owner) not in _BUILTIN:
        return False
    values: List[Any] = [] if _members(exc) is not None else [_args(exc)]
    for cls in _mro(type(exc)):
        if id(cls) in _BUILTIN:
            fields = _class_dict(cls)
            values.extend(fields[name].__get__(exc) for name in _PRINTED_FIELDS if name in fields)
    return _is_plain(values)


def _is_plain(root: Any) -> bool:
    """Whether a value is made of exact built-in types alone, and not too many of them."""
    waiting, seen = [root], 0
    while waiting:
        value = waiting.pop()
        seen += 1
        cls = type(value)
        if seen > MAX_ARGUMENTS:
            return False
        if id(cls) in _SEQUENCES:
            if len(value) > MAX_ARGUMENTS:
                return False
            waiting.extend(value)
        elif cls is dict:
            if len(value) > MAX_ARGUMENTS:
                return False
            waiting.extend(value)
            waiting.extend(value.values())
        elif id(cls) not in _ATOMS or (cls is int and value.bit_length() > 1000):
            return False
    return True


def syntax_location(exc: BaseException) -> Optional[Tuple[str, int, str]]:
    """File, line and text of a syntax error, which no frame of its traceback shows."""
    if not is_instance(exc, SyntaxError):
        return None
    fields = SyntaxError.__dict__
    path, line, text = (fields[name].__get__(exc) for name in ("filename", "lineno", "text"))
    if type(path) is not str or type(line) is not int:
        return None
    return path, max(0, line), text if type(text) is str else ""
