"""Loop variables and the elements that iterables give."""

from __future__ import annotations

import ast
from typing import List, Optional, Sequence, Tuple, Union

from . import _values
from ._binding import unpack_path
from ._calls import follow_return, follow_yield
from ._containers import ANY, COPIES, ORDERED, Selector, element, element_of_object, nested_element
from ._index import Scene
from ._recording import STEP, Record
from ._trail import EMPTY, NEVER_NONE, OBJECT, Trail, Want, agree, inside, lost, possible, same
from ._walk import Walker, join, text

PARTS = {
    "groups": "a group took no part in the match",
    "groupdict": "a group took no part in the match",
    "guess_type": "the type or the encoding is not known",
    "zip_longest": "the shorter one was filled up with None",
}
"""Library calls whose result is known to hold a None, and why."""

WHICH = "which item it was is not known"
ITERTOOLS = frozenset("chain cycle islice takewhile dropwhile nlargest nsmallest".split())
SPECIAL = ITERTOOLS | frozenset("values filter enumerate zip items keys map fromkeys setdefault".split())
TEXTS = frozenset("split rsplit splitlines partition rpartition listdir range read readline readlines".split())
"""Library calls whose result holds no None."""


def follow_loop(
    walker: Walker, statement: Union[ast.For, ast.AsyncFor], target: ast.AST, scene: Scene, want: Want
) -> Trail:
    """The value that a ``for`` gave to its variable."""
    step = walker.step("loop", statement, scene, text(target))
    path = unpack_path(statement.target, target) or ()
    index = iteration_number(walker, statement, scene)
    where = before_loop(walker, statement, scene)
    stepped = _from_next(walker, statement, path, scene, want)
    if stepped is not None:
        return join(step, stepped)
    generated = _from_generator(walker, statement, statement.iter, path, scene, want)
    if generated is not None:
        return join(step, generated)
    return join(step, iterated(walker, statement.iter, path, where, want, index))


def _from_next(walker: Walker, statement: ast.AST, path: Sequence[int], scene: Scene, want: Want) -> Optional[Trail]:
    """What the ``__next__`` of an object of the project returned; None if it has none."""
    record = scene.record
    for child in reversed(walker.index.children.get(id(record), []) if record is not None else []):
        if child.code.co_name not in ("__next__", "__anext__") or child.born > scene.time or path:
            continue
        ending = walker.index.ending(child)
        if ending is not None and ending[0] <= scene.time:
            return follow_return(walker, child, want, None)
    return None


def before_loop(walker: Walker, statement: ast.AST, scene: Scene) -> Scene:
    """The scene in which the iterable was evaluated: as now, but with all calls of the frame so far."""
    record = scene.record
    return scene._replace(start=record.born) if record is not None else scene


def iteration_number(walker: Walker, statement: ast.AST, scene: Scene) -> Optional[int]:
    """How many times the loop had gone round; None where that is not certain."""
    record = scene.record
    tree = walker.index.tree(scene)
    if record is None or tree is None or record.lost:
        return None
    if any(isinstance(o, ast.While) for o in tree.ancestors(statement)):
        return None
    first = statement.lineno  # type: ignore[attr-defined]
    last = statement.end_lineno  # type: ignore[attr-defined]
    count = 0
    for time in reversed(walker.index.of(record)):
        entry = walker.index.log[time]
        if time >= scene.time or entry.kind != STEP or entry.unit is None:
            continue
        if entry.unit.first == first:
            count += 1
        elif not first < entry.line <= last:
            break
    return count


def follow_loop_target(
    walker: Walker, name: str, target: ast.expr, iterable: ast.expr, scene: Scene, want: Want
) -> Trail:
    """The value of a comprehension variable."""
    names = [n for n in ast.walk(target) if isinstance(n, ast.Name) and n.id == name]
    path = unpack_path(target, names[0]) if names else None
    if path is None:
        return lost("this comprehension variable is not followed")
    generated = _from_generator(walker, None, iterable, path, scene, want)
    if generated is not None:
        return generated
    return iterated(walker, iterable, path, scene, want, None)


def iterated(
    walker: Walker, node: ast.expr, path: Sequence[int], scene: Scene, want: Want, index: Optional[int]
) -> Trail:
    """What iterating an expression gave, at a place of each item."""
    if isinstance(node, ast.Call):
        special = _iterated_call(walker, node, path, scene, want, index)
        if special is not None:
            return special
    if path and isinstance(node, ast.Call):
        inner = _through_call(walker, node, path, scene, want, index)
        if inner is not None:
            return inner
    if path:
        selector = Selector("index", index) if index is not None else ANY
        if isinstance(node, (ast.List, ast.Tuple)) and index is None:
            return _each(walker, node.elts, path, scene, want)
        trail = element(walker, node, scene, selector, OBJECT)
        if trail.maker is None and len(trail.ways) == 1:
            return _by_element(walker, node, path, scene, want, trail)
        inner = inside(trail, lambda n, s: nested_element(walker, n, path, s, want), WHICH)
        return inner if all(way.found for way in trail.ways) else lost(WHICH)
    selector = Selector("index", index) if index is not None else ANY
    return element(walker, node, scene, selector, want)


def _through_call(
    walker: Walker, node: ast.Call, path: Sequence[int], scene: Scene, want: Want, index: Optional[int]
) -> Optional[Trail]:
    """A function of the project that returned ``zip(…)``, ``list(zip(…))`` and the like: iterate that instead."""
    if _values.child(walker, node, scene) is None:
        return None
    whole = walker.walk(node, scene, OBJECT)
    if whole.maker is None or not isinstance(whole.maker[0], ast.Call) or whole.maker[0] is node:
        return None
    return iterated(walker, whole.maker[0], path, whole.maker[1], want, index).after(*whole.steps[:-1])


def _each(walker: Walker, nodes: Sequence[ast.expr], path: Sequence[int], scene: Scene, want: Want) -> Trail:
    trails = [nested_element(walker, n, path, scene, want) for n in nodes]
    return agree([t for t in trails if possible(t)], WHICH)


def _by_element(walker: Walker, node: ast.expr, path: Sequence[int], scene: Scene, want: Want, trail: Trail) -> Trail:
    """Several items are possible: those whose part can be the value."""
    whole = walker.walk(node, scene, OBJECT)
    if whole.maker is not None and isinstance(whole.maker[0], (ast.List, ast.Tuple)):
        return _each(walker, whole.maker[0].elts, path, whole.maker[1], want).after(*whole.steps[:-1])
    return lost(trail.reason or WHICH, *trail.steps)


def _iterated_call(
    walker: Walker, node: ast.Call, path: Sequence[int], scene: Scene, want: Want, index: Optional[int]
) -> Optional[Trail]:
    func = node.func
    name = func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""
    if _values.child(walker, node, scene) is not None and name not in _values.BUILTIN_CALLERS:
        return None
    if name == "enumerate" and node.args:
        if path and path[0] == 1:
            return iterated(walker, node.args[0], path[1:], scene, want, index)
        return _counted(walker, node, scene, want)
    if name == "zip" and path and path[0] < len(node.args):
        return iterated(walker, node.args[path[0]], path[1:], scene, want, index)
    if name == "zip_longest" and path and path[0] < len(node.args):
        inner = iterated(walker, node.args[path[0]], path[1:], scene, want, None)
        if possible(inner) or any(k.arg == "fillvalue" for k in node.keywords):
            return lost("whether zip_longest filled up is not known")
        note = PARTS["zip_longest"]
        return Trail([walker.step("library-call", node, scene, text(node), note)], "found", None, (node, scene))
    if name == "range":
        return _counted(walker, node, scene, want)
    if isinstance(func, ast.Attribute) and not node.args:
        if name == "items" and path:
            if path[0] == 1:
                return _values_of(walker, func.value, path[1:], scene, want)
            return _keys_of(walker, func.value, scene, want)
        if name == "values":
            return _values_of(walker, func.value, path, scene, want)
        if name == "keys" and not path:
            return _keys_of(walker, func.value, scene, want)
    if name in ("sorted", "reversed", "list", "tuple", "iter", "set", "filter") and node.args:
        keeps = name in ("list", "tuple", "iter")
        return iterated(walker, node.args[-1], path, scene, want, index if keeps else None)
    return None


def _values_of(walker: Walker, node: ast.expr, path: Sequence[int], scene: Scene, want: Want) -> Trail:
    if not path:
        return element(walker, node, scene, ANY, want)
    trail = element(walker, node, scene, ANY, OBJECT)
    if trail.maker is None and len(trail.ways) == 1:
        whole = walker.walk(node, scene, OBJECT)
        if whole.maker is not None and isinstance(whole.maker[0], ast.Dict):
            return _each(walker, whole.maker[0].values, path, whole.maker[1], want).after(*whole.steps[:-1])
        return lost(trail.reason or WHICH, *trail.steps)
    return inside(trail, lambda n, s: nested_element(walker, n, path, s, want), WHICH)


def _keys_of(walker: Walker, node: ast.expr, scene: Scene, want: Want) -> Trail:
    """A key of a dict that is the bad value."""
    whole = walker.walk(node, scene, OBJECT)
    if whole.maker is None or not isinstance(whole.maker[0], ast.Dict):
        return lost("keys of this mapping are not followed", *whole.steps)
    display, where = whole.maker
    keys = [k for k in display.keys if k is not None and want.matches(walker.value(k, where)) is not False]
    trails = [walker.walk(k, where, want) for k in keys]
    return agree(trails, "which key it was is not known").after(*whole.steps[:-1])


def _counted(walker: Walker, node: ast.Call, scene: Scene, want: Want) -> Trail:
    step = walker.step("built", node, scene, text(node))
    if want.kind == "none":
        return lost("a counter cannot be None", step)
    return Trail([step], "found", None, (node, scene))


def element_of_call(walker: Walker, node: ast.Call, scene: Scene, selector: Selector, want: Want) -> Trail:
    """An element of what a call returned."""
    func = node.func
    name = func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""
    records = [r for r in walker.index.calls_of(scene, node) if _values.gives_value(node, r)]
    plain = [r for r in records if not r.plan.flags & 0x2A0]
    if plain:
        return element_of_object(walker, node, scene, selector, want)
    generated = _from_generator(walker, None, node, (), scene, want)
    if generated is not None:
        return generated
    if name in COPIES:
        if name == "dict" and node.args and isinstance(node.args[0], ast.Call) and text(node.args[0].func) == "zip":
            pairs = node.args[0].args
            return element(walker, pairs[1], scene, ANY, want) if len(pairs) == 2 else lost("zip is not followed here")
        if node.args:
            kept = selector if name in ORDERED or selector.kind == "key" else ANY
            return element(walker, node.args[0], scene, kept, want)
        if isinstance(func, ast.Attribute) and name == "copy":
            return element(walker, func.value, scene, selector, want)
        if not node.keywords or name == "deque":
            return lost(EMPTY)
    if name == "dict":
        for keyword in node.keywords:
            if keyword.arg is not None and selector.kind == "key" and same(keyword.arg, selector.key):
                return walker.walk(keyword.value, scene, want)
        chosen = [k.value for k in node.keywords if want.matches(walker.value(k.value, scene)) is not False]
        if selector.kind == "any" and chosen:
            return agree([walker.walk(k, scene, want) for k in chosen], WHICH)
    if name in SPECIAL:
        return _special(walker, node, name, scene, selector, want)
    step = walker.step("library-call", node, scene, text(node.func))
    if want.kind == "none" and name in TEXTS:
        return lost(NEVER_NONE, step)
    if want.kind == "none" and name in PARTS:
        kind = "miss" if name.startswith("group") else "library-call"
        return Trail([step._replace(kind=kind, note=PARTS[name])], "found", None, (node, scene))
    return Trail([step], "partial", "the container came from code that is not the project's")


def _special(walker: Walker, node: ast.Call, name: str, scene: Scene, selector: Selector, want: Want) -> Trail:
    func = node.func
    if name in ITERTOOLS:
        sources = node.args if name == "chain" else node.args[:1] if name in ("cycle", "islice") else node.args[1:2]
        trails = [element(walker, a, scene, ANY, want) for a in sources if not isinstance(a, ast.Starred)]
        return agree([t for t in trails if possible(t)], "which iterable held the value is not known")
    if name == "values" and isinstance(func, ast.Attribute):
        return element(walker, func.value, scene, ANY, want)
    if name == "filter" and len(node.args) == 2:
        return element(walker, node.args[1], scene, ANY, want)
    if name == "map" and len(node.args) >= 2:
        return _mapped(walker, node, scene, want)
    if name == "fromkeys":
        if len(node.args) > 1:
            return walker.walk(node.args[1], scene, want)
        note = "dict.fromkeys() without a value gives None"
        return Trail([walker.step("miss", node, scene, "fromkeys", note)], "found")
    if name == "keys" and isinstance(func, ast.Attribute):
        return _keys_of(walker, func.value, scene, want)
    step = walker.step("library-call", node, scene, text(node.func))
    return Trail([step], "partial", "elements of " + name + "() are not followed here")


def _mapped(walker: Walker, node: ast.Call, scene: Scene, want: Want) -> Trail:
    """What the function of ``map`` returned."""
    name = text(node.args[0]).rpartition(".")[2]
    record = scene.record
    records = walker.index.children.get(id(record), []) if record is not None else []
    is_lambda = isinstance(node.args[0], ast.Lambda)
    called = [r for r in records if r.code.co_name == ("<lambda>" if is_lambda else name)]
    gave = [r for r in called if r.born <= scene.time and _gave(walker, r, want)]
    if not gave:
        step = walker.step("library-call", node, scene, "map")
        return Trail([step], "partial", "the calls that map() made were not found")
    step = walker.step("return", node, scene, name)
    return join(step, agree([follow_return(walker, r, want, None) for r in gave], "several calls gave the value"))


def _gave(walker: Walker, record: Record, want: Want) -> bool:
    ending = walker.index.ending(record)
    return ending is not None and bool(want.matches(ending[1].names))


def _from_generator(
    walker: Walker, statement: Optional[ast.AST], node: ast.expr, path: Tuple[int, ...], scene: Scene, want: Want
) -> Optional[Trail]:
    """What a generator function of the project yielded, if one feeds this loop or call."""
    records = _generators(walker, statement, node, scene)
    if not records or path and want.kind != "none":
        return None
    if path:
        return _yielded_part(walker, records, path, scene, want)
    moments: List[Tuple[Record, int]] = []
    for record in records:
        for time, entry in walker.index.yields(record):
            if time <= scene.time and want.matches(entry.names) is not False:
                moments.append((record, time))
    if not moments:
        return None
    if statement is not None:
        moments = [max(moments, key=lambda m: m[1])]
    trails = [follow_yield(walker, r, (t, walker.index.log[t]), want) for r, t in moments]
    return agree(trails, "several yields gave the value")


def _yielded_part(
    walker: Walker, records: List[Record], path: Tuple[int, ...], scene: Scene, want: Want
) -> Optional[Trail]:
    moments = [(r, t) for r in records for t, _entry in walker.index.yields(r) if t <= scene.time]
    if not moments:
        return None
    record, time = max(moments, key=lambda m: m[1])
    whole = follow_yield(walker, record, (time, walker.index.log[time]), OBJECT)
    return inside(whole, lambda n, s: nested_element(walker, n, path, s, want), "the yielded value was not followed")


def _generators(walker: Walker, statement: Optional[ast.AST], node: ast.expr, scene: Scene) -> List[Record]:
    """Frames of generators that were resumed by a loop or by a call expression."""
    record = scene.record
    if record is None:
        return []
    name = text(node.func).rpartition(".")[2] if isinstance(node, ast.Call) else ""
    out: List[Record] = []
    callers = [record] + [c for c in walker.index.children.get(id(record), []) if c.code.co_name.startswith("<")]
    for caller in callers:
        for child in walker.index.children.get(id(caller), []):
            if not child.plan.flags & 0x220 or child.born > scene.time or child.code.co_name.startswith("<"):
                continue
            if child.code.co_name == name or _feeds(walker, child, statement, node):
                out.append(child)
    return out


def _feeds(walker: Walker, child: Record, statement: Optional[ast.AST], node: ast.expr) -> bool:
    return walker.index.called_by(child, node) or (statement is not None and walker.index.called_by(child, statement))
