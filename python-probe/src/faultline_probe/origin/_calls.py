"""Calls: into the callee's return, out of generators and coroutines."""

from __future__ import annotations

import ast
import sys
from typing import List, Optional, Tuple

from . import _values
from ._index import INLINE, Scene, statements_in
from ._opcodes import code_bytes, opname_of
from ._plan import extent
from ._positions import node_at, scope_node
from ._recording import STEP, Entry, Record
from ._trail import Step, Trail, Want, agree, found, lost
from ._walk import Walker, join, rule, text


@rule(ast.Call)
def follow_call(walker: Walker, node: ast.Call, scene: Scene, want: Want) -> Trail:
    """Where the result of a call came from."""
    from ._misses import follow_library

    records = [r for r in walker.index.calls_of(scene, node) if _values.gives_value(node, r)]
    records = [r for r in records if not r.plan.flags & 0x2A0]
    if not records:
        return follow_library(walker, node, scene, want)
    repeated = in_comprehension(walker, node, scene)
    chosen = records if repeated else records[-1:]
    matching = [r for r in chosen if _returned(walker, r, want)]
    if not matching:
        return lost("the call gave another value", walker.step("return", node, scene, text(node)))
    trails = [follow_return(walker, r, want, None) for r in matching]
    return agree(trails, "several calls gave the value")


def in_comprehension(walker: Walker, node: ast.AST, scene: Scene) -> bool:
    """Whether a node is evaluated many times within its statement."""
    tree = walker.index.tree(scene)
    if tree is None:
        return False
    for outer in tree.ancestors(node):
        if isinstance(outer, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            return True
        if isinstance(outer, ast.stmt):
            return False
    return False


def _returned(walker: Walker, record: Record, want: Want) -> bool:
    ending = walker.index.ending(record)
    return ending is not None and want.matches(ending[1].names) is not False


def follow_return(walker: Walker, record: Record, want: Want, step: Optional[Step]) -> Trail:
    """Where the value that a frame returned came from."""
    trail = _follow_return(walker, record, want)
    return trail if step is None else join(step, trail)


def _follow_return(walker: Walker, record: Record, want: Want) -> Trail:
    ending = walker.index.ending(record)
    scope = scope_node(record.code)
    name = record.code.co_name
    if ending is None or want.matches(ending[1].names) is False:
        return lost("how " + name + " returned was not recorded")
    time, entry = ending
    scene = walker.index.at(time, entry)
    if isinstance(scope, ast.Lambda):
        step = walker.step("return", scope.body, scene, name)
        return join(step, walker.walk(scope.body, scene._replace(start=record.born), want))
    if scope is None:
        return lost("the source of " + name + " is not there")
    statement, when = return_statement(walker, record, entry, time, scope)
    if statement is None:
        if want.kind == "none":
            note = name + " ends without a return"
            return found(Step("implicit-return", scene.path, entry.line, name, None, note))
        return lost("the return of " + name + " was not found")
    if statement.value is None:
        return found(walker.step("bare-return", statement, scene))
    if when is not None:
        scene = walker.index.at(when[0], when[1])
    elif record.lost:
        scene = scene._replace(start=record.born)
    step = walker.step("return", statement, scene, name)
    return join(step, walker.walk(statement.value, scene, want))


def return_statement(
    walker: Walker, record: Record, entry: Entry, time: int, scope: ast.AST
) -> Tuple[Optional[ast.Return], Optional[Tuple[int, Entry]]]:
    """The ``return`` by which a frame was left, None if it fell off its end, and its own entry if it was earlier."""
    node, _name = node_at(record.code, entry.others)
    returns = [s for s in statements_in(scope) if isinstance(s, ast.Return)]
    if _falls_off(record, entry.others, scope):
        return None, None
    if isinstance(node, ast.Return) and node in returns:
        if extent(node)[0] <= entry.line <= extent(node)[1]:
            return node, None
        earlier = _earlier(walker, record, time, node)
        if earlier is not None:
            return node, earlier
        if sys.version_info >= (3, 11):
            return node, None  # 3.14 does not tell of the line after a loop that ran out
    here = [s for s in returns if extent(s)[0] <= entry.line <= extent(s)[1]]
    if here and (node is None or len(here) == 1 and _inside(walker, record, node, here[0])):
        return here[0], None
    for moment in reversed(walker.index.of(record)):
        step = walker.index.log[moment]
        if moment < time and step.kind == STEP and step.unit is not None and step.unit.is_return:
            passed = [s for s in returns if extent(s)[0] == step.unit.first]
            if passed and _left_through(walker, record, passed[0], entry.line):
                return passed[0], (moment, step)
            break
    return None, None


def _falls_off(record: Record, lasti: int, scope: ast.AST) -> bool:
    """Python 3.8 and 3.9 give the return at the end of a function the line of whatever stands before it."""
    if sys.version_info >= (3, 10) or lasti < 2:
        return False
    data = code_bytes(record.code)
    body = getattr(scope, "body", None)
    if lasti + 2 != len(data) or not body or isinstance(body[-1], ast.Return):
        return False
    return opname_of(data[lasti - 2]) == "LOAD_CONST" and record.code.co_consts[data[lasti - 1]] is None


def _inside(walker: Walker, record: Record, node: Optional[ast.AST], statement: ast.Return) -> bool:
    return any(n is node for n in ast.walk(statement))


def _earlier(walker: Walker, record: Record, time: int, node: ast.Return) -> Optional[Tuple[int, Entry]]:
    first = extent(node)[0]
    for moment in reversed(walker.index.of(record)):
        entry = walker.index.log[moment]
        if moment < time and entry.kind == STEP and entry.unit is not None and entry.unit.first == first:
            return moment, entry
    return None


def _left_through(walker: Walker, record: Record, statement: ast.Return, line: int) -> bool:
    """Whether a ``return`` stands in a ``try`` or ``with`` whose end is at a line."""
    from ._source import tree_of

    tree = tree_of(record.code.co_filename)
    if tree is None:
        return False
    for outer in tree.ancestors(statement):
        if isinstance(outer, (ast.With, ast.AsyncWith)) and extent(outer)[0] <= line <= extent(outer)[1]:
            return True
        final = getattr(outer, "finalbody", None)
        if final and final[0].lineno <= line <= (final[-1].end_lineno or line):
            return True
        if isinstance(outer, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return False
    return False


def follow_yield(walker: Walker, record: Record, moment: Tuple[int, Entry], want: Want) -> Trail:
    """Where a value that a generator yielded came from."""
    time, entry = moment
    if want.matches(entry.names) is False:
        return lost("the generator gave another value")
    scene = walker.index.at(time, entry)
    if record.code.co_name in INLINE:
        node = scope_node(record.code)
        if isinstance(node, ast.GeneratorExp):
            return walker.walk(node.elt, scene, want)
        return lost("the generator expression was not found")
    node, _name = node_at(record.code, entry.others)
    if not isinstance(node, (ast.Yield, ast.YieldFrom)):
        node = _only_yield(record, entry.line)
    if isinstance(node, ast.YieldFrom):
        from ._containers import Selector, element

        step = walker.step("yield", node, scene, record.code.co_name)
        return join(step, element(walker, node.value, scene, Selector("any", None), want))
    if not isinstance(node, ast.Yield):
        return lost("the yield of " + record.code.co_name + " was not found")
    step = walker.step("yield", node, scene, record.code.co_name)
    if node.value is None:
        return found(step._replace(kind="literal", note="a bare yield gives None"))
    return join(step, walker.walk(node.value, scene, want))


def _only_yield(record: Record, line: int) -> Optional[ast.AST]:
    scope = scope_node(record.code)
    if scope is None:
        return None
    yields: List[ast.AST] = []
    for statement in statements_in(scope):
        if extent(statement)[0] <= line <= extent(statement)[1]:
            yields.extend(n for n in ast.walk(statement) if isinstance(n, (ast.Yield, ast.YieldFrom)))
    unique = list({id(n): n for n in yields}.values())
    return unique[0] if len(unique) == 1 else None


@rule(ast.Await)
def _await(walker: Walker, node: ast.Await, scene: Scene, want: Want) -> Trail:
    records = [r for r in walker.index.calls_of(scene, node) if r.plan.flags & 0x80 or r.code.co_name == "__await__"]
    matching = [r for r in records if _returned(walker, r, want)]
    if matching:
        return agree([follow_return(walker, r, want, None) for r in matching[-1:]], "several coroutines gave the value")
    from ._async import follow_awaited

    return follow_awaited(walker, node, scene, want)


@rule(ast.YieldFrom)
def _yield_from(walker: Walker, node: ast.YieldFrom, scene: Scene, want: Want) -> Trail:
    """The value of ``yield from``: what the inner generator returned."""
    records = [r for r in walker.index.calls_of(scene, node) if r.plan.flags & 0x20]
    matching = [r for r in records if _returned(walker, r, want)]
    if matching:
        return follow_return(walker, matching[-1], want, None)
    return lost("the inner generator was not recorded", walker.step("yield", node, scene))


@rule(ast.Yield)
def _sent(walker: Walker, node: ast.Yield, scene: Scene, want: Want) -> Trail:
    """The value of a ``yield`` expression: what was sent in."""
    from ._async import follow_sent

    return follow_sent(walker, node, scene, want)
