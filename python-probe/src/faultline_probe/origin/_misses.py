"""Calls of library code: those known to give None or a default on a miss, and the rest."""

from __future__ import annotations

import ast
from types import AsyncGeneratorType, CoroutineType, GeneratorType
from typing import Any, Optional

from . import _values
from ._containers import ANY, Selector, element
from ._index import Scene
from ._recording import RETURN, STEP
from ._safe import MISSING, UNKNOWN, Ref
from ._trail import FOREIGN, Trail, Want, describe, found, lost, same
from ._walk import Walker, join, text

ALWAYS_NONE = frozenset(
    "append extend insert sort reverse clear remove update add discard appendleft extendleft shuffle setattr print "
    "write_text_nothing".split()
)
MISSES = {
    "match": "the pattern does not match",
    "search": "the pattern is not found",
    "fullmatch": "the pattern does not match the whole text",
    "group": "the group took no part in the match",
    "getenv": "the environment variable is not set",
    "which": "the program is not on the path",
    "find_spec": "the module is not found",
    "find": "the element is not found",
    "findtext": "the element is not found",
    "fetchone": "there is no row",
    "get_nowait": "",
}
MADE = frozenset(
    "str int float bool list dict tuple set frozenset bytes bytearray len abs round sorted sum format repr ascii chr "
    "ord hex bin oct divmod pow join split rsplit splitlines strip lstrip rstrip upper lower title capitalize replace "
    "encode decode partition rpartition keys values items copy count index zfill ljust rjust center casefold "
    "swapcase startswith endswith isdigit removeprefix removesuffix range enumerate zip map filter reversed iter "
    "defaultdict OrderedDict Counter deque object type Decimal Fraction Path".split()
)


def follow_library(walker: Walker, node: ast.Call, scene: Scene, want: Want) -> Trail:
    """Where the result of a call came from that no recorded frame gave."""
    func = node.func
    name = func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""
    if walker.index.unseen_calls(name):
        return lost("too many events", walker.step("return", node, scene, text(func)))
    for handler in (_lookup, _defaulting, _passing, _cached, _known_none):
        trail = handler(walker, node, name, scene, want)
        if trail is not None:
            return trail
    step = walker.step("library-call", node, scene, text(func))
    if want.kind != "none":
        if isinstance(func, ast.Name) and _is_class(walker, func, scene) and name not in MADE:
            return found(step._replace(kind="built"), (node, scene))
        if name in MADE or type(want.token) is Ref and _is_suspended(walker, want.token):
            return found(step, (node, scene))
        return Trail([step], "partial", FOREIGN, (node, scene))
    return Trail([step], "partial", text(func) + "() is not the project's code")


def _is_suspended(walker: Walker, ref: Ref) -> bool:
    """Whether an object is a coroutine or generator, which the call itself makes."""
    return type(_values.find_object(walker, ref)) in (CoroutineType, GeneratorType, AsyncGeneratorType)


def _is_class(walker: Walker, func: ast.Name, scene: Scene) -> bool:
    """Whether a name stands for a class, whose call makes an object."""
    from ._classes import class_of

    ref = walker.value(func, scene)
    if type(ref) is not Ref or not ref.id:
        return False
    cls = class_of(walker, ref)
    return cls is not UNKNOWN and id(cls) == ref.id


def _lookup(walker: Walker, node: ast.Call, name: str, scene: Scene, want: Want) -> Optional[Trail]:
    """``mapping.get(key)``, ``pop(key, default)``, ``setdefault(key)``."""
    func = node.func
    if name not in ("get", "pop", "popleft", "setdefault") or not isinstance(func, ast.Attribute):
        return None
    if not node.args:
        return element(walker, func.value, scene, ANY, want) if name in ("pop", "popleft") else None
    key = walker.value(node.args[0], scene)
    step = walker.step("item", node, scene, text(func.value) + "[" + describe(key) + "]")
    default: Optional[ast.expr] = node.args[1] if len(node.args) > 1 else None
    for keyword in node.keywords:
        if keyword.arg == "default":
            default = keyword.value
    present = _was_present(walker, node, key, scene)
    selector = Selector("index" if type(key) is int and name == "pop" else "key", key)
    if present is True:
        return join(step, element(walker, func.value, scene, selector, want))
    if present is None and not text(func.value).endswith("environ"):
        inner = element(walker, func.value, scene, selector, want) if key is not UNKNOWN else None
        if inner is not None and inner.found:
            return join(step, inner)
        if _was_there_before(walker, func.value, key, scene) is not False:
            return Trail([step], "partial", "whether the key was there is not known")
    return _missed(walker, node, key, default, scene, want)


def _was_there_before(walker: Walker, node: ast.expr, key: Any, scene: Scene) -> Optional[bool]:
    """Whether the mapping was built with the key or a recorded statement put it there; None if not known."""
    from ._state import had_key

    if isinstance(node, ast.Dict) and all(isinstance(k, ast.Constant) for k in node.keys):
        return any(isinstance(k, ast.Constant) and same(_values.constant(k), key) for k in node.keys)
    ref = walker.value(node, scene)
    if type(ref) is not Ref or not ref.id:
        return None
    built = walker.walk(node, scene, Want("value", ref))
    since = built.maker[1].time if built.maker is not None and built.found else 0
    return had_key(walker, scene.time, ref, built, key, since) if built.found else None


def _missed(walker: Walker, node: ast.Call, key: Any, default: Optional[ast.expr], scene: Scene, want: Want) -> Trail:
    note = "key " + (describe(key) if key is not UNKNOWN else text(node.args[0])) + " is not there"
    step = walker.step("miss", node, scene, text(node), note)
    if default is None:
        return found(step, (node, scene)) if want.kind == "none" else lost("the look-up gave another value", step)
    if isinstance(default, ast.Constant):
        if want.matches(_values.constant(default)) is False:
            return lost("the default is another value", step)
        return found(step, (node, scene))
    return join(walker.step("item", node, scene, text(node), note), walker.walk(default, scene, want))


def _was_present(walker: Walker, node: ast.Call, key: Any, scene: Scene) -> Optional[bool]:
    """Whether the key was in the mapping: as seen when the statement was done, else by the recording."""
    assert isinstance(node.func, ast.Attribute)
    if node.func.attr != "get":
        return _was_there_before(walker, node.func.value, key, scene)
    entry = walker.index.log[scene.time] if scene.time < walker.index.now else None
    if entry is not None and entry.kind == RETURN and scene.time > 0:
        entry = walker.index.log[scene.time - 1]
    if entry is not None and entry.record is scene.record and entry.kind == STEP:
        for effect, seen in walker.index.lookups(entry):
            if effect.node is node and type(seen) is tuple and seen[2] is not UNKNOWN:
                return seen[2] is not MISSING
    seen = _values.item_token(walker, walker.value(node.func.value, scene), key, scene)
    if seen is MISSING and not scene.live:
        return _was_there_before(walker, node.func.value, key, scene)
    return None if seen is UNKNOWN else seen is not MISSING


def _defaulting(walker: Walker, node: ast.Call, name: str, scene: Scene, want: Want) -> Optional[Trail]:
    """``getattr(x, "a", default)``, ``next(it, default)``, ``max(xs, default=…)``, ``os.getenv(k, default)``."""
    if name == "getattr" and len(node.args) >= 2:
        return _getattr(walker, node, scene, want)
    if name == "next" and node.args:
        return _next(walker, node, scene, want)
    if name == "getenv" and len(node.args) > 1:
        return _missed(walker, node, walker.value(node.args[0], scene), node.args[1], scene, want)
    if name in ("max", "min"):
        for keyword in node.keywords:
            if keyword.arg == "default" and want.matches(walker.value(keyword.value, scene)) is not False:
                note = "there was nothing to choose from"
                return found(walker.step("miss", node, scene, name, note), (node, scene))
        if len(node.args) == 1:
            return element(walker, node.args[0], scene, ANY, want)
    return None


def _getattr(walker: Walker, node: ast.Call, scene: Scene, want: Want) -> Optional[Trail]:
    from ._attributes import attribute_of

    key = walker.value(node.args[1], scene)
    base = walker.value(node.args[0], scene)
    if type(key) is not str:
        return None
    step = walker.step("attribute", node, scene, text(node.args[0]) + "." + key)
    there = _values.attribute_token(walker, base, key, scene)
    if len(node.args) > 2 and there is MISSING:
        return _missed(walker, node, key, node.args[2], scene, want)
    if len(node.args) > 2 and there is UNKNOWN:
        return Trail([step], "partial", "whether the attribute was there is not known")
    return attribute_of(walker, node.args[0], key, step, scene, want)


def _next(walker: Walker, node: ast.Call, scene: Scene, want: Want) -> Optional[Trail]:
    """``next(it[, default])``: an element, or the default when there was none."""
    from ._iteration import _from_generator

    source = node.args[0]
    record = scene.record
    if len(node.args) > 1:
        generated = _from_generator(walker, None, source, (), scene, want)
        default = node.args[1]
        if generated is not None and generated.found:
            return generated
        if want.matches(walker.value(default, scene)) is False:
            return element(walker, source, scene, ANY, want)
        if isinstance(source, ast.GeneratorExp):
            if not _none_yielded(walker, source, scene):
                return Trail([walker.step("miss", node, scene, "next")], "partial", "an element may have been None")
        note = "the iterator was exhausted"
        if isinstance(default, ast.Constant):
            return found(walker.step("miss", node, scene, text(node), note), (node, scene))
        return join(walker.step("item", node, scene, text(node), note), walker.walk(default, scene, want))
    if record is None:
        return None
    yields = [
        (r, t)
        for r in walker.index.children.get(id(record), [])
        if r.plan.flags & 0x20
        for t, _e in walker.index.yields(r)
        if scene.start <= t <= scene.time
    ]
    if yields:
        from ._calls import follow_yield

        child, time = yields[-1]
        return follow_yield(walker, child, (time, walker.index.log[time]), want)
    return element(walker, source, scene, ANY, want)


def _none_yielded(walker: Walker, source: ast.GeneratorExp, scene: Scene) -> bool:
    """Whether the generator expression of this statement gave nothing at all."""
    record = scene.record
    if record is None:
        return False
    for child in walker.index.children.get(id(record), []):
        if child.code.co_name == "<genexpr>" and scene.start <= child.born <= scene.time:
            if walker.index.yields(child):
                return False
    return True


def _passing(walker: Walker, node: ast.Call, name: str, scene: Scene, want: Want) -> Optional[Trail]:
    """Calls that hand on what they are given: ``copy.copy(x)``, ``cast(T, x)``, ``reduce``."""
    if name in ("copy", "deepcopy") and node.args and want.kind == "none":
        return walker.walk(node.args[0], scene, want)
    if name == "cast" and len(node.args) == 2:
        return walker.walk(node.args[1], scene, want)
    return None


def _cached(walker: Walker, node: ast.Call, name: str, scene: Scene, want: Want) -> Optional[Trail]:
    """A function under ``lru_cache``: an earlier call made the value."""
    from ._calls import follow_return
    from ._positions import scope_node
    from ._trail import agree

    gave = []
    for code_id, records in walker.index.by_code.items():
        scope = scope_node(walker.index.codes[code_id]) if walker.index.codes[code_id].co_name == name else None
        decorators = getattr(scope, "decorator_list", [])
        names = {text(d.func if isinstance(d, ast.Call) else d).rpartition(".")[2] for d in decorators}
        if names & {"lru_cache", "cache", "cached_property"}:
            for record in records:
                ending = walker.index.ending(record)
                if record.born <= scene.time and ending is not None and want.matches(ending[1].names):
                    gave.append(record)
    if not gave:
        return None
    step = walker.step("return", node, scene, name, "the result was cached")
    return join(step, agree([follow_return(walker, r, want, None) for r in gave], "several cached calls gave it"))


def _known_none(walker: Walker, node: ast.Call, name: str, scene: Scene, want: Want) -> Optional[Trail]:
    """Library calls that are known to give None: a failed search, a method that works in place."""
    if want.kind != "none":
        return None
    if name in ALWAYS_NONE:
        note = name + "() always gives None"
        return found(walker.step("library-call", node, scene, text(node), note), (node, scene))
    if name in MISSES and isinstance(node.func, (ast.Attribute, ast.Name)):
        note = MISSES[name]
        pattern = walker.value(node.args[0], scene) if node.args else UNKNOWN
        if type(pattern) in (str, int):
            note += ": " + describe(pattern)
        return found(walker.step("miss", node, scene, text(node), note), (node, scene))
    if text(node.func) == "dict.fromkeys":
        return None
    return None
