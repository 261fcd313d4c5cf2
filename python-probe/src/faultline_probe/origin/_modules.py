"""Names of modules: their bodies, imports, ``global`` statements."""

from __future__ import annotations

import ast
import sys
from typing import Any, List, Optional, Tuple

from . import _values
from ._effects import NAME, effects_of
from ._index import Scene, statements_in
from ._plan import extent
from ._positions import scope_node
from ._recording import STEP, Record
from ._safe import MISSING, UNKNOWN, Ref, instance_dict, token
from ._source import absolute, tree_of
from ._trail import Trail, Want, agree, lost, possible
from ._walk import Walker, join

_modules = sys.modules


def module_of(path: str) -> Any:
    """The loaded module of a file; UNKNOWN if there is none."""
    for module in list(_modules.values()):
        names = instance_dict(module)
        file = names.get("__file__") if names is not None else None
        if type(file) is str and (file == path or absolute(file) == absolute(path)):
            return module
    return UNKNOWN


def global_token(walker: Walker, name: str, scene: Scene) -> Any:
    """Token of a module-level name now; only good if it has not changed since."""
    if scene.live:
        found = scene.live[-1].f_globals.get(name, MISSING)
        return token(found) if found is not MISSING else UNKNOWN
    module = module_of(scene.path)
    names = instance_dict(module) if module is not UNKNOWN else None
    if names is None or name not in names:
        return UNKNOWN
    stores = _global_stores(walker, scene.path, name, walker.index.now)
    if any(t >= scene.time for t, _r in stores):
        return UNKNOWN
    return token(names[name])


def _global_stores(walker: Walker, path: str, name: str, before: int) -> List[Tuple[int, Record]]:
    """Times at which functions of a file bound a name that they declare global."""
    out: List[Tuple[int, Record]] = []
    for time, entry in enumerate(walker.index.log[:before]):
        if entry.kind == STEP and entry.unit is not None and name in entry.unit.names:
            record = entry.record
            if name in record.plan.globals and record.code.co_filename == path:
                out.append((time, record))
    return out


def follow_global(walker: Walker, name: str, scene: Scene, want: Want) -> Trail:
    """A name that is not local: the last binding in a function or in the module body."""
    stores = _global_stores(walker, scene.path, name, scene.time)
    outside = _module_stores(walker, scene.path, name, scene.time)
    if outside is not None and (not stores or outside.time > stores[-1][0]):
        from ._attributes import store_trail

        return store_trail(walker, outside, walker.step("global", outside.effect.node, scene, name), want)
    if stores:
        time, record = stores[-1]
        last = walker.index.last_binding(record, name, time + 1)
        if last is not None:
            if want.matches(last.seen) is False:
                return lost("the value of " + name + " changed in a way that was not recorded")
            return walker.bound(last, want, "global")
    return follow_body(walker, name, scene, want)


def _module_stores(walker: Walker, path: str, name: str, before: int) -> Any:
    module = module_of(path)
    if module is UNKNOWN:
        return None
    ref = token(module)
    for store in walker.index.stores(ref, before) if type(ref) is Ref else []:
        if store.effect.name == name or store.seen[1] == name:
            return store
    return None


def body_record(walker: Walker, path: str, scope: Optional[ast.AST]) -> Optional[Record]:
    """The record of a module or class body."""
    for record in walker.index.recording.bodies.get(path, []):
        if scope_node(record.code) is scope:
            return record
    return None


def follow_body(walker: Walker, name: str, scene: Scene, want: Want, scope: Optional[ast.AST] = None) -> Trail:
    """A name bound in the body of a module (or class): the last statement that ran and bound it."""
    tree = tree_of(scene.path)
    if tree is None:
        return lost("the source of the module is not there")
    in_body = scene.record is not None and scene.record.lines is not None
    body = scope or (scene.scope if in_body else None) or tree.module
    record = body_record(walker, scene.path, body)
    bound = [(s, e.node) for s in statements_in(body) for e in effects_of(s) if e.kind == NAME and e.name == name]
    if isinstance(body, ast.ClassDef) and not bound:
        return follow_body(walker, name, scene, want, tree.module)
    if not bound:
        return lost(name + " is not bound in its module")
    time = scene.time
    if record is not None and record.lines is not None:
        at = scene.time if record is scene.record else walker.index.now + 1
        bound = _that_ran(bound, record, at, scene)
    trails: List[Trail] = []
    for statement, target in bound:
        start = record.born if record is not None else 0
        where = Scene(record, scene.path, body, start, _ran_at(statement, record, time))
        trails.append(walker.through(target, statement, where, want, "global"))
    plausible = [t for t in trails if possible(t)]
    return agree(plausible or trails, name + " is bound at several places")


def _ran_at(statement: ast.AST, record: Optional[Record], before: int) -> int:
    """The time at which a statement of a body was last done; 0 where that was not recorded."""
    if record is None or record.lines is None:
        return 0
    first, last = extent(statement)
    at = -1
    for moment, line in record.lines:
        if at >= 0 and not first <= line <= last:
            return moment
        if first <= line <= last and moment <= before:
            at = moment
    return before if at >= 0 else record.born


def body_changes(walker: Walker, scene: Scene, name: str) -> List[Tuple[ast.AST, Any]]:
    """Statements of the body of a scene that change the container of a name in place, latest first."""
    if scene.scope is None or not isinstance(scene.scope, (ast.Module, ast.ClassDef)):
        return []
    out: List[Tuple[ast.AST, Any]] = []
    for statement in statements_in(scene.scope):
        for effect in effects_of(statement):
            if effect.kind in ("item", "mutation", "delete item") and effect.base is not None:
                if effect.base.root == name and not effect.base.steps:
                    out.append((statement, effect))
    return list(reversed(out))


def _that_ran(bound: List[Tuple[ast.AST, ast.AST]], record: Record, before: int, scene: Scene) -> Any:
    """Of the statements that bind a name only the last one whose line ran."""
    best: List[Tuple[ast.AST, ast.AST]] = []
    lines = record.lines or []
    place = -1
    for statement, target in bound:
        first, last = extent(statement)
        ran = [i for i, (time, line) in enumerate(lines) if first <= line <= last and time <= before]
        if ran and max(ran) >= place:
            place = max(ran)
            best = [(statement, target)]
    return best or bound


def follow_import(walker: Walker, alias: ast.alias, statement: ast.AST, scene: Scene, want: Want) -> Trail:
    """``from module import name``: the name in the other module."""
    if not isinstance(statement, ast.ImportFrom):
        return lost("a module cannot be the value")
    module = _imported(statement, scene)
    names = instance_dict(module) if module is not UNKNOWN else None
    path = names.get("__file__") if names is not None else None
    if type(path) is not str or tree_of(path) is None:
        return lost("the imported module has no source")
    other = Scene(None, path, None, 0, scene.time)
    step = walker.step("global", statement, scene, alias.name)
    return join(step, follow_global(walker, alias.name, other, want))


def _imported(statement: ast.ImportFrom, scene: Scene) -> Any:
    name = statement.module or ""
    if statement.level:
        here = instance_dict(module_of(scene.path)) if module_of(scene.path) is not UNKNOWN else None
        package = here.get("__package__") if here is not None else None
        if type(package) is not str:
            return UNKNOWN
        parts = package.split(".")
        base = parts[: len(parts) - statement.level + 1]
        name = ".".join(base + ([name] if name else []))
    return _modules.get(name, UNKNOWN)


def follow_module_attribute(walker: Walker, base: Ref, name: str, scene: Scene, want: Want) -> Optional[Trail]:
    """``module.name``; None if the object is not a module."""
    if not any(id(module) == base.id for module in list(_modules.values())):
        return None
    module = _values.find_object(walker, base)
    names = instance_dict(module) if module is not UNKNOWN else None
    path = names.get("__file__") if names is not None else None
    if type(path) is not str or tree_of(path) is None:
        return lost("the module has no source")
    return follow_global(walker, name, Scene(None, path, None, 0, scene.time), want)
