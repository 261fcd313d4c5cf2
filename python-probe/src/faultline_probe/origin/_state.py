"""Containers and names in the wrong state: a key that is not there, too few elements, a name without a value."""

from __future__ import annotations

import ast
import difflib
from typing import Any, List, Optional

from . import _values
from ._effects import DELETE_ITEM, DELETE_NAME, ITEM, MUTATION, NAME, effects_of
from ._index import Effected, Scene, statements_in
from ._positions import scope_node
from ._recording import STEP
from ._safe import UNKNOWN, Ref
from ._trail import OBJECT, Step, Trail, Want, describe, doubt, found, lost, same
from ._walk import Walker, text

REMOVERS = frozenset("pop popitem popleft clear remove discard __delitem__".split())


def follow_missing_key(walker: Walker, node: ast.expr, key: Any, scene: Scene) -> Trail:
    """Where a dict lost a key, else where it was built without it."""
    ref = walker.value(node, scene)
    want = Want("value", ref) if type(ref) is Ref and ref.id else OBJECT
    built = walker.walk(node, scene, want)
    note = _key_note(walker, ref, key)
    if type(ref) is not Ref or not ref.id:
        return _noted(built, note)
    trail = _lost_key(walker, ref, built, key, note, scene)
    return doubt(trail, "too many events") if walker.index.unseen_changes() else trail


def _lost_key(walker: Walker, ref: Ref, built: Trail, key: Any, note: Optional[str], scene: Scene) -> Trail:
    """The change that took the key away, else where the dict was built."""
    since = built.maker[1].time if built.maker is not None and built.found else 0
    for store in walker.index.stores(ref, scene.time, since):
        kind = _removed_key(walker, store, key)
        if kind is None:
            continue
        if kind == "unknown":
            return lost("an item was removed, which one is not known", _at(walker, store, "deleted", note))
        if kind == "emptied":
            had = had_key(walker, store.time, ref, built, key, since)
            if had is False:
                continue
            if had is None:
                return lost("whether the key was there before is not known", _at(walker, store, kind, note))
        return Trail(_on_the_way(built) + [_at(walker, store, kind, note)], "found")
    return _noted(built, note)


def _on_the_way(built: Trail) -> List[Step]:
    """The steps by which the container itself came to the crash."""
    return built.steps[:-1] if built.found else list(built.steps)


def _at(walker: Walker, store: Effected, kind: str, note: Optional[str]) -> Step:
    scene = walker.index.at(store.time, store.entry)
    node = store.effect.node
    name = text(node.func) if isinstance(node, ast.Call) else text(node)
    return walker.step(kind, node, scene, name, note)


def _removed_key(walker: Walker, store: Effected, key: Any) -> Optional[str]:
    """How a change may have removed a key: "deleted", "emptied", "unknown"; None if it did not."""
    effect = store.effect
    if effect.kind == DELETE_ITEM:
        if store.seen[1] is UNKNOWN:
            return "unknown"
        return "deleted" if same(store.seen[1], key) else None
    if effect.kind != MUTATION or effect.name not in REMOVERS:
        return None
    if effect.name == "clear":
        return "emptied"
    if effect.name == "popitem":
        return "unknown"
    if not isinstance(effect.node, ast.Call) or not effect.node.args:
        return None
    removed = walker.value(effect.node.args[0], walker.index.at(store.time, store.entry))
    if removed is UNKNOWN:
        return "unknown"
    return "deleted" if same(removed, key) else None


def had_key(walker: Walker, before: int, ref: Ref, built: Trail, key: Any, since: int) -> Optional[bool]:
    """Whether a dict had a key before a time (it is not known where the recording does not say)."""
    unknown = False
    for store in walker.index.stores(ref, before, since):
        if store.effect.kind == ITEM:
            if store.seen[1] is UNKNOWN:
                unknown = True
            elif same(store.seen[1], key):
                return True
        elif store.effect.kind == MUTATION and store.effect.name in ("update", "setdefault"):
            unknown = True
    if built.maker is not None:
        node = built.maker[0]
        if isinstance(node, ast.Dict) and all(isinstance(k, ast.Constant) for k in node.keys):
            keys = [k.value for k in node.keys if isinstance(k, ast.Constant)]
            if any(same(k, key) for k in keys):
                return True
            return None if unknown else False
        made_by = text(node.func) if isinstance(node, ast.Call) and not node.keywords else ""
        if isinstance(node, ast.Call) and made_by in ("dict", "defaultdict", "OrderedDict"):
            return None if unknown or len(node.args) > (text(node.func) == "defaultdict") else False
    return None


def _key_note(walker: Walker, ref: Any, key: Any) -> Optional[str]:
    """Which key is missing and which ones are near to it."""
    if key is UNKNOWN or type(key) is Ref:
        return None
    note = "key " + describe(key) + " is not in the dict"
    obj = _values.find_object(walker, ref) if type(ref) is Ref else UNKNOWN
    if type(obj) is dict and type(key) is str and len(obj) <= 1000:
        keys = [k for k in obj if type(k) is str]
        near = difflib.get_close_matches(key, keys, 3)
        if near:
            note += "; nearest: " + ", ".join(describe(k) for k in near)
    return note


def _noted(built: Trail, note: Optional[str]) -> Trail:
    """The trail to where a container was built, as the origin of what it lacks."""
    if not built.steps:
        return built
    last = built.steps[-1]
    kind = "built" if last.kind in ("built", "module-name", "literal") else last.kind
    steps = built.steps[:-1] + [last._replace(kind=kind, note=note or last.note)]
    return Trail(steps, built.status, built.reason, built.maker)


def follow_short_sequence(walker: Walker, node: ast.expr, index: Any, scene: Scene) -> Trail:
    """Where a sequence lost elements, else where it was made with its length."""
    trail = _shortened(walker, node, index, scene)
    return doubt(trail, "too many events") if walker.index.unseen_changes() else trail


def _shortened(walker: Walker, node: ast.expr, index: Any, scene: Scene) -> Trail:
    seen = walker.value(node, scene)
    known = seen is not UNKNOWN and seen is not None and not (type(seen) is Ref and not seen.id)
    built = walker.walk(node, scene, Want("value", seen) if known else OBJECT)
    note = _length_note(walker, seen, index)
    if type(seen) is Ref and seen.id:
        since = built.maker[1].time if built.maker is not None and built.found else 0
        for store in walker.index.stores(seen, scene.time, since):
            effect = store.effect
            if effect.kind == DELETE_ITEM or effect.kind == MUTATION and effect.name in REMOVERS:
                return Trail(_on_the_way(built) + [_at(walker, store, "emptied", note)], "found")
            if effect.kind == ITEM and _is_slice(effect.node):
                return Trail(_on_the_way(built) + [_at(walker, store, "emptied", note)], "found")
    trail = _noted(built, note)
    if trail.found and type(seen) is str and trail.steps and trail.steps[-1].kind == "built":
        literal = trail.maker is not None and isinstance(trail.maker[0], ast.Constant)
        trail.steps[-1] = trail.steps[-1]._replace(kind="literal" if literal else "built")
    return trail


def _is_slice(node: ast.AST) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)


def _length_note(walker: Walker, seen: Any, index: Any) -> Optional[str]:
    length: Optional[int] = None
    if type(seen) in (str, bytes):
        length = len(seen)
    elif type(seen) is Ref:
        obj = _values.find_object(walker, seen)
        length = len(obj) if type(obj) in (list, tuple, str, bytes) else None
    if length is None:
        return None
    note = "it has %d element%s" % (length, "" if length == 1 else "s")
    return note + (", index " + describe(index) if type(index) is int else "")


def follow_unset_name(walker: Walker, name: str, node: ast.AST, scene: Scene) -> Trail:
    """Which statement would have set a name, or which one took its value away."""
    owner = _owner(walker, name, scene)
    if owner is None:
        return lost("no statement sets " + name)
    deleted = _deletion(walker, name, owner)
    if deleted is not None:
        return deleted
    scope = owner.scope
    if scope is None:
        return lost("the source of the function is not there")
    setters: List[ast.AST] = []
    targets: List[ast.AST] = []
    for statement in statements_in(scope):
        for effect in effects_of(statement):
            if effect.kind == NAME and effect.name == name:
                setters.append(statement)
                targets.append(effect.node)
    if isinstance(node, ast.AugAssign) and node in setters:
        place = setters.index(node)
        del setters[place], targets[place]
        setters, targets = (setters, targets) if setters else ([node], [node.target])
    note = "this did not run before " + name + " was used"
    steps = [walker.step("never-set", s, owner, name, note) for s in setters]
    if len(steps) == 1:
        return found(steps[0])
    if not steps:
        return lost("no statement sets " + name)
    return lost("several statements set " + name + ", none of them ran", steps[0])


def _owner(walker: Walker, name: str, scene: Scene) -> Optional[Scene]:
    """The scene of the function (or module) that a name belongs to."""
    record = scene.record
    if record is None or record.lines is not None:
        return scene
    code = record.code
    if name in code.co_varnames or name in code.co_cellvars:
        return scene
    if name in code.co_freevars:
        homes = walker.index.homes(record)
        if not homes:
            return None
        home = homes[-1]
        outer = Scene(home, scene.path, scope_node(home.code), home.born, scene.time)
        return _owner(walker, name, outer)
    return None


def _deletion(walker: Walker, name: str, owner: Scene) -> Optional[Trail]:
    """The ``del`` (or the end of an ``except … as``) that unset a name, if it ran last."""
    record = owner.record
    if record is None:
        return None
    for time in reversed(walker.index.of(record)):
        entry = walker.index.log[time]
        if entry.kind != STEP or entry.unit is None or time >= owner.time:
            continue
        for effect, statement in walker.index.statements(record, entry.unit):
            if effect.name != name:
                continue
            if effect.kind == DELETE_NAME:
                return found(walker.step("deleted", effect.node, owner, name))
            if effect.kind == NAME and isinstance(statement, ast.ExceptHandler):
                note = "the name of an `except … as` is unset when the handler ends"
                return found(walker.step("deleted", statement, owner, name, note))
            if effect.kind == NAME:
                return lost(name + " was set and lost its value in a way that was not recorded")
    return None
