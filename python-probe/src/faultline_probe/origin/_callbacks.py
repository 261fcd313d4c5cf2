"""Frames that library code called for the project: map, sorted, threads, executors, partial objects."""

from __future__ import annotations

import ast
from typing import Any, List, Optional, Tuple

from ._containers import ANY, element
from ._index import Scene, statements_in
from ._positions import scope_node
from ._recording import Record
from ._source import parameters
from ._trail import Trail, Want, agree, lost
from ._walk import Walker, join, text

_ELEMENTWISE = frozenset("map filter sorted min max sort reduce any all sum list tuple set dict groupby".split())


def follow_callback(
    walker: Walker, record: Record, function: Any, node: ast.Call, name: str, scene: Scene, want: Want
) -> Trail:
    """A function that a builtin called: ``map(f, xs)``, ``sorted(xs, key=f)``."""
    last = text(node.func).rpartition(".")[2]
    step = walker.step("argument", node, scene, name)
    positional = parameters(function)[0]
    if last in ("map", "filter") and len(node.args) > 1 and name in positional:
        index = positional.index(name) - (1 if positional[0] == "self" else 0) + 1
        if 0 < index < len(node.args):
            return join(step, element(walker, node.args[index], scene, ANY, want))
    if last in ("sorted", "min", "max") and node.args:
        return join(step, element(walker, node.args[0], scene, ANY, want))
    if last == "sort" and isinstance(node.func, ast.Attribute):
        return join(step, element(walker, node.func.value, scene, ANY, want))
    if last in _ELEMENTWISE:
        return lost("what " + last + "() passed is not followed", step)
    return follow_indirect(walker, record, function, node, name, scene, want)


def follow_indirect(
    walker: Walker, record: Record, function: Any, node: ast.AST, name: str, scene: Scene, want: Want
) -> Trail:
    """A function that was handed to library code together with its arguments."""
    step = walker.step("argument", node, scene, name)
    trails: List[Trail] = []
    for call, where in _handed_over(walker, record):
        argument = _argument_for(call, record, function, name)
        if argument is not None:
            inner = walker.step("argument", argument, where, name)
            trails.append(join(inner, walker.walk(argument, where, want)))
    if not trails:
        from ._arguments import default_of, from_default

        if default_of(function, name) is not None and not _handed_over(walker, record):
            return lost("library code called " + record.code.co_name, step)
        if default_of(function, name) is not None:
            return from_default(walker, record, function, name, want)
        return lost("library code called " + record.code.co_name, step)
    return agree(trails, record.code.co_name + " was handed over at several places")


def from_hand_over(walker: Walker, record: Record, function: Any, name: str, want: Want) -> Optional[Trail]:
    """The argument of a frame that a thread or pool called; None if nobody handed the function over."""
    if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
        return None
    trails: List[Trail] = []
    for call, where in _handed_over(walker, record):
        argument = _argument_for(call, record, function, name)
        if argument is not None and want.matches(walker.value(argument, where)) is not False:
            inner = walker.step("argument", argument, where, name)
            trails.append(join(inner, walker.walk(argument, where, want)))
    return agree(trails, record.code.co_name + " was handed over several times") if trails else None


def _handed_over(walker: Walker, record: Record) -> List[Tuple[ast.Call, Scene]]:
    """Calls in recorded frames that pass the function of a frame as an argument."""
    out: List[Tuple[ast.Call, Scene]] = []
    for call, where in _all_calls(walker, record.born):
        values = list(call.args) + [k.value for k in call.keywords]
        if any(text(v).rpartition(".")[2] == record.code.co_name for v in values if _is_reference(v)):
            out.append((call, where))
    return out


def _is_reference(node: ast.expr) -> bool:
    return isinstance(node, (ast.Name, ast.Attribute))


def _all_calls(walker: Walker, before: int) -> List[Tuple[ast.Call, Scene]]:
    """Call expressions of statements of frames that were under way or done before a time."""
    out: List[Tuple[ast.Call, Scene]] = []
    for records in walker.index.by_code.values():
        walker.index.tick()
        code = records[0].code
        scope = scope_node(code)
        if scope is None or len(records) > 20 or records[0].lines is not None:
            continue
        for statement in statements_in(scope):
            for node in _own_calls(statement):
                for record in records:
                    if record.born <= before:
                        out.append((node, Scene(record, code.co_filename, scope, record.born, walker.index.now)))
    return out


def _own_calls(statement: ast.AST) -> List[ast.Call]:
    from ._effects import header

    return [n for part in header(statement) for n in ast.walk(part) if isinstance(n, ast.Call)]


def _argument_for(call: ast.Call, record: Record, function: Any, name: str) -> Optional[ast.expr]:
    """The expression of a hand-over call that becomes a parameter."""
    positional = parameters(function)[0]
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    given: List[ast.expr] = []
    for keyword in call.keywords:
        if keyword.arg == "args" and isinstance(keyword.value, (ast.Tuple, ast.List)):
            given = list(keyword.value.elts)
        if keyword.arg == "kwargs" and isinstance(keyword.value, ast.Dict):
            for key, value in zip(keyword.value.keys, keyword.value.values):
                if isinstance(key, ast.Constant) and key.value == name:
                    return value
    if not given:
        for place, argument in enumerate(call.args):
            if _is_reference(argument) and text(argument).rpartition(".")[2] == record.code.co_name:
                given = list(call.args[place + 1 :])
                break
    if name not in positional or any(isinstance(g, ast.Starred) for g in given):
        return None
    place = positional.index(name) - (1 if positional and positional[0] in ("self", "cls") else 0)
    return given[place] if 0 <= place < len(given) else None


def from_partial(
    walker: Walker, record: Record, function: Any, node: ast.Call, name: str, scene: Scene, want: Want
) -> Optional[Trail]:
    """An argument that ``functools.partial`` had bound; None if no partial object was called."""
    last = text(node.func).rpartition(".")[2]
    if last == record.code.co_name or isinstance(node.func, ast.Call) and not node.func.args:
        return None
    trails: List[Trail] = []
    for call, where in _handed_over(walker, record):
        if text(call.func).rpartition(".")[2] not in ("partial", "partialmethod"):
            continue
        argument = _argument_for(call, record, function, name)
        if argument is not None and want.matches(walker.value(argument, where)) is not False:
            inner = walker.step("argument", argument, where, name)
            trails.append(join(inner, walker.walk(argument, where, want)))
    return agree(trails, "several partial objects were made") if trails else None


def calls_by_name(walker: Walker, name: str, scene: Scene) -> List[Tuple[ast.Call, Scene]]:
    """Call expressions of recorded frames whose function has a name."""
    calls = _all_calls(walker, scene.time)
    return [(c, s) for c, s in calls if text(c.func).rpartition(".")[2] == name]
