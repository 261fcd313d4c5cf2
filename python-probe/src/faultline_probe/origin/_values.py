"""What an expression was worth at a time, as far as the recording or a live frame tells."""

from __future__ import annotations

import ast
import gc
from types import CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, Dict, List, Optional

from ._effects import ATTRIBUTE, DELETE_ITEM, ITEM, MUTATION, SETATTR, index_of
from ._index import Scene
from ._recording import Record
from ._safe import (
    MAX_ITEMS,
    MISSING,
    NOT_NONE,
    OTHER,
    UNKNOWN,
    Ref,
    _Unknown,
    get_attribute,
    get_item,
    is_dict,
    is_exact_atom,
    token,
)

if TYPE_CHECKING:
    from ._walk import Walker

_get_objects = gc.get_objects
_get_referents = gc.get_referents


def constant(node: ast.Constant) -> Any:
    """Token of a constant."""
    return token(node.value)


def truth(value: Any) -> Optional[bool]:
    """Whether a token is true; None where that is not known."""
    if type(value) is _Unknown or type(value) is Ref:
        return None
    return bool(value)


def truth_of(walker: "Walker", node: ast.expr, scene: Scene) -> Optional[bool]:
    """Whether a condition held in a scene."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        inner = truth_of(walker, node.operand, scene)
        return None if inner is None else not inner
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        return _comparison(walker, node, scene)
    if isinstance(node, ast.BoolOp):
        parts = [truth_of(walker, v, scene) for v in node.values]
        decisive = isinstance(node.op, ast.Or)
        if decisive in parts:
            return decisive
        return None if None in parts else not decisive
    found = value(walker, node, scene)
    if type(found) is Ref and found.id:
        return _object_truth(find_object(walker, found))
    return truth(found)


def _object_truth(obj: Any) -> Optional[bool]:
    """Functions, modules and the like are true; containers may have changed since."""
    kind = type(obj)
    return True if obj is not UNKNOWN and (kind is type or kind is type(_object_truth)) else None


def _comparison(walker: "Walker", node: ast.Compare, scene: Scene) -> Optional[bool]:
    left = value(walker, node.left, scene)
    right = value(walker, node.comparators[0], scene)
    operator = node.ops[0]
    if isinstance(operator, (ast.Is, ast.IsNot)) and (left is NOT_NONE or right is NOT_NONE):
        return isinstance(operator, ast.IsNot) if left is None or right is None else None
    if type(left) is _Unknown or type(right) is _Unknown:
        return None
    if isinstance(operator, (ast.Is, ast.IsNot)):
        if left is None or right is None:
            return (left is right) == isinstance(operator, ast.Is)
        return None
    if isinstance(operator, (ast.In, ast.NotIn)):
        held = _contains(walker, right, left, scene)
        return held if held is None or isinstance(operator, ast.In) else not held
    if type(left) is Ref or type(right) is Ref:
        return None
    if isinstance(operator, ast.Eq):
        return bool(left == right)
    if isinstance(operator, ast.NotEq):
        return bool(left != right)
    if type(left) in (int, float) and type(right) in (int, float):
        return _order(left, operator, right)
    return None


def _contains(walker: "Walker", container: Any, member: Any, scene: Scene) -> Optional[bool]:
    """Whether an atom was in a builtin container."""
    if type(container) is str and type(member) is str:
        return member in container
    if type(container) is not Ref or not is_exact_atom(member):
        return None
    obj = find_object(walker, container)
    if is_dict(obj):
        seen = item_token(walker, container, member, scene)
        return None if seen is UNKNOWN else seen is not MISSING
    if type(obj) not in (list, tuple, set, frozenset) or len(obj) > MAX_ITEMS:
        return None
    if walker.index.stores(container, walker.index.now, scene.time):
        return None
    return any(type(o) is type(member) and o == member for o in obj if is_exact_atom(o))


def _order(left: Any, operator: ast.cmpop, right: Any) -> Optional[bool]:
    if isinstance(operator, ast.Lt):
        return bool(left < right)
    if isinstance(operator, ast.LtE):
        return bool(left <= right)
    if isinstance(operator, ast.Gt):
        return bool(left > right)
    if isinstance(operator, ast.GtE):
        return bool(left >= right)
    return None


def child(walker: "Walker", node: ast.AST, scene: Scene) -> Optional[Record]:
    """The frame whose return value is the value of a node: a callee, property, operator."""
    calls = [c for c in walker.index.calls_of(scene, node) if gives_value(node, c)]
    return calls[-1] if calls else None


NOT_VALUES = frozenset(
    "__init__ __eq__ __hash__ __bool__ __len__ __del__ __setattr__ __set__ __delattr__ __set_name__ __post_init__ "
    "__init_subclass__ __setitem__ __delitem__ __str__ __repr__ __format__ __exit__ __lt__ __le__ __gt__ __ge__ "
    "__ne__ <listcomp> <setcomp> <dictcomp> <genexpr>".split()
)


def gives_value(node: ast.AST, record: Record) -> bool:
    """Whether the return value of a frame is the value of the node that called it (a callback's is not)."""
    name = record.code.co_name
    if isinstance(node, ast.Call):
        func = node.func
        last = func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""
        if name == last:
            return True
        return name not in NOT_VALUES and last not in BUILTIN_CALLERS
    if isinstance(node, ast.Compare):
        return name not in ("__hash__", "__init__", "__bool__")
    return name not in NOT_VALUES


BUILTIN_CALLERS = frozenset(
    "map filter sorted min max sum any all list tuple set dict frozenset next iter zip enumerate reversed reduce str "
    "repr print int float len bool hash isinstance format sub subn join sort append extend insert update setdefault "
    "pop get add remove discard index count partial defaultdict groupby chain accumulate Counter OrderedDict "
    "getattr setattr hasattr super".split()
)


def value(walker: "Walker", node: ast.AST, scene: Scene) -> Any:
    """Token of the value of an expression; UNKNOWN where it is not known."""
    walker.index.tick()
    if isinstance(node, ast.Constant):
        return constant(node)
    if scene.live and not (isinstance(node, ast.Name) and node.id in dict(scene.seen)):
        found = live(node, scene)
        if found is not UNKNOWN:
            return token(found) if found is not MISSING else UNKNOWN
    if isinstance(node, ast.Name):
        return _name(walker, node, scene)
    if isinstance(node, (ast.Attribute, ast.Subscript, ast.BinOp, ast.UnaryOp, ast.Compare, ast.Call)):
        called = child(walker, node, scene)
        if called is not None:
            return _returned(walker, called)
    if isinstance(node, ast.Attribute):
        return attribute_token(walker, value(walker, node.value, scene), node.attr, scene)
    if isinstance(node, ast.Subscript):
        key = value(walker, index_of(node), scene)
        return item_token(walker, value(walker, node.value, scene), key, scene)
    if isinstance(node, ast.Call):
        return _call(walker, node, scene)
    if isinstance(node, ast.NamedExpr):
        return value(walker, node.value, scene)
    if isinstance(node, ast.IfExp):
        test = truth_of(walker, node.test, scene)
        return UNKNOWN if test is None else value(walker, node.body if test else node.orelse, scene)
    if isinstance(node, ast.BoolOp):
        return _boolean(walker, node, scene)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = value(walker, node.operand, scene)
        return -inner if type(inner) in (int, float) else UNKNOWN
    if isinstance(node, _NEVER_NONE):
        return OTHER
    return UNKNOWN


_NEVER_NONE = (
    ast.List, ast.Tuple, ast.Dict, ast.Set, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda,
    ast.JoinedStr,
)  # fmt: skip


def _boolean(walker: "Walker", node: ast.BoolOp, scene: Scene) -> Any:
    for operand in node.values[:-1]:
        held = truth_of(walker, operand, scene)
        if held is None:
            return UNKNOWN
        if held == isinstance(node.op, ast.Or):
            return value(walker, operand, scene)
    return value(walker, node.values[-1], scene)


def _returned(walker: "Walker", record: Record) -> Any:
    ending = walker.index.ending(record)
    if ending is None or record.plan.flags & 0x2A0:
        return UNKNOWN
    return ending[1].names


def _call(walker: "Walker", node: ast.Call, scene: Scene) -> Any:
    func = node.func
    if isinstance(func, ast.Attribute) and func.attr == "get" and node.args:
        key = value(walker, node.args[0], scene)
        found = item_token(walker, value(walker, func.value, scene), key, scene)
        if found is MISSING:
            return value(walker, node.args[1], scene) if len(node.args) > 1 else None
        return found
    if isinstance(func, ast.Name) and func.id in NEVER_NONE_CALLS:
        return NOT_NONE
    if isinstance(func, ast.Attribute) and type(value(walker, func.value, scene)) is str:
        return NOT_NONE
    return UNKNOWN


NEVER_NONE_CALLS = frozenset(
    "len int float str bool bytes list dict tuple set frozenset abs round sorted range enumerate zip map filter "
    "reversed repr format chr ord hex bin isinstance hash id divmod pow".split()
)
"""Builtins that cannot give None (a name of the project that hides one gives a recorded frame instead)."""


def _name(walker: "Walker", node: ast.Name, scene: Scene) -> Any:
    from ._names import name_token

    return name_token(walker, node, scene)


def attribute_token(walker: "Walker", base: Any, name: str, scene: Scene) -> Any:
    """Token of an attribute of an object at a time."""
    if type(base) is not Ref or not base.id:
        return UNKNOWN
    later = False
    for store in walker.index.stores(base, walker.index.now):
        matches = store.effect.name == name if store.effect.kind == ATTRIBUTE else store.seen[1] == name
        if store.effect.kind not in (ATTRIBUTE, SETATTR) or not matches:
            continue
        if store.time < scene.time:
            return store.seen[2] if store.seen[2] is not MISSING else UNKNOWN
        later = True
    if later:
        return UNKNOWN
    obj = find_object(walker, base)
    if obj is UNKNOWN:
        return UNKNOWN
    found = get_attribute(obj, name)
    return found if found is UNKNOWN or found is MISSING else token(found)


def item_token(walker: "Walker", base: Any, key: Any, scene: Scene) -> Any:
    """Token of an item of a builtin container at a time; MISSING if it was not there."""
    if type(base) is not Ref or not base.id or not is_exact_atom(key):
        return UNKNOWN
    later = False
    for store in walker.index.stores(base, walker.index.now):
        if store.effect.kind not in (ITEM, MUTATION, DELETE_ITEM):
            continue
        if store.time >= scene.time:
            later = True
        elif store.effect.kind == ITEM and type(store.seen[1]) is type(key) and store.seen[1] == key:
            return store.seen[2]
        else:
            break
    if later:
        return UNKNOWN
    obj = find_object(walker, base)
    if obj is UNKNOWN:
        return UNKNOWN
    found = get_item(obj, key)
    return found if found is UNKNOWN or found is MISSING else token(found)


def find_object(walker: "Walker", ref: Ref) -> Any:
    """The object that a Ref names if it is still alive and the collector can reach it; else UNKNOWN."""
    if not walker.objects:
        walker.objects = _near(walker)
    obj = walker.objects.get(ref.id, UNKNOWN)
    if obj is UNKNOWN and not walker.everything:
        walker.everything = True
        for other in _get_objects():
            walker.objects.setdefault(id(other), other)
        obj = walker.objects.get(ref.id, UNKNOWN)
    return obj if id(type(obj)) == ref.type else UNKNOWN


MAX_NEAR = 30_000
"""How many objects are looked at that the frames of the traceback lead to."""


def _near(walker: "Walker") -> Dict[int, Any]:
    """Objects that can be reached from the live frames, the nearest first.

    Containers of atoms alone are not tracked by the collector, so they can only be found this way.
    """
    found: Dict[int, Any] = {}
    layer: List[Any] = []
    for frames in walker.lives.values():
        for frame in frames:
            layer.extend(frame.f_locals.values())
            layer.append(frame.f_globals)
    while layer and len(found) < MAX_NEAR:
        fresh = [o for o in layer if id(o) not in found]
        found.update((id(o), o) for o in fresh)
        layer = _get_referents(*[o for o in fresh if type(o) not in _NOT_ENTERED])
    return found


_NOT_ENTERED = (ModuleType, FunctionType, CodeType, type, str, int, bytes, float)


def live(node: ast.AST, scene: Scene) -> Any:
    """The object that an expression stands for in a live frame; UNKNOWN where looking would run code."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        for frame in scene.live:
            found = frame.f_locals.get(node.id, MISSING)
            if found is not MISSING:
                return found
        found = scene.live[-1].f_globals.get(node.id, MISSING)
        return found if found is not MISSING else UNKNOWN
    if isinstance(node, ast.Attribute):
        base = live(node.value, scene)
        return UNKNOWN if base is UNKNOWN or base is MISSING else get_attribute(base, node.attr)
    if isinstance(node, ast.Subscript):
        base = live(node.value, scene)
        key = live(index_of(node), scene)
        if base is UNKNOWN or key is UNKNOWN or base is MISSING or not is_exact_atom(key):
            return UNKNOWN
        return get_item(base, key)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = live(node.operand, scene)
        return -inner if type(inner) is int else UNKNOWN
    return UNKNOWN
