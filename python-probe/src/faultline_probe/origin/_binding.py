"""From the target of a statement to the expression that gave it its value."""

from __future__ import annotations

import ast
from typing import Any, List, Optional, Tuple

from ._index import Scene
from ._positions import node_at
from ._safe import Ref, class_attribute, is_class
from ._trail import Trail, Want, lost
from ._walk import Walker, join, text


def follow_target(walker: Walker, target: ast.AST, statement: ast.AST, scene: Scene, want: Want, kind: str) -> Trail:
    """Where the value came from that a statement gave to one of its targets."""
    step = walker.step(kind, target, scene, text(target))
    if isinstance(target, ast.alias):
        return _import(walker, target, statement, scene, want)
    if isinstance(target, ast.Call):
        return lost("the value was set by a call", step)
    if isinstance(statement, ast.Assign):
        for outer in statement.targets:
            path = unpack_path(outer, target)
            if path is not None:
                return _assigned(walker, statement.value, path, target, scene, want, kind)
    if isinstance(statement, ast.AnnAssign) and statement.value is not None and target is statement.target:
        return join(step, walker.walk(statement.value, scene, want))
    if isinstance(statement, ast.AugAssign) and target is statement.target:
        return _augmented(walker, statement, scene, want, kind)
    if isinstance(statement, (ast.For, ast.AsyncFor)) and unpack_path(statement.target, target) is not None:
        from ._iteration import follow_loop

        return follow_loop(walker, statement, target, scene, want)
    if isinstance(statement, (ast.With, ast.AsyncWith)):
        from ._context import follow_with

        for item in statement.items:
            path = unpack_path(item.optional_vars, target) if item.optional_vars is not None else None
            if path is not None:
                return follow_with(walker, item, path, target, scene, want)
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and statement.decorator_list:
        return _decorated(walker, statement, scene, want)
    walrus = _named(statement, target)
    if walrus is not None:
        return join(step, walker.walk(walrus.value, scene, want))
    if type(target).__name__ in ("MatchAs", "MatchStar", "MatchMapping"):
        return _captured(walker, target, statement, scene, want)
    return lost("this way of binding a name is not followed", step)


def _decorated(walker: Walker, statement: ast.AST, scene: Scene, want: Want) -> Trail:
    """A name that a decorated definition bound: what the outermost decorator returned."""
    from ._calls import follow_return

    decorator = statement.decorator_list[0]  # type: ignore[attr-defined]
    name = text(decorator.func if isinstance(decorator, ast.Call) else decorator).rpartition(".")[2]
    step = walker.step("return", decorator, scene, name)
    record = scene.record
    gave = []
    for child in walker.index.children.get(id(record), []) if record is not None else []:
        ending = walker.index.ending(child)
        at, _op = node_at(child.parent.code, child.lasti) if child.parent is not None else (None, "")
        if ending is None or want.matches(ending[1].names) is False or not child.direct:
            continue
        factory = isinstance(decorator, ast.Call) and child.code.co_name == name
        if at is statement or at is decorator and not factory:
            gave.append(child)
    if not gave:
        return lost("what the decorator gave was not recorded", step)
    return join(step, follow_return(walker, gave[-1], want, None))


def _named(statement: ast.AST, target: ast.AST) -> Optional[ast.NamedExpr]:
    for node in ast.walk(statement):
        if isinstance(node, ast.NamedExpr) and node.target is target:
            return node
    return None


def unpack_path(outer: ast.AST, target: ast.AST) -> Optional[Tuple[int, ...]]:
    """Positions that lead from a (nested) target to one name of it; negative after a starred one."""
    if outer is target:
        return ()
    if isinstance(outer, ast.Starred):
        return unpack_path(outer.value, target)  # the caller tells it from a plain one by the parent
    if isinstance(outer, (ast.Tuple, ast.List)):
        star = [i for i, e in enumerate(outer.elts) if isinstance(e, ast.Starred)]
        for position, element in enumerate(outer.elts):
            inner = unpack_path(element, target)
            if inner is not None:
                after_star = bool(star) and position > star[0]
                return (position - len(outer.elts) if after_star else position,) + inner
    return None


def _assigned(
    walker: Walker, value: ast.expr, path: Tuple[int, ...], target: ast.AST, scene: Scene, want: Want, kind: str
) -> Trail:
    if not path:
        return join(walker.step(kind, target, scene, text(target)), walker.walk(value, scene, want))
    from ._containers import nested_element

    step = walker.step("unpacking", target, scene, text(target))
    if isinstance(walker_parent(walker, scene, target), ast.Starred):
        cut = ast.Slice(ast.Constant(max(path[-1], 0)), None, None)
        rest = ast.copy_location(ast.Subscript(value, cut, ast.Load()), value)
        return Trail([step._replace(kind="built")], "found", None, (rest, scene))
    return join(step, nested_element(walker, value, path, scene, want))


def walker_parent(walker: Walker, scene: Scene, node: ast.AST) -> Optional[ast.AST]:
    """The syntax node around a node."""
    tree = walker.index.tree(scene)
    return tree.parents.get(node) if tree is not None else None


def _augmented(walker: Walker, statement: ast.AugAssign, scene: Scene, want: Want, kind: str) -> Trail:
    from . import _values
    from ._calls import follow_return

    step = walker.step(kind, statement, scene, text(statement.target))
    called = _values.child(walker, statement, scene)
    if called is not None:
        return follow_return(walker, called, want, step)
    if want.kind == "none":
        return lost("an operation made the value", step)
    return Trail([step._replace(kind="built")], "found", None, (statement, scene))


def _captured(walker: Walker, target: ast.AST, statement: ast.AST, scene: Scene, want: Want) -> Trail:
    """A name captured by a pattern of ``match``."""
    tree = walker.index.tree(scene)
    match = tree.parents.get(statement) if tree is not None else None
    name = getattr(target, "name", None) or getattr(target, "rest", None)
    step = walker.step("unpacking", target, scene, name)
    if match is None or tree is None:
        return lost("this pattern is not followed", step)
    path = _pattern_path(walker, getattr(statement, "pattern", None), target, scene)
    if path is None:
        return lost("this pattern is not followed", step)
    subject: ast.expr = match.subject  # type: ignore[attr-defined]
    return join(step, _along(walker, subject, path, scene, want))


def _along(walker: Walker, node: ast.expr, path: List[Tuple[str, object]], scene: Scene, want: Want) -> Trail:
    from ._containers import Selector, element

    if not path:
        return walker.walk(node, scene, want)
    if len(path) == 1 and path[0][0] in ("index", "key"):
        return element(walker, node, scene, Selector(path[0][0], path[0][1]), want)
    if len(path) == 1 and path[0][0] == "attribute":
        from ._attributes import attribute_of

        return attribute_of(walker, node, str(path[0][1]), walker.step("attribute", node, scene), scene, want)
    return lost("a nested pattern is not followed")


def _pattern_path(walker: Walker, pattern: object, target: ast.AST, scene: Scene) -> Optional[List[Tuple[str, object]]]:
    if pattern is target:
        return []
    kind = type(pattern).__name__
    parts: List[Tuple[Tuple[str, object], object]] = []
    if kind == "MatchAs":
        return _pattern_path(walker, pattern.pattern, target, scene)  # type: ignore[attr-defined]
    if kind == "MatchSequence":
        parts = [(("index", i), p) for i, p in enumerate(pattern.patterns)]  # type: ignore[attr-defined]
    elif kind == "MatchMapping":
        keys = pattern.keys  # type: ignore[attr-defined]
        pairs = zip(keys, pattern.patterns)  # type: ignore[attr-defined]
        parts = [(("key", k.value), p) for k, p in pairs if isinstance(k, ast.Constant)]
    elif kind == "MatchClass":
        given = pattern.patterns  # type: ignore[attr-defined]
        names = _match_args(walker, pattern.cls, scene) if given else ()  # type: ignore[attr-defined]
        fields = [*zip(names, given), *zip(pattern.kwd_attrs, pattern.kwd_patterns)]  # type: ignore[attr-defined]
        parts = [(("attribute", n), p) for n, p in fields]
    for step, inner in parts:
        rest = _pattern_path(walker, inner, target, scene)
        if rest is not None:
            return [step] + rest
    return None


def _match_args(walker: Walker, node: ast.expr, scene: Scene) -> Tuple[str, ...]:
    """The attributes that positional patterns of a class stand for."""
    from . import _values

    ref = walker.value(node, scene)
    cls: Any = _values.find_object(walker, ref) if type(ref) is Ref else None
    names = class_attribute(cls, "__match_args__")[0] if is_class(cls) else ()
    return names if type(names) is tuple else ()


def _import(walker: Walker, alias: ast.alias, statement: ast.AST, scene: Scene, want: Want) -> Trail:
    from ._modules import follow_import

    return follow_import(walker, alias, statement, scene, want)
