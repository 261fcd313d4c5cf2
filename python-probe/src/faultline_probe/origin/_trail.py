"""The result of a walk: steps from the crash back to where the value was made."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence

from ._safe import NOT_NONE, OTHER, UNKNOWN, Ref, _Unknown
from ._source import absolute, source_line

FOUND = "found"
PARTIAL = "partial"

MAKERS = frozenset(
    "literal implicit-return bare-return default-argument class-attribute dataclass-default module-name miss "
    "library-call built emptied deleted never-set".split()
)


class Step(NamedTuple):
    """One step of the chain, as in the wire schema (path as in the code object)."""

    kind: str
    path: str
    line: int
    function: str
    name: Optional[str] = None
    note: Optional[str] = None

    def to_json(self) -> Dict[str, Any]:
        """The step as it is written."""
        line = max(self.line, 1)
        out: Dict[str, Any] = {
            "kind": self.kind,
            "path": absolute(self.path),
            "line": line,
            "function": self.function,
            "source": source_line(self.path, line),
        }
        if self.name is not None:
            out["name"] = self.name[:80]
        if self.note is not None:
            out["note"] = self.note[:200]
        return out


class Trail:
    """Steps, nearest to the crash first, and whether they reach the origin.

    maker: the expression (with its scene) that made the value, where there is one. ways: the single trails, where
    there are several and which of them the value took is not known.
    """

    __slots__ = ("steps", "status", "reason", "maker", "ways")

    def __init__(self, steps: Sequence[Step], status: str, reason: Optional[str] = None, maker: Any = None) -> None:
        self.steps: List[Step] = list(steps)
        self.status = status
        self.reason = reason
        self.maker = maker
        self.ways: List[Trail] = [self]

    @property
    def found(self) -> bool:
        """Whether every step is certain and the last one is the origin."""
        return self.status == FOUND

    def after(self, *steps: Step) -> "Trail":
        """The same trail with steps nearer to the crash put in front."""
        out = Trail(list(steps) + self.steps, self.status, self.reason, self.maker)
        if len(self.ways) > 1:
            out.ways = [way.after(*steps) for way in self.ways]
        return out


ABSENT = "nothing that can be the value was found"
OTHER_VALUE = "another value was expected here"
NEVER_NONE = "an expression that cannot be None was reached"
FOREIGN = "the value came from code that is not the project's"
EMPTY = "the container was made empty"
IMPOSSIBLE = frozenset((ABSENT, OTHER_VALUE, NEVER_NONE, EMPTY))
"""Reasons for which a trail is none at all: the value cannot have come this way."""


def possible(trail: "Trail") -> bool:
    """Whether a trail may be the way that the value took."""
    return trail.found or trail.reason not in IMPOSSIBLE


def found(step: Step, maker: Any = None) -> Trail:
    """A trail that ends at the origin."""
    return Trail([step], FOUND, None, maker)


def lost(reason: str, *steps: Step) -> Trail:
    """A trail that breaks after the given steps."""
    return Trail(steps, PARTIAL, reason)


def doubt(trail: Trail, reason: str) -> Trail:
    """The same way, but not certain."""
    if not trail.found:
        return trail
    out = Trail(trail.steps, PARTIAL, reason, trail.maker)
    if len(trail.ways) > 1:
        out.ways = [doubt(way, reason) for way in trail.ways]
    return out


def agree(trails: Sequence[Trail], reason: str) -> Trail:
    """One trail of several possible ones: certain only if all lead to the same origin."""
    if not trails:
        return lost(ABSENT)
    first = trails[0]
    if len(trails) == 1:
        return first
    origins = {(t.steps[-1].path, t.steps[-1].line) if t.steps else None for t in trails}
    if len(origins) == 1 and all(t.found for t in trails):
        out = first.after()
    else:
        common: List[Step] = []
        for steps in zip(*[t.steps for t in trails]):
            if any(s != steps[0] for s in steps):
                break
            common.append(steps[0])
        out = Trail(common, PARTIAL, reason)
    out.ways = [way for t in trails for way in t.ways]
    return out


def inside(trail: Trail, follow: Callable[[Any, Any], Trail], reason: str) -> Trail:
    """A part of an object: looked for at each place where the object may have been made."""
    trails: List[Trail] = []
    for way in trail.ways:
        if way.maker is None:
            trails.append(lost(way.reason or reason, *way.steps))
        else:
            part = follow(*way.maker).after(*way.steps[:-1])
            trails.append(part if way.found or way.reason == FOREIGN else doubt(part, way.reason or reason))
    return agree([t for t in trails if possible(t)] or trails[:1], reason)


class Want:
    """The bad value that is followed.

    kind: "none", "zero" (any number equal to 0), "object" (any that is no atom) or "value" (exactly this token).
    """

    __slots__ = ("kind", "token")

    def __init__(self, kind: str, token: Any = None) -> None:
        self.kind = kind
        self.token = token

    def matches(self, token: Any) -> Optional[bool]:
        """Whether a token can be the bad value; None where that is not known."""
        if type(token) is _Unknown:
            return None if token is UNKNOWN or token is NOT_NONE and self.kind != "none" else False
        if self.kind == "none":
            return token is None
        if self.kind == "zero":
            return type(token) in (int, float, bool) and token == 0
        if self.kind == "object":
            return type(token) is Ref
        if token is OTHER:
            return None if type(self.token) is Ref else False
        return same(token, self.token)


NONE = Want("none")
ZERO = Want("zero", 0)
OBJECT = Want("object")


def same(left: Any, right: Any) -> bool:
    """Whether two tokens are the same value."""
    return type(left) is type(right) and bool(left == right)


def describe(token: Any) -> str:
    """A token for a person (a key, an index)."""
    return repr(token)[:60] if type(token) is not Ref and token is not UNKNOWN else "a value that is not simple"
