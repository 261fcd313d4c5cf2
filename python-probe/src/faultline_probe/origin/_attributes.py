"""Attributes: stores, properties, class attributes, modules."""

from __future__ import annotations

import ast
from types import FunctionType, MethodType
from typing import Any, Optional

from . import _values
from ._effects import ATTRIBUTE, DELETE_ATTRIBUTE, SETATTR
from ._index import Scene
from ._positions import scope_node
from ._recording import CALL, Entry
from ._safe import OTHER, UNKNOWN, Ref, class_attribute, instance_dict
from ._trail import Step, Trail, Want, doubt, found, lost
from ._walk import Walker, join, rule, text


@rule(ast.Attribute)
def _attribute(walker: Walker, node: ast.Attribute, scene: Scene, want: Want) -> Trail:
    """The attribute that ``a.b`` read."""
    from ._calls import follow_return

    step = walker.step("attribute", node, scene, text(node))
    called = _values.child(walker, node, scene)
    if called is not None:
        return follow_return(walker, called, want, step._replace(kind="property"))
    return attribute_of(walker, node.value, node.attr, step, scene, want)


def attribute_of(walker: Walker, base_node: ast.expr, name: str, step: Step, scene: Scene, want: Want) -> Trail:
    """An attribute of what an expression stands for."""
    trail = _attribute_of(walker, base_node, name, step, scene, want)
    return doubt(trail, "too many events") if walker.index.unseen_stores(name) else trail


def _attribute_of(walker: Walker, base_node: ast.expr, name: str, step: Step, scene: Scene, want: Want) -> Trail:
    from ._classes import follow_class_attribute, follow_fields
    from ._modules import follow_module_attribute

    base = walker.value(base_node, scene)
    if type(base) is not Ref or not base.id:
        return _of_unknown(walker, base_node, name, step, scene, want)
    store = _last_store(walker, base, name, scene.time)
    if store is not None:
        own = _made_before(walker, base_node, base, store.time, scene)
        if own is not False:
            trail = store_trail(walker, store, step, want)
            return trail if own else doubt(trail, "whether the object was the same one is not known")
    module = follow_module_attribute(walker, base, name, scene, want)
    if module is not None:
        return join(step, module)
    made = constructor_of(walker, base, name, scene.time)
    if made is not None:
        from ._arguments import follow_parameter

        return join(step, follow_parameter(walker, made.record, name, want))
    fields = follow_fields(walker, base_node, name, scene, want)
    if fields is not None:
        return join(step, fields)
    if type(want.token) is Ref and want.kind == "value" and _is_function(walker, want.token):
        return found(step._replace(kind="built", note="the method itself, not called"))
    if name in ("value", "_value_"):
        member = _enum_value(walker, base, step, scene, want)
        if member is not None:
            return member
    cached = _cached(walker, base, name, scene, want)
    if cached is not None:
        return join(step._replace(kind="property"), cached)
    declared = follow_class_attribute(walker, base, name, scene, want)
    if declared is not None:
        return join(step, declared)
    return _foreign(walker, base_node, step, scene)


def _made_before(walker: Walker, node: ast.expr, base: Ref, time: int, scene: Scene) -> Optional[bool]:
    """Whether an object was there at a time already: ids are used again. None where that is not certain."""
    built = walker.walk(node, scene, Want("value", base))
    if built.maker is None or built.maker[1].start <= time:
        return True
    return False if built.found else None


def _cached(walker: Walker, base: Ref, name: str, scene: Scene, want: Want) -> Optional[Trail]:
    """What a ``cached_property`` gave when it was computed; None if there is none of that name."""
    from ._calls import follow_return

    for code_id, records in walker.index.by_code.items():
        code = walker.index.codes[code_id]
        decorators = getattr(scope_node(code), "decorator_list", []) if code.co_name == name else []
        if not any(text(d).rpartition(".")[2] in ("cached_property", "reify", "lazy") for d in decorators):
            continue
        for record in reversed(records):
            call = walker.index.call(record)
            if call is not None and record.born <= scene.time and call.names.get(code.co_varnames[0]) == base:
                return follow_return(walker, record, want, None)
    return None


def _is_function(walker: Walker, ref: Ref) -> bool:
    return type(_values.find_object(walker, ref)) in (MethodType, FunctionType)


def _enum_value(walker: Walker, base: Ref, step: Step, scene: Scene, want: Want) -> Optional[Trail]:
    """The value of a member of an enumeration: its line in the class body."""
    from ._classes import definition_of, in_body

    obj = _values.find_object(walker, base)
    own = instance_dict(obj) if obj is not UNKNOWN else None
    member = own.get("_name_") if own is not None else None
    if type(member) is not str or class_attribute(type(obj), "_member_map_")[1] is None:
        return None
    defined = definition_of(type(obj))
    return join(step, in_body(walker, defined[0], defined[1], member, scene, want)) if defined is not None else None


def store_trail(walker: Walker, store: Any, step: Step, want: Want) -> Trail:
    """Where the value of a recorded attribute store came from."""
    if store.seen[2] is not UNKNOWN and want.matches(store.seen[2]) is False:
        return lost("the attribute changed in a way that was not recorded", step)
    if store.effect.kind == SETATTR:
        node = store.effect.node
        scene = walker.index.at(store.time, store.entry)
        value = node.args[2] if isinstance(node, ast.Call) and len(node.args) > 2 else None
        if value is None:
            return lost("the attribute was deleted", step)
        inner = walker.step("attribute", node, scene, text(node))
        return join(inner, walker.walk(value, scene, want))
    return walker.bound(store, want, "attribute")


def _last_store(walker: Walker, base: Ref, name: str, before: int) -> Optional[Any]:
    for store in walker.index.stores(base, before):
        if store.effect.kind == DELETE_ATTRIBUTE and store.effect.name == name:
            return None
        if store.effect.kind == ATTRIBUTE and store.effect.name == name:
            return store
        if store.effect.kind == SETATTR and store.seen[1] == name:
            return store
    return None


def constructor_of(walker: Walker, base: Ref, name: str, before: int) -> Optional[Entry]:
    """The CALL entry of the generated ``__init__`` that gave an object its fields."""
    found: Optional[Entry] = None
    for entry in walker.index.log[:before]:
        if entry.kind == CALL and entry.record.generated and name in entry.names:
            code = entry.record.code
            if entry.names.get(code.co_varnames[0]) == base:
                found = entry
    return found


def _of_unknown(walker: Walker, base_node: ast.expr, name: str, step: Step, scene: Scene, want: Want) -> Trail:
    """The object itself is not known: only the expression that made it can help."""
    from ._classes import follow_fields

    fields = follow_fields(walker, base_node, name, scene, want)
    if fields is not None:
        return join(step, fields)
    return lost("the object of ." + name + " is not known", step)


def _foreign(walker: Walker, base_node: ast.expr, step: Step, scene: Scene) -> Trail:
    """No store was seen: library code set the attribute; say where the object came from."""
    base = walker.value(base_node, scene)
    trail = walker.walk(base_node, scene, Want("value", base if type(base) is Ref else OTHER))
    last = trail.steps[-1:] if trail.maker is not None else []
    steps = [s._replace(kind="library-call") if s.kind == "built" else s for s in last]
    return Trail([step] + steps, "partial", "the attribute was set outside the project's code")
