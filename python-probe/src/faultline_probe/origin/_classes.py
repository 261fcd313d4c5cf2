"""Class bodies, dataclass and named tuple fields."""

from __future__ import annotations

import ast
import sys
from typing import Any, List, Optional

from . import _values
from ._effects import NAME, effects_of
from ._index import Scene, statements_in
from ._modules import body_record, follow_body
from ._positions import node_at
from ._recording import Record
from ._safe import (
    MISSING,
    OTHER,
    UNKNOWN,
    Ref,
    class_dict,
    class_module,
    class_qualname,
    derives,
    instance_dict,
    is_class,
    mro,
)
from ._source import Tree, tree_of
from ._trail import Step, Trail, Want, found, lost, possible
from ._walk import Walker, join, text

_modules = sys.modules


def class_of(walker: Walker, ref: Ref) -> Any:
    """The class of a Ref (or the class itself, if the Ref is one); UNKNOWN if it is gone."""
    obj = _values.find_object(walker, ref)
    if obj is not UNKNOWN:
        return obj if is_class(obj) else type(obj)
    cls = walker.objects.get(ref.type, UNKNOWN)
    return cls if cls is not UNKNOWN and is_class(cls) else UNKNOWN


def definition_of(cls: Any) -> Optional[Any]:
    """(tree, ClassDef) of a class of a module with source."""
    module = _modules.get(class_module(cls) or "")
    names = instance_dict(module) if module is not None else None
    path = names.get("__file__") if names is not None else None
    tree = tree_of(path) if type(path) is str else None
    if tree is None:
        return None
    wanted = class_qualname(cls).split(".")
    found_nodes = [n for n in ast.walk(tree.module) if isinstance(n, ast.ClassDef) and _qualname(tree, n) == wanted]
    return (tree, found_nodes[-1]) if len(found_nodes) == 1 else None


def _qualname(tree: Tree, node: ast.ClassDef) -> List[str]:
    parts = [node.name]
    for outer in tree.ancestors(node):
        if isinstance(outer, (ast.FunctionDef, ast.AsyncFunctionDef)):
            parts = [outer.name, "<locals>"] + parts
        elif isinstance(outer, ast.ClassDef):
            parts = [outer.name] + parts
    return parts


def follow_class_attribute(walker: Walker, base: Ref, name: str, scene: Scene, want: Want) -> Optional[Trail]:
    """An attribute that the class (or one of its bases) has; None if it has not."""
    cls = class_of(walker, base)
    if cls is UNKNOWN:
        return None
    for owner in mro(cls):
        if class_dict(owner).get(name, MISSING) is MISSING and not _is_field(owner, name):
            continue
        store = _class_store(walker, owner, name, scene.time)
        if store is not None:
            from ._attributes import store_trail

            return store_trail(walker, store, walker.step("attribute", store.effect.node, scene, name), want)
        defined = definition_of(owner) if walker.is_project(owner) else None
        if defined is None:
            return lost("the class of the object is not the project's")
        tree, node = defined
        return in_body(walker, tree, node, name, scene, want)
    return None


def _class_store(walker: Walker, owner: Any, name: str, before: int) -> Any:
    for store in walker.index.stores(Ref(id(owner), id(type(owner))), before):
        if store.effect.name == name or store.seen[1] == name:
            return store
    return None


def _is_field(cls: Any, name: str) -> bool:
    fields = class_dict(cls).get("__annotations__")
    return type(fields) is dict and name in fields and "__dataclass_fields__" in class_dict(cls)


def in_body(walker: Walker, tree: Tree, node: ast.ClassDef, name: str, scene: Scene, want: Want) -> Trail:
    """The statement of a class body that bound a name."""
    record = body_record(walker, tree.path, node)
    where = Scene(record, tree.path, node, record.born if record else 0, scene.time)
    trail = follow_body(walker, name, where, want, node)
    if not trail.steps:
        return trail
    kind = "dataclass-default" if _is_dataclass(node) else "class-attribute"
    steps = [
        s._replace(kind=kind, function=node.name) if s.kind in ("module-name", "class-attribute") else s
        for s in trail.steps
    ]
    return Trail(steps, trail.status, trail.reason, trail.maker)


def _is_dataclass(node: ast.ClassDef) -> bool:
    names = {text(d.func if isinstance(d, ast.Call) else d).rpartition(".")[2] for d in node.decorator_list}
    bases = {text(b).rpartition(".")[2] for b in node.bases}
    return bool(names & {"dataclass", "define", "attrs", "s", "frozen", "mutable"}) or "NamedTuple" in bases


def follow_constructor(walker: Walker, record: Record, name: str, want: Want) -> Trail:
    """A field of a dataclass or named tuple: the argument of the call, or the default in the class body."""
    scene = walker.caller_scene(record)
    if scene is None or record.parent is None:
        return lost("the constructor call was not recorded")
    node, _op = node_at(record.parent.code, record.lasti)
    if not isinstance(node, ast.Call):
        return lost("the constructor call was not found")
    step = walker.step("argument", node, scene, name)
    if not record.direct:
        if text(node.func).rpartition(".")[2] == "replace" and node.args:
            return _replaced(walker, node, node.args[0], name, scene, want)
        return lost("library code made the object", step)
    for keyword in node.keywords:
        if keyword.arg == name:
            return join(walker.step("argument", keyword.value, scene, name), walker.walk(keyword.value, scene, want))
    names = list(record.code.co_varnames[1 : record.code.co_argcount])
    if name in names:
        position = names.index(name)
        if not any(isinstance(a, ast.Starred) for a in node.args) and position < len(node.args):
            argument = node.args[position]
            return join(walker.step("argument", argument, scene, name), walker.walk(argument, scene, want))
    if any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords):
        from ._arguments import _positional
        from ._containers import Selector, element

        trail = _positional(walker, node, names.index(name), name, scene, want) if name in names else None
        if trail is not None:
            return trail
        for keyword in node.keywords:
            if keyword.arg is None:
                inner = element(walker, keyword.value, scene, Selector("key", name), want)
                if possible(inner):
                    return join(step, inner)
    return join(step, _field_default(walker, record, node, name, scene, want))


def _field_default(walker: Walker, record: Record, node: ast.Call, name: str, scene: Scene, want: Want) -> Trail:
    call = walker.index.call(record)
    first = call.names.get(record.code.co_varnames[0]) if call is not None else None
    cls: Any = class_of(walker, first) if type(first) is Ref else UNKNOWN
    for owner in mro(cls) if is_class(cls) else ():
        defined = definition_of(owner)
        if defined is None:
            continue
        tree, body = defined
        for statement in statements_in(body):
            if any(e.kind == NAME and e.name == name for e in effects_of(statement)):
                return _default_value(walker, tree, body, statement, name, want)
    return lost("the default of the field was not found")


def _default_value(walker: Walker, tree: Tree, body: ast.ClassDef, statement: ast.AST, name: str, want: Want) -> Trail:
    value: Optional[ast.expr] = getattr(statement, "value", None)
    where = Scene(None, tree.path, body, 0, walker.index.now)
    if isinstance(value, ast.Call) and text(value.func).rpartition(".")[2] in ("field", "ib", "attrib"):
        for keyword in value.keywords:
            if keyword.arg == "default":
                value = keyword.value
            elif keyword.arg in ("default_factory", "factory"):
                return _factory(walker, keyword.value, where, name, want)
    if value is None:
        return lost("the field has no default")
    line = int(value.lineno)
    step = Step("dataclass-default", tree.path, line, body.name, name)
    if isinstance(value, ast.Constant):
        if want.matches(_values.constant(value)):
            return found(step, (value, where))
        return lost("the default of the field is another value")
    return join(step, walker.walk(value, where, want))


def _factory(walker: Walker, node: ast.expr, where: Scene, name: str, want: Want) -> Trail:
    if isinstance(node, ast.Lambda):
        trail = walker.walk(node.body, where, want)
        renamed = [s._replace(kind="dataclass-default", name=name) for s in trail.steps[-1:] if trail.found]
        steps = trail.steps[:-1] + renamed if renamed else trail.steps
        return Trail(steps, trail.status, trail.reason, trail.maker)
    from ._calls import follow_return

    last = text(node).rpartition(".")[2]
    gave: List[Record] = []
    for code_id, records in walker.index.by_code.items():
        if walker.index.codes[code_id].co_name == last:
            gave.extend(r for r in records if _gave(walker, r, want))
    if gave:
        step = walker.step("dataclass-default", node, where, name)
        return join(step, follow_return(walker, gave[-1], want, None))
    if want.kind != "none":
        return found(walker.step("built", node, where, name), (node, where))
    return lost("what the default factory gave was not recorded")


def _gave(walker: Walker, record: Record, want: Want) -> bool:
    ending = walker.index.ending(record)
    return ending is not None and bool(want.matches(ending[1].names))


def _replaced(walker: Walker, node: ast.Call, original: ast.expr, name: str, scene: Scene, want: Want) -> Trail:
    """A field of a copy with changes: ``t._replace(field=value)``, ``replace(obj, field=value)``."""
    from ._attributes import attribute_of

    for keyword in node.keywords:
        if keyword.arg == name:
            return join(walker.step("argument", keyword.value, scene, name), walker.walk(keyword.value, scene, want))
        if keyword.arg is None:
            return lost("** may have given " + name, walker.step("argument", node, scene, name))
    return attribute_of(walker, original, name, walker.step("attribute", node, scene, name), scene, want)


def follow_fields(walker: Walker, base_node: ast.expr, name: str, scene: Scene, want: Want) -> Optional[Trail]:
    """A field of a named tuple: the argument of the call that made the tuple. None if it is no such call."""
    ref = walker.value(base_node, scene)
    if type(ref) is Ref and ref.id:
        cls = class_of(walker, ref)
        if cls is UNKNOWN or not derives(cls, tuple):
            return None
    trail = walker.walk(base_node, scene, Want("value", ref if type(ref) is Ref else OTHER))
    if trail.maker is None or not isinstance(trail.maker[0], ast.Call):
        return None
    node, where = trail.maker
    if text(node.func).endswith("._replace") and isinstance(node.func, ast.Attribute):
        return _replaced(walker, node, node.func.value, name, where, want).after(*trail.steps[:-1])
    for record in walker.index.calls_of(where, node):
        if record.generated and name in record.code.co_varnames:
            return follow_constructor(walker, record, name, want).after(*trail.steps[:-1])
    return None
