"""What to look at while one function runs, made once per code object from its source."""

from __future__ import annotations

import ast
import sys
from types import CodeType
from typing import Dict, List, Optional, Set, Tuple

from ._effects import DELETE_NAME, LOOKUP, NAME, Effect, bodies, effects_of, header
from ._source import parse_function

LINE_BUDGET = 4000
"""Line events that one code object may cost before only its calls and returns are followed."""

CALL_BUDGET = 3000
"""Calls of one code object that are recorded."""

LIGHT = 8
"""A light recording has this part of the budgets."""


class Unit:
    """The lines of one statement header (or of several statements that share a line).

    effects: what it does, in order. shared: whether part of it may not have run although its line did.
    body: the lines of a ``for`` or ``with`` body: the header has bound its names only when that is entered.
    """

    __slots__ = ("first", "last", "effects", "names", "others", "shared", "body", "is_return", "lookups")

    def __init__(self, first: int, last: int, effects: List[Effect]) -> None:
        self.first = first
        self.last = last
        self.shared = False
        self.body: Optional[Tuple[int, int]] = None
        self.is_return = False
        self.set_effects(effects)

    def set_effects(self, effects: List[Effect]) -> None:
        """Replace the effects and sort them for the recorder."""
        self.effects = tuple(effects)
        self.names = tuple(e.name for e in effects if e.kind == NAME)
        self.others = tuple(e for e in effects if e.kind not in (NAME, LOOKUP, DELETE_NAME))
        self.lookups = tuple(e for e in effects if e.kind == LOOKUP)

    @property
    def worth(self) -> bool:
        """Whether its completion is recorded at all."""
        return bool(self.effects) or self.is_return


class Plan:
    """Plan of one code object: ``units`` by line, names declared global, budgets left, comprehension variables."""

    __slots__ = (
        "code", "units", "globals", "parameters", "free", "varargs", "lines", "calls", "hot", "is_body", "flags",
        "inlined",
    )  # fmt: skip

    def __init__(self, code: CodeType) -> None:
        self.code = code
        self.units: Dict[int, Unit] = {}
        self.globals: Tuple[str, ...] = ()
        self.flags = code.co_flags
        count = code.co_argcount + code.co_kwonlyargcount
        extra = bool(self.flags & 4) + bool(self.flags & 8)
        self.parameters = code.co_varnames[: count + extra]
        self.varargs = code.co_varnames[count : count + extra]
        self.free = code.co_freevars
        self.renew(1)
        self.inlined: Tuple[str, ...] = ()
        self.is_body = not self.flags & 1

    def renew(self, share: int) -> None:
        """Give the budgets back, or a part of them."""
        self.lines = LINE_BUDGET // share
        self.calls = CALL_BUDGET // share
        self.hot = False


def comprehension_names(function: ast.AST) -> Tuple[str, ...]:
    """Variables of comprehensions, which from 3.12 on live in the frame only while these run."""
    names: Set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.comprehension):
            names.update(n.id for n in ast.walk(node.target) if isinstance(n, ast.Name))
    return tuple(names)


def make_plan(code: CodeType) -> Plan:
    """Plan of a function; without source it has no units, and only calls and returns are known."""
    plan = Plan(code)
    if plan.is_body or code.co_name.startswith("<"):
        return plan
    node = parse_function(code)
    if node is None:
        return plan
    declared: List[str] = []
    for statement in node.body:
        _add(statement, plan.units, declared, False)
    plan.globals = tuple(declared)
    if sys.version_info >= (3, 12):
        plan.inlined = comprehension_names(node)
    return plan


def _add(statement: ast.AST, units: Dict[int, Unit], declared: List[str], shared: bool) -> None:
    """Add the unit of a statement and of those inside it."""
    if isinstance(statement, ast.Global):
        declared.extend(statement.names)
        return
    effects = effects_of(statement)
    first, last = extent(statement)
    unit = Unit(first, last, effects)
    unit.is_return = isinstance(statement, ast.Return)
    unit.shared = shared
    if isinstance(statement, (ast.For, ast.AsyncFor, ast.With, ast.AsyncWith)):
        unit.body = (statement.body[0].lineno, statement.body[-1].end_lineno or statement.body[-1].lineno)
    if unit.worth or last > first:
        _place(unit, units)
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return
    for inner in bodies(statement):
        _add(inner, units, declared, extent(inner)[0] <= last and not isinstance(statement, ast.Try))


def _place(unit: Unit, units: Dict[int, Unit]) -> None:
    """Enter a unit under its lines; one that shares a line with another is merged with it."""
    other = units.get(unit.first)
    if other is not None:
        effects = list(other.effects) + list(unit.effects)
        other.shared = other.shared or unit.shared
        other.set_effects(effects)
        other.body = None
        other.last = max(other.last, unit.last)
        other.is_return = other.is_return or unit.is_return
        unit = other
    for line in range(unit.first, unit.last + 1):
        units[line] = unit


def extent(statement: ast.AST) -> Tuple[int, int]:
    """First and last line of the header of a statement."""
    first = int(getattr(statement, "lineno", 0))
    last = first
    parts = header(statement)
    if type(statement).__name__ == "match_case":
        first = last = parts[0].lineno  # type: ignore[attr-defined]
    for decorator in getattr(statement, "decorator_list", ()):
        first = min(first, decorator.lineno)
    if not hasattr(statement, "body") and not hasattr(statement, "cases") and hasattr(statement, "end_lineno"):
        return first, int(statement.end_lineno or first)
    for part in parts:
        last = max(last, int(getattr(part, "end_lineno", None) or last))
    return first, last
