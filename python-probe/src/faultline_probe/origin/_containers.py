"""Elements of containers: which display, call or later change put a value where it was found."""

from __future__ import annotations

import ast
from typing import Any, List, NamedTuple, Optional, Sequence, Tuple

from . import _values
from ._effects import DELETE_ITEM, ITEM, MUTATION, index_of
from ._index import Effected, Scene
from ._recording import STEP
from ._safe import MAX_ITEMS, UNKNOWN, Ref, token
from ._trail import NEVER_NONE, OBJECT, OTHER_VALUE, Trail, Want, agree, describe, doubt, inside, lost, possible, same
from ._walk import Walker, join, rule, text


class Selector(NamedTuple):
    """Which element: kind "index" (key is an int), "key" (an atom) or "any"."""

    kind: str
    key: Any


ANY = Selector("any", None)
COPIES = frozenset("list tuple sorted reversed set frozenset dict iter deque copy deepcopy OrderedDict array".split())
ORDERED = frozenset("list tuple iter copy deepcopy deque".split())


@rule(ast.Subscript)
def _subscript(walker: Walker, node: ast.Subscript, scene: Scene, want: Want) -> Trail:
    """The item that ``a[k]`` read."""
    from ._calls import follow_return

    called = _values.child(walker, node, scene)
    key_node = index_of(node)
    key = walker.value(key_node, scene)
    name = text(node.value) + "[" + (describe(key) if key is not UNKNOWN else text(key_node)) + "]"
    step = walker.step("item", node, scene, name)
    if called is not None:
        return follow_return(walker, called, want, step._replace(kind="return"))
    if isinstance(key_node, ast.Slice):
        if want.kind == "none":
            return lost(NEVER_NONE, step)
        return Trail([step._replace(kind="built")], "found", None, (node, scene))
    selector = ANY if key is UNKNOWN or type(key) is Ref else Selector("key", key)
    if type(key) is int:
        selector = Selector("index", key)
    return join(step, element(walker, node.value, scene, selector, want))


def element(walker: Walker, node: ast.expr, scene: Scene, selector: Selector, want: Want) -> Trail:
    """Where an element of the container that an expression stands for came from."""
    walker.work += 1
    if walker.depth > 140 or walker.work > 4000:
        return lost("the chain is too long")
    walker.depth += 1
    try:
        return _element(walker, node, scene, selector, want)
    finally:
        walker.depth -= 1


def _element(walker: Walker, node: ast.expr, scene: Scene, selector: Selector, want: Want) -> Trail:
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return _display(walker, node.elts, scene, selector, want)
    if isinstance(node, ast.Dict):
        return _dict_display(walker, node, scene, selector, want)
    if isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp)):
        return walker.walk(node.elt, scene, want)
    if isinstance(node, ast.DictComp):
        return walker.walk(node.value, scene, want)
    if isinstance(node, ast.Call):
        from ._iteration import element_of_call

        return element_of_call(walker, node, scene, selector, want)
    if isinstance(node, ast.IfExp):
        truth = _values.truth_of(walker, node.test, scene)
        if truth is not None:
            return element(walker, node.body if truth else node.orelse, scene, selector, want)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        side = node.left if isinstance(node.left, (ast.List, ast.Tuple)) else node.right
        return element(walker, side, scene, ANY, want)
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.BitOr)):
        both = [element(walker, side, scene, selector, want) for side in (node.left, node.right)]
        return agree(_plausible(both), "which operand held the value is not known")
    if isinstance(node, ast.Await):
        if isinstance(node.value, ast.Call) and text(node.value.func).endswith("gather"):
            return walker.walk(node, scene, want)
        return _element_of_result(walker, node, scene, selector, want)
    if isinstance(node, ast.AugAssign):
        both = [element(walker, side, scene, ANY, want) for side in (node.value, node.target)]
        return agree([t for t in both if t.found] or both[:1], "which operand held the value is not known")
    if isinstance(node, ast.Subscript) and isinstance(index_of(node), ast.Slice):
        return element(walker, node.value, scene, _unsliced(walker, index_of(node), scene, selector), want)
    return element_of_object(walker, node, scene, selector, want)


def _unsliced(walker: Walker, cut: ast.expr, scene: Scene, selector: Selector) -> Selector:
    """Which element of a sequence an element of its slice is."""
    if selector.kind != "index" or not isinstance(cut, ast.Slice) or cut.step is not None or selector.key < 0:
        return ANY
    lower = 0 if cut.lower is None else walker.value(cut.lower, scene)
    return Selector("index", selector.key + lower) if type(lower) is int and lower >= 0 else ANY


def _display(walker: Walker, elements: Sequence[ast.expr], scene: Scene, selector: Selector, want: Want) -> Trail:
    """An element of a list, tuple or set display."""
    if selector.kind == "index" and type(selector.key) is int:
        index = selector.key
        before = elements[: index + 1] if index >= 0 else elements[index:]
        if not any(isinstance(e, ast.Starred) for e in before) and -len(elements) <= index < len(elements):
            if want.matches(walker.value(elements[index], scene)) is False:
                return lost(OTHER_VALUE)
            return walker.walk(elements[index], scene, want)
    trails: List[Trail] = []
    for part in elements:
        if isinstance(part, ast.Starred):
            trails.append(element(walker, part.value, scene, ANY, want))
        elif want.matches(walker.value(part, scene)) is not False:
            trails.append(walker.walk(part, scene, want))
    return agree(_plausible(trails), "which element it was is not known")


def _plausible(trails: List[Trail]) -> List[Trail]:
    """Without those that turned out to hold another value."""
    return [t for t in trails if possible(t)]


def _dict_display(walker: Walker, node: ast.Dict, scene: Scene, selector: Selector, want: Want) -> Trail:
    trails: List[Trail] = []
    for key, value in reversed(list(zip(node.keys, node.values))):
        if key is None:
            inner = element(walker, value, scene, selector, want)
            trails.append(inner)
            if inner.found and selector.kind != "any":
                break
            continue
        known = walker.value(key, scene)
        if selector.kind != "any" and known is not UNKNOWN and not same(known, selector.key):
            continue
        if want.matches(walker.value(value, scene)) is False:
            continue
        step = walker.step("item", value, scene, describe(known) if known is not UNKNOWN else text(key))
        trails.append(join(step, walker.walk(value, scene, want)))
        if selector.kind != "any" and known is not UNKNOWN:
            break
    return agree(_plausible(trails), "which item it was is not known")


def _element_of_result(walker: Walker, node: ast.expr, scene: Scene, selector: Selector, want: Want) -> Trail:
    """An element of what a call or another expression gave: found where that was built."""
    trail = _from_maker(walker, walker.walk(node, scene, OBJECT), selector, want)
    return doubt(trail, "another item may have been set later") if _set_somewhere(walker, selector, want) else trail


def _set_somewhere(walker: Walker, selector: Selector, want: Want) -> bool:
    """Whether any container may have been given the item: one that is not known may have been it."""
    for entry in walker.index.log if selector.kind != "any" else ():
        if entry.kind != STEP or entry.unit is None or not entry.others:
            continue
        for effect, seen in zip(entry.unit.others, entry.others[0]):
            if effect.kind == MUTATION and effect.name in ("update", "setdefault") and selector.kind == "key":
                return True
            if effect.kind != ITEM:
                continue
            if type(seen) is not tuple or seen[1] is UNKNOWN or same(seen[1], selector.key):
                if type(seen) is not tuple or want.matches(seen[2]) is not False:
                    return True
    return False


def _from_maker(walker: Walker, trail: Trail, selector: Selector, want: Want) -> Trail:
    def follow(node: ast.expr, scene: Scene) -> Trail:
        if isinstance(node, (ast.Name, ast.Attribute, ast.Constant)):
            return lost("the container was not built by the project")
        return element(walker, node, scene, selector, want)

    return inside(trail, follow, "where the container was built is not known")


def element_of_object(walker: Walker, node: ast.expr, scene: Scene, selector: Selector, want: Want) -> Trail:
    """An element of an object: the last change that can have put it there, else where it was built."""
    record = scene.record
    if isinstance(node, ast.Name) and record is not None:
        from ._arguments import star_element

        if walker.index.last_binding(record, node.id, scene.time) is None:
            starred = star_element(walker, record, node.id, selector, want)
            if starred is not None:
                return starred
    ref = walker.value(node, scene)
    if type(ref) is not Ref or not ref.id:
        return _element_of_result(walker, node, scene, selector, want)
    trail = _element_of_ref(walker, node, ref, scene, selector, want)
    if _may_be_older(walker, node, ref, scene):
        return doubt(trail, "whether the container was the same one is not known")
    return doubt(trail, "too many events") if walker.index.unseen_changes() else trail


def _may_be_older(walker: Walker, node: ast.expr, ref: Ref, scene: Scene) -> bool:
    """Whether changes are known from before library code handed the object out: it may be another one since."""
    built = walker.walk(node, scene, Want("value", ref))
    if built.maker is None or built.found:
        return False
    return any(store.time < built.maker[1].start for store in walker.index.stores(ref, scene.time))


def _element_of_ref(walker: Walker, node: ast.expr, ref: Ref, scene: Scene, selector: Selector, want: Want) -> Trail:
    """An element of an object that is known by its id."""
    built = walker.walk(node, scene, Want("value", ref))
    since = built.maker[1].time if built.maker is not None and built.found else 0
    placed = [
        replay(walker, ref, built, scene, since, place, want) for place in _places(walker, ref, scene, selector, want)
    ]
    known = [t for t in placed if t is not None]
    if placed and len(known) == len(placed):
        return agree(known, "several elements can be the value")
    return _from_history(walker, ref, built, scene, since, selector, want)


def _from_history(
    walker: Walker, ref: Ref, built: Trail, scene: Scene, since: int, selector: Selector, want: Want
) -> Trail:
    """An element of a container that was changed after it was built, looked for from the last change back."""
    trails: List[Trail] = []
    newer: Optional[List[Trail]] = None
    for store in walker.index.stores(ref, scene.time, since):
        trail, final = _changed(walker, store, selector, want)
        if trail is not None:
            trails.append(trail)
        elif newer is None and removes(walker, store, want):
            newer, trails = _plausible(trails), []
        if final:
            return _settle(walker, ref, newer, trails, want)
    if built.maker is not None and built.found and built.steps:
        static = _changed_in_body(walker, built, selector, want)
        if static is not None:
            trails.append(static.after(*built.steps[:-1]))
            return _settle(walker, ref, newer, trails, want)
    selector_left = selector
    if selector.kind == "index" and walker.index.stores(ref, scene.time, since):
        selector_left = _shifted(walker, ref, scene, since, selector)
    if built.maker is not None:
        inner = _from_maker(walker, built, selector_left, want)
        if possible(inner) or not trails and not newer:
            trails.append(inner)
    elif not trails and not newer:
        return Trail(built.steps, "partial", built.reason or "where the container was built is not known")
    return _settle(walker, ref, newer, trails, want)


def _changed_in_body(walker: Walker, built: Trail, selector: Selector, want: Want) -> Optional[Trail]:
    """An item that a statement of the same module (or class) body put into a container made there."""
    from ._modules import body_changes

    where = built.maker[1]
    name = built.steps[-1].name or ""
    changes = body_changes(walker, where, name)
    unsure = False
    for statement, effect in changes:
        if effect.kind != ITEM or selector.kind != "key" or not isinstance(statement, ast.Assign):
            unsure = True
            continue
        key = walker.value(index_of(effect.node), where)
        if key is UNKNOWN:
            unsure = True
        elif same(key, selector.key):
            step = walker.step("item", effect.node, where, text(effect.node))
            trail = join(step, walker.walk(statement.value, where, want))
            return lost("several statements of the body can have put it there", step) if unsure else trail
    return lost("a statement of the body changed the container") if unsure else None


SEVERAL = "several statements can have put the value there"


def removes(walker: Walker, store: Effected, want: Want) -> bool:
    """Whether a change may have taken the value out again."""
    effect = store.effect
    if effect.kind == DELETE_ITEM:
        return True
    if effect.kind != MUTATION or effect.name not in ("remove", "discard", "pop", "popleft", "popitem", "clear"):
        return False
    if effect.name in ("remove", "discard") and isinstance(effect.node, ast.Call) and effect.node.args:
        scene = walker.index.at(store.time, store.entry)
        return want.matches(walker.value(effect.node.args[0], scene)) is not False
    return True


def _settle(walker: Walker, ref: Ref, newer: Optional[List[Trail]], trails: List[Trail], want: Want) -> Trail:
    """Choose between sources from before and after something was taken out."""
    older = _plausible(trails)
    if newer is None:
        return agree(older or trails[:1], SEVERAL)
    if not newer:
        return agree(older or trails[:1], SEVERAL)
    if not older:
        return agree(newer, SEVERAL)
    obj = _values.find_object(walker, ref)
    if type(obj) is list and len(obj) <= MAX_ITEMS:
        if sum(1 for o in obj if want.matches(token(o))) == len(newer):
            return agree(newer, SEVERAL)
    return agree(newer + older, SEVERAL)


def _places(walker: Walker, ref: Ref, scene: Scene, selector: Selector, want: Want) -> List[int]:
    """Positions in a list of the elements that can be meant, where that is certain."""
    if selector.kind == "index":
        return [selector.key] if selector.key >= 0 else []
    obj = _values.find_object(walker, ref)
    if selector.kind != "any" or type(obj) is not list or len(obj) > MAX_ITEMS:
        return []
    if walker.index.stores(ref, walker.index.now, scene.time):
        return []
    return [i for i, o in enumerate(obj) if want.matches(token(o))]


def replay(walker: Walker, ref: Ref, built: Trail, scene: Scene, since: int, place: int, want: Want) -> Optional[Trail]:
    """The element at a place of a list that was built by a display and grew only at its end; None if it did not."""
    if built.maker is None or not built.found:
        return None
    display, where = built.maker
    if not isinstance(display, ast.List) or any(isinstance(e, ast.Starred) for e in display.elts):
        return None
    length = len(display.elts)
    added: List[Effected] = []
    for store in reversed(walker.index.stores(ref, scene.time, since)):
        if store.effect.kind == ITEM and type(store.seen[1]) is int:
            if store.seen[1] == place:
                return None
            continue
        if store.effect.kind != MUTATION or store.effect.name != "append":
            return None
        added.append(store)
    if place < length:
        return walker.walk(display.elts[place], where, want).after(*built.steps[:-1])
    if place - length >= len(added):
        return None
    store = added[place - length]
    trail, _final = _changed(walker, store, ANY, want)
    return trail


def _shifted(walker: Walker, ref: Ref, scene: Scene, since: int, selector: Selector) -> Selector:
    """An index is still good for the display when elements were only added at the end."""
    for store in walker.index.stores(ref, scene.time, since):
        if store.effect.kind == MUTATION and store.effect.name not in ("append", "extend"):
            return ANY
    return selector if selector.key >= 0 else ANY


def _changed(walker: Walker, store: Effected, selector: Selector, want: Want) -> Tuple[Optional[Trail], bool]:
    """What one change of a container says about an element: a trail, and whether nothing older matters."""
    effect = store.effect
    scene = walker.index.at(store.time, store.entry)
    node = effect.node
    if effect.kind == ITEM:
        return _stored_item(walker, store, selector, want)
    if effect.kind != MUTATION or not isinstance(node, ast.Call):
        return None, False
    if effect.name == "clear":
        return None, True
    step = walker.step("append", node, scene, text(node.func))
    argument = node.args[-1] if node.args else None
    if effect.name in ("append", "add", "appendleft", "insert") and argument is not None:
        if want.matches(walker.value(argument, scene)) is False:
            return None, False
        return join(step, walker.walk(argument, scene, want)), False
    if effect.name in ("extend", "extendleft") and argument is not None:
        inner = element(walker, argument, scene, ANY, want)
        return (join(step, inner), False) if possible(inner) else (None, False)
    if effect.name == "setdefault" and len(node.args) > 1:
        return _set_default(walker, store, node, selector, want)
    if effect.name == "update":
        return _updated(walker, node, scene, selector, want)
    return None, False


def _stored_item(walker: Walker, store: Effected, selector: Selector, want: Want) -> Tuple[Optional[Trail], bool]:
    key = store.seen[1]
    if selector.kind != "any" and key is not UNKNOWN and not same(key, selector.key):
        return None, False
    exact = selector.kind != "any" and key is not UNKNOWN
    if store.seen[2] is not UNKNOWN and want.matches(store.seen[2]) is False:
        if not exact:
            return None, False
        return lost("the item changed in a way that was not recorded"), True
    trail = walker.bound(store, want, "item")
    return trail, exact


def _set_default(
    walker: Walker, store: Effected, node: ast.Call, selector: Selector, want: Want
) -> Tuple[Optional[Trail], bool]:
    scene = walker.index.at(store.time, store.entry)
    key = walker.value(node.args[0], scene)
    if selector.kind != "any" and not same(key, selector.key):
        return None, False
    if want.matches(walker.value(node.args[1], scene)) is False:
        return None, False
    step = walker.step("item", node, scene, text(node.func))
    return join(step, walker.walk(node.args[1], scene, want)), False


def _updated(
    walker: Walker, node: ast.Call, scene: Scene, selector: Selector, want: Want
) -> Tuple[Optional[Trail], bool]:
    for keyword in node.keywords:
        if keyword.arg is not None and selector.kind == "key" and keyword.arg == selector.key:
            step = walker.step("item", keyword.value, scene, keyword.arg)
            return join(step, walker.walk(keyword.value, scene, want)), True
    step = walker.step("item", node, scene, text(node.func))
    sources = list(node.args) + [k.value for k in node.keywords if k.arg is None]
    for source in sources:
        inner = element(walker, source, scene, selector, want)
        if possible(inner):
            return join(step, inner), inner.found and selector.kind != "any"
    return None, False


def nested_element(walker: Walker, node: ast.expr, path: Sequence[int], scene: Scene, want: Want) -> Trail:
    """The element at a nested place of what an expression gives (unpacking)."""
    if not path:
        return walker.walk(node, scene, want)
    if len(path) == 1:
        return element(walker, node, scene, Selector("index", path[0]), want)
    if isinstance(node, (ast.Tuple, ast.List)) and path[0] < len(node.elts):
        return nested_element(walker, node.elts[path[0]], path[1:], scene, want)
    trail = element(walker, node, scene, Selector("index", path[0]), OBJECT)
    return inside(trail, lambda n, s: nested_element(walker, n, path[1:], s, want), "the nested element was not found")
