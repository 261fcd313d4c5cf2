"""Which code a watched line belongs to, and at which of its instructions the statement begins."""

from __future__ import annotations

import ast
import dis
import sys
import warnings
from types import CodeType
from typing import Any, Dict, FrozenSet, Iterator, List, NamedTuple, Optional, Set, Tuple

# Fields that hold statements, which are no part of a compound statement's head.
_BODIES = ("body", "orelse", "finalbody", "handlers", "cases")
# Leaving these, or their clean-up, comes back to their line.
_ONCE = tuple(
    getattr(ast, name) for name in ("With", "AsyncWith", "ExceptHandler", "Try", "TryStar") if hasattr(ast, name)
)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_LOOPS = (ast.For, ast.AsyncFor)
_STATEMENTS = tuple(getattr(ast, name) for name in ("stmt", "ExceptHandler", "match_case") if hasattr(ast, name))
_PROLOGUE = frozenset(["RESUME", "COPY_FREE_VARS", "MAKE_CELL", "RETURN_GENERATOR", "GEN_START", "POP_TOP"])


class Scope(NamedTuple):
    """What runs as one code object: a module, a class body, or a function."""

    kind: str
    name: str
    first: int
    qualname: str


class Place(NamedTuple):
    """The statement that a watched line stands for."""

    watch: int
    line: int
    scope: Scope
    first: int
    last: int
    loops: bool
    once: bool
    names: Tuple[str, ...]
    attributes: FrozenSet[str]

    def is_in(self, code: CodeType) -> bool:
        """Whether ``code``, of the same file, is what holds the statement."""
        if code.co_name != self.scope.name:
            return False
        return self.scope.kind == "module" or code.co_firstlineno == self.scope.first

    def entries(self, code: CodeType) -> Set[int]:
        """Offsets of the instructions at which the statement begins, or a loop comes back to its head."""
        found: List[int] = []
        inside = False
        for offset, line in _lines(code):
            within = self.first <= line <= self.last
            if within and not inside:
                found.append(offset)
            inside = within
        entries = set(found[:1] if self.once else found)
        if entries and (self.loops or 0 in entries or _starts_code(code, min(entries))):
            self._refine(code, entries)
        return entries

    def _refine(self, code: CodeType, entries: Set[int]) -> None:
        line, opening = 0, True
        starts = dict(_lines(code))
        for instruction in dis.get_instructions(code):
            line = starts.get(instruction.offset, line)
            if opening:
                opening = instruction.opname in _PROLOGUE
                if not opening and self.first <= line <= self.last:
                    entries.add(instruction.offset)
            if self.loops and instruction.opname in ("FOR_ITER", "GET_ANEXT") and self.first <= line <= self.last:
                entries.add(instruction.offset)


def find_places(source: bytes, lines: Dict[int, int]) -> List[Place]:
    """The statements of a file at some lines. ``lines`` gives the number of the watch at each; some may have none."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = ast.parse(source)
    found: Dict[int, Place] = {}
    for node, scope in _statements(tree, Scope("module", "<module>", 1, "")):
        first, last = _head(node)
        for line, watch in lines.items():
            # Statements come outermost first, so the innermost one stays.
            if first <= line <= last:
                place = _place(node, scope, watch, line)
                if place is not None:
                    found[line] = place
    return list(found.values())


def _place(node: Any, scope: Scope, watch: int, line: int) -> Optional[Place]:
    if isinstance(node, _FUNCTIONS):
        # Where a function is defined there is little to see; where it starts there are its arguments.
        scope = _inner(node, scope)
        node = next((child for child in node.body if not _is_docstring(child)), None)
        if node is None:
            return None
    first, last = _head(node)
    heads = list(_head_nodes(node))
    names = tuple(dict.fromkeys(child.id for child in heads if isinstance(child, ast.Name)))
    attributes = frozenset(child.attr for child in heads if isinstance(child, ast.Attribute))
    return Place(watch, line, scope, first, last, isinstance(node, _LOOPS), isinstance(node, _ONCE), names, attributes)


def _statements(node: Any, scope: Scope) -> Iterator[Tuple[Any, Scope]]:
    for field in _BODIES:
        children = getattr(node, field, None)
        for child in children if isinstance(children, list) else ():
            if isinstance(child, _STATEMENTS):
                yield child, scope
                yield from _statements(child, _inner(child, scope))


def _inner(node: Any, scope: Scope) -> Scope:
    if not isinstance(node, _FUNCTIONS + (ast.ClassDef,)):
        return scope
    kind = "class" if isinstance(node, ast.ClassDef) else "function"
    first = min([node.lineno] + [decorator.lineno for decorator in node.decorator_list])
    between = "." if scope.kind == "class" else ".<locals>."
    qualname = scope.qualname + between + node.name if scope.qualname else node.name
    return Scope(kind, node.name, first, qualname)


def _head(node: Any) -> Tuple[int, int]:
    """First and last line of a statement; of a compound one, of what stands before its body."""
    if not hasattr(node, "lineno"):  # a case of a match statement
        return node.pattern.lineno, (node.guard or node.pattern).end_lineno
    if not hasattr(node, "body"):
        return node.lineno, node.end_lineno
    lines = [node.lineno]
    for child in _head_nodes(node):
        if hasattr(child, "lineno"):
            lines += [child.lineno, child.end_lineno]
    return min(lines), max(lines)


def _head_nodes(node: Any) -> Iterator[Any]:
    for name, value in ast.iter_fields(node):
        if name in _BODIES and isinstance(value, list):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from ast.walk(child)


def _is_docstring(node: Any) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _lines(code: CodeType) -> Iterator[Tuple[int, int]]:
    """(offset, line) of each stretch of instructions that has a line."""
    if sys.version_info >= (3, 10):
        return ((start, line) for start, _, line in code.co_lines() if line is not None)
    return ((start, line) for start, line in dis.findlinestarts(code) if line is not None)


def _starts_code(code: CodeType, offset: int) -> bool:
    """Whether nothing but what opens every function stands before an instruction."""
    return all(item.opname in _PROLOGUE for item in dis.get_instructions(code) if item.offset < offset)
