"""Parameters: from a frame to the call that gave the argument, or to the default."""

from __future__ import annotations

import ast
from typing import List, Optional, Tuple, Union

from . import _values
from ._containers import Selector, element
from ._index import Scene
from ._positions import node_at, scope_node
from ._recording import Record
from ._safe import UNKNOWN, Ref
from ._source import parameters, tree_of
from ._trail import Step, Trail, Want, agree, found, lost, possible
from ._walk import Walker, join, text

Callable_ = Union[ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda]


def follow_parameter(walker: Walker, record: Record, name: str, want: Want) -> Trail:
    """Where the value of a parameter at the start of a frame came from."""
    call = walker.index.call(record)
    if call is not None and want.matches(call.names.get(name, UNKNOWN)) is False:
        return lost("the argument " + name + " had another value")
    if record.generated:
        return _generated(walker, record, name, want)
    function = scope_node(record.code)
    if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
        return lost("the definition of " + record.code.co_name + " was not found")
    scene = walker.caller_scene(record)
    if scene is None or scene.record is None or record.parent is None:
        return _from_outside(walker, record, name, want)
    node, _op = node_at(record.parent.code, record.lasti)
    if node is None:
        return lost("the call of " + record.code.co_name + " was not found")
    if not record.direct:
        from ._callbacks import follow_indirect

        return follow_indirect(walker, record, function, node, name, scene, want)
    if not isinstance(node, ast.Call):
        return _operator(walker, record, function, node, name, scene, want)
    if not _values.gives_value(node, record) and record.code.co_name not in ("__init__", "__post_init__"):
        from ._callbacks import follow_callback

        return follow_callback(walker, record, function, node, name, scene, want)
    return from_call(walker, record, function, node, name, scene, want)


def from_call(
    walker: Walker, record: Record, function: Callable_, node: ast.Call, name: str, scene: Scene, want: Want
) -> Trail:
    """The argument of a call expression that became a parameter."""
    step = walker.step("argument", node, scene, name)
    positional, _vararg, keyword_only, _kwarg = parameters(function)
    offset = bound_offset(walker, record, function, node, scene)
    if offset is None:
        return lost("how the arguments were passed is not known", step)
    for keyword in node.keywords:
        if keyword.arg == name and name in positional + keyword_only:
            return join(walker.step("argument", keyword.value, scene, name), walker.walk(keyword.value, scene, want))
    from ._callbacks import from_partial

    bound = from_partial(walker, record, function, node, name, scene, want)
    if bound is not None:
        return bound
    if offset == 1 and positional[:1] == [name] and want.kind != "none":
        return _receiver(walker, record, node, step, scene, want)
    if name in positional:
        position = positional.index(name) - offset
        trail = _positional(walker, node, position, name, scene, want)
        if trail is not None:
            return trail
    starred = [k.value for k in node.keywords if k.arg is None]
    held = [v for v in starred if walker_has_key(walker, v, name, scene) is not False]
    trails = [join(step, element(walker, value, scene, Selector("key", name), want)) for value in held]
    trails = [t for t in trails if possible(t)]
    if trails:
        return agree(trails, "several mappings held " + name)
    return _not_given(walker, record, function, node, name, bool(starred), scene, want)


def _receiver(walker: Walker, record: Record, node: ast.Call, step: Step, scene: Scene, want: Want) -> Trail:
    """The object that a method was called on; for a constructor, the call that made it."""
    if isinstance(node.func, ast.Attribute) and node.func.attr == record.code.co_name:
        return join(step, walker.walk(node.func.value, scene, want))
    if record.code.co_name in ("__init__", "__new__"):
        return found(walker.step("built", node, scene, text(node.func)), (node, scene))
    return lost("what the method was called on is not followed", step)


def _positional(walker: Walker, node: ast.Call, position: int, name: str, scene: Scene, want: Want) -> Optional[Trail]:
    """The positional argument at a place; None if there is none there."""
    if position < 0:
        return None
    seen = 0
    for argument in node.args:
        step = walker.step("argument", argument, scene, name)
        if isinstance(argument, ast.Starred):
            length = sequence_length(walker, argument.value, scene)
            if length is None:
                if any(isinstance(a, ast.Starred) for a in node.args[node.args.index(argument) + 1 :]):
                    return lost("how many arguments * gave is not known", step)
                return join(step, element(walker, argument.value, scene, Selector("index", position - seen), want))
            if position < seen + length:
                return join(step, element(walker, argument.value, scene, Selector("index", position - seen), want))
            seen += length
            continue
        if seen == position:
            return join(step, walker.walk(argument, scene, want))
        seen += 1
    return None


def sequence_length(walker: Walker, node: ast.expr, scene: Scene) -> Optional[int]:
    """Length of what ``*node`` spread, where it is known."""
    if isinstance(node, (ast.Tuple, ast.List)):
        return None if any(isinstance(e, ast.Starred) for e in node.elts) else len(node.elts)
    record = scene.record
    if isinstance(node, ast.Name) and record is not None:
        call = walker.index.call(record)
        tokens = call.others.get(node.id) if call is not None and call.others else None
        if type(tokens) is tuple and walker.index.last_binding(record, node.id, scene.time) is None:
            return len(tokens)
    ref = walker.value(node, scene)
    if type(ref) is Ref and ref.id:
        obj = _values.find_object(walker, ref)
        if type(obj) is tuple:
            return len(obj)
    return None


def bound_offset(walker: Walker, record: Record, function: Callable_, node: ast.Call, scene: Scene) -> Optional[int]:
    """How many leading parameters (self, cls) the call expression does not show."""
    name = record.code.co_name
    tree = tree_of(record.code.co_filename)
    holder = tree.parents.get(function) if tree is not None else None
    if isinstance(function, ast.Lambda) or not isinstance(holder, ast.ClassDef):
        return 0
    decorators = {text(d).rpartition(".")[2] for d in function.decorator_list}
    if "staticmethod" in decorators and name != "__new__":
        return 0
    call = walker.index.call(record)
    names = parameters(function)[0]
    first = call.names.get(names[0], UNKNOWN) if call is not None and names else UNKNOWN
    by_name = isinstance(node.func, ast.Attribute) and node.args and name == node.func.attr
    if isinstance(node.func, ast.Attribute) and by_name and "classmethod" not in decorators:
        given = walker.value(node.args[0], scene)
        base = walker.value(node.func.value, scene)
        if base != first and type(given) is Ref and given.id and given == first:
            return 0
    return 1


def _not_given(
    walker: Walker,
    record: Record,
    function: Callable_,
    node: ast.Call,
    name: str,
    open_ended: bool,
    scene: Scene,
    want: Want,
) -> Trail:
    """A parameter that the call does not name: a partial object's argument or the default."""
    if open_ended:
        for keyword in node.keywords:
            if keyword.arg is None and walker_has_key(walker, keyword.value, name, scene) is not False:
                return lost("** may have given " + name, walker.step("argument", node, scene, name))
    trail = from_default(walker, record, function, name, want)
    step = walker.step("argument", node, scene, name, name + " was not passed")
    return join(step, trail)


def walker_has_key(walker: Walker, node: ast.expr, name: str, scene: Scene) -> Optional[bool]:
    """Whether a mapping that ``**`` spread had a key."""
    record = scene.record
    if isinstance(node, ast.Name) and record is not None:
        call = walker.index.call(record)
        tokens = call.others.get(node.id) if call is not None and call.others else None
        if type(tokens) is dict:
            return name in tokens
    if isinstance(node, ast.Dict) and all(isinstance(k, ast.Constant) for k in node.keys):
        return any(isinstance(k, ast.Constant) and k.value == name for k in node.keys)
    found = _values.item_token(walker, walker.value(node, scene), name, scene)
    return None if found is UNKNOWN else type(found) is not type(UNKNOWN)


def from_default(walker: Walker, record: Record, function: Callable_, name: str, want: Want) -> Trail:
    """The default of a parameter."""
    default = default_of(function, name)
    if default is None:
        return lost(name + " was given in a way that is not followed")
    home = walker.index.home(record)
    path = record.code.co_filename
    if home is not None:
        scene = Scene(home, path, scope_node(home.code), home.born, record.born)
    else:
        tree = tree_of(path)
        scene = Scene(None, path, tree.module if tree is not None else None, 0, record.born)
    if isinstance(default, ast.Constant):
        if want.matches(_values.constant(default)) is False:
            return lost("the default of " + name + " is another value")
        line = int(default.lineno)
        return found(Step("default-argument", path, line, record.code.co_name, name), (default, scene))
    step = Step("default-argument", path, int(default.lineno), record.code.co_name, name)
    trail = walker.walk(default, scene, want)
    if isinstance(default, (ast.List, ast.Dict, ast.Set, ast.Tuple)) and trail.found:
        return found(step, (default, scene))
    return join(step, trail)


def default_of(function: Callable_, name: str) -> Optional[ast.expr]:
    """The default expression of a parameter."""
    spec = function.args
    positional = [a.arg for a in list(getattr(spec, "posonlyargs", [])) + spec.args]
    if name in positional:
        index = positional.index(name) - (len(positional) - len(spec.defaults))
        return spec.defaults[index] if index >= 0 else None
    for argument, default in zip(spec.kwonlyargs, spec.kw_defaults):
        if argument.arg == name:
            return default
    return None


def _operator(
    walker: Walker, record: Record, function: Callable_, node: ast.AST, name: str, scene: Scene, want: Want
) -> Trail:
    """A parameter of a method that an operator called (``a[k]``, ``a + b``, ``a.x = v``)."""
    from ._binding import walker_parent
    from ._effects import index_of

    if isinstance(node, ast.ClassDef):
        for keyword in node.keywords:
            if keyword.arg == name:
                return join(walker.step("argument", node, scene, name), walker.walk(keyword.value, scene, want))
        return from_default(walker, record, function, name, want)
    names = parameters(function)[0]
    if name not in names:
        return lost(name + " was given in a way that is not followed")
    position = names.index(name)
    step = walker.step("argument", node, scene, name)
    special = record.code.co_name
    operands: List[Optional[ast.AST]] = []
    if isinstance(node, ast.Subscript):
        operands = [node.value, index_of(node), _stored_value(walker_parent(walker, scene, node), node)]
    elif isinstance(node, ast.BinOp):
        operands = [node.right, node.left] if special.startswith("__r") else [node.left, node.right]
    elif isinstance(node, ast.AugAssign):
        operands = [node.target, node.value]
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        swapped = special == "__contains__"
        operands = [node.comparators[0], node.left] if swapped else [node.left, node.comparators[0]]
    elif isinstance(node, ast.Attribute):
        stored = _stored_value(walker_parent(walker, scene, node), node)
        operands = [node.value, None, stored] if special == "__setattr__" else [None, node.value, stored]
    elif isinstance(node, (ast.Await, ast.YieldFrom)) and isinstance(node.value, ast.Call):
        return from_call(walker, record, function, node.value, name, scene, want)
    elif isinstance(node, ast.For) or record.plan.flags & 0x2A0:
        return _made_generator(walker, record, function, name, scene, want)
    operand = operands[position] if position < len(operands) else None
    if operand is None:
        return lost("how " + name + " was given is not followed", step)
    return join(step, walker.walk(operand, scene, want))


def _stored_value(parent: Optional[ast.AST], node: ast.AST) -> Optional[ast.AST]:
    if isinstance(parent, ast.Assign) and node in parent.targets:
        return parent.value
    return None


def _made_generator(walker: Walker, record: Record, function: Callable_, name: str, scene: Scene, want: Want) -> Trail:
    """The arguments of a generator, which runs later than the call that made it."""
    from ._callbacks import calls_by_name

    calls = calls_by_name(walker, record.code.co_name, scene)
    trails = [from_call(walker, record, function, node, name, where, want) for node, where in calls]
    good = [t for t in trails if t.found]
    if len(calls) == 1:
        return trails[0]
    if good and len(good) == len(trails):
        return agree(good, "the generator was made at several places")
    return lost("where the generator " + record.code.co_name + " was made is not known")


def _from_outside(walker: Walker, record: Record, name: str, want: Want) -> Trail:
    """A frame that library code called: a test function with fixtures and parameters, a callback."""
    from ._fixtures import follow_fixture

    return follow_fixture(walker, record, name, want)


def _generated(walker: Walker, record: Record, name: str, want: Want) -> Trail:
    """A parameter of the generated constructor of a dataclass or named tuple."""
    from ._classes import follow_constructor

    return follow_constructor(walker, record, name, want)


def star_source(walker: Walker, record: Record, name: str) -> Optional[Tuple[ast.Call, Scene, Callable_]]:
    """The call expression that filled ``*args`` or ``**kwargs`` of a frame."""
    function = scope_node(record.code)
    scene = walker.caller_scene(record)
    if scene is None or record.parent is None or not record.direct:
        return None
    node, _op = node_at(record.parent.code, record.lasti)
    if isinstance(node, ast.Call) and isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
        return node, scene, function
    return None


def star_element(walker: Walker, record: Record, name: str, selector: Selector, want: Want) -> Optional[Trail]:
    """An element of ``*args`` or ``**kwargs``: the argument that became it. None if name is neither."""
    function = scope_node(record.code)
    if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
        return None
    positional, vararg, _only, kwarg = parameters(function)
    if name not in (vararg, kwarg):
        return None
    source = star_source(walker, record, name)
    if source is None:
        return lost("how " + name + " was filled was not recorded")
    node, scene, _function = source
    offset = bound_offset(walker, record, function, node, scene)
    if offset is None:
        return lost("how the arguments were passed is not known")
    if name == kwarg:
        return _keyword_element(walker, node, selector, scene, want)
    if selector.kind == "index" and type(selector.key) is int and selector.key >= 0:
        place = len(positional) - offset + selector.key
        trail = _positional(walker, node, place, name, scene, want)
        return trail if trail is not None else lost("that argument was not found")
    trails: List[Trail] = []
    for argument in node.args[max(len(positional) - offset, 0) :]:
        if not isinstance(argument, ast.Starred) and want.matches(walker.value(argument, scene)) is False:
            continue
        step = walker.step("argument", argument, scene, name)
        trails.append(join(step, walker.walk(argument, scene, want)))
    return agree(trails, "which argument it was is not known")


def _keyword_element(walker: Walker, node: ast.Call, selector: Selector, scene: Scene, want: Want) -> Trail:
    trails: List[Trail] = []
    for keyword in node.keywords:
        step = walker.step("argument", keyword.value, scene, keyword.arg)
        if keyword.arg is None:
            inner = element(walker, keyword.value, scene, selector, want)
            if inner.found:
                trails.append(join(step, inner))
        elif selector.kind == "any" or keyword.arg == selector.key:
            if want.matches(walker.value(keyword.value, scene)) is not False:
                trails.append(join(step, walker.walk(keyword.value, scene, want)))
    return agree(trails, "which argument it was is not known")
