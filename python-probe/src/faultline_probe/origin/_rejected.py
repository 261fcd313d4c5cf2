"""Exceptions that are not about an operand: an argument that other code rejected, a guard that led to a ``raise``."""

from __future__ import annotations

import ast
from typing import Any, Iterator, List, NamedTuple, Optional, Tuple

from ._index import Scene
from ._safe import MISSING, NOT_NONE, OTHER, UNKNOWN
from ._trail import NONE, Want
from ._walk import Walker

Rejected = Tuple[ast.expr, Want]
_LEAVES = (ast.Return, ast.Raise, ast.Continue, ast.Break)


def rejected_argument(walker: Walker, node: ast.AST, scene: Scene) -> Optional[Rejected]:
    """The one argument of a call that was not written out, if there is just one: what the callee did not like."""
    if not isinstance(node, ast.Call):
        return None
    arguments = [a for a in [*node.args, *(k.value for k in node.keywords)] if not _is_written_out(a)]
    if len(arguments) != 1 or isinstance(arguments[0], ast.Starred):
        return None
    seen = walker.value(arguments[0], scene)
    if any(seen is other for other in (UNKNOWN, MISSING, OTHER, NOT_NONE, None)):
        return None
    return arguments[0], Want("value", seen)


def _is_written_out(node: ast.expr) -> bool:
    """Whether an argument is as the author of the call wrote it, whatever ran before."""
    if isinstance(node, (ast.List, ast.Tuple)):
        return all(_is_written_out(e) for e in node.elts)
    return isinstance(node, (ast.Constant, ast.Lambda))


class Guard(NamedTuple):
    """The None for which a ``raise`` was reached, and whether that was the one condition for it."""

    absent: ast.expr
    sure: bool


def absent_guard(walker: Walker, node: ast.AST, scene: Scene) -> Optional[Guard]:
    """The None for which an ``if`` led to a ``raise``: ``if user is None: raise …``, ``if not match: raise …``."""
    tree = walker.index.tree(scene)
    if tree is None or not isinstance(node, ast.Raise):
        return None
    holder = tree.parents.get(node)
    if isinstance(holder, ast.If):
        absent = _none_in(walker, holder.test, node in holder.body, scene)
        return Guard(absent, True) if absent is not None else None
    passed = [_none_in(walker, test, False, scene) for test in _passed_by(node, tree.parents)]
    absent_ones = {ast.dump(n): n for n in passed if n is not None}
    return Guard(next(iter(absent_ones.values())), False) if len(absent_ones) == 1 else None


def _passed_by(node: ast.AST, parents: Any) -> Iterator[ast.expr]:
    """Tests of the ``if`` statements before a ``raise`` in its block that would have left the block."""
    block = getattr(parents.get(node), "body", ())
    for statement in block:
        if statement is node:
            return
        if isinstance(statement, ast.If) and isinstance(statement.body[-1], _LEAVES):
            yield statement.test


def _none_in(walker: Walker, test: ast.expr, truth: bool, scene: Scene) -> Optional[ast.expr]:
    """The operand whose being None made a test come out so."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _none_in(walker, test.operand, not truth, scene)
    if isinstance(test, ast.BoolOp):
        decisive = isinstance(test.op, ast.And) == truth
        found: List[ast.expr] = [n for v in test.values for n in [_none_in(walker, v, truth, scene)] if n is not None]
        return found[0] if decisive and len(found) == 1 or len(test.values) == len(found) == 1 else None
    if isinstance(test, ast.Compare):
        other = test.comparators[0]
        is_none = len(test.ops) == 1 and isinstance(other, ast.Constant) and other.value is None
        if not is_none or isinstance(test.ops[0], (ast.Is, ast.Eq)) != truth:
            return None
        return test.left if NONE.matches(walker.value(test.left, scene)) else None
    if truth or not isinstance(test, (ast.Name, ast.Attribute, ast.Subscript, ast.NamedExpr)):
        return None
    return test if NONE.matches(walker.value(test, scene)) else None
