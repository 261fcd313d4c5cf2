"""What went wrong at the crash: the kind of bad value and where to start the walk."""

from __future__ import annotations

import ast
from typing import Callable, List, NamedTuple, Optional

from . import _values
from ._containers import ANY, element
from ._effects import index_of
from ._errors import message_of
from ._index import Scene
from ._iteration import iterated
from ._rejected import absent_guard, rejected_argument
from ._safe import MISSING, OTHER, UNKNOWN, Ref, token
from ._state import follow_missing_key, follow_short_sequence, follow_unset_name
from ._trail import NONE, PARTIAL, ZERO, Trail, Want, agree
from ._walk import Walker, text

TAKES_ALL = ("GET_ITER", "GET_AITER", "BEFORE_WITH", "BEFORE_ASYNC_WITH", "LOAD_SPECIAL")
"""Instructions whose place is the very expression that they work on."""


class Guilty(NamedTuple):
    """The bad value: its kind, the expression it stands for, and the walk from there."""

    bad: str
    name: str
    follow: Callable[[], Trail]


def find_guilty(
    walker: Walker, node: ast.AST, scene: Scene, error: BaseException, direct: bool, opcode: str
) -> Optional[Guilty]:
    """What was bad at a crash. direct: the exception was raised by this very instruction, not below it."""
    found = _operand(walker, node, scene, error, direct, opcode)
    return found if found is not None else _reason(walker, node, scene, error, direct)


def _reason(walker: Walker, node: ast.AST, scene: Scene, error: BaseException, direct: bool) -> Optional[Guilty]:
    """What made other code, or the project's own ``raise``, refuse to go on."""
    if isinstance(error, (NameError, AttributeError, AssertionError)) or "NoneType" in message_of(error):
        return None
    guard = absent_guard(walker, node, scene) if direct else None
    if guard is not None:
        guilty = _start(walker, "none", guard.absent, scene, NONE)
        return _suspect(guilty, "it was raised since {} was None", _is_given if guard.sure else _never)
    rejected = rejected_argument(walker, node, scene)
    if rejected is None:
        return None
    sure = isinstance(error, ValueError) and isinstance(node, ast.Call) and _is_stateless(walker, node.func, scene)
    guilty = _start(walker, "rejected", rejected[0], scene, rejected[1])
    return _suspect(guilty, "whether {} is to blame is not known", _always if sure else _never)


def _is_stateless(walker: Walker, function: ast.expr, scene: Scene) -> bool:
    """Whether a callable judges by its arguments alone: a function or class, also of a module, not a method."""
    if isinstance(function, ast.Name):
        return True
    if not isinstance(function, ast.Attribute):
        return False
    holder = walker.value(function.value, scene)
    return type(holder) is Ref and _is_definition(walker, holder)


def _is_given(trail: Trail) -> bool:
    """Whether a None was given or computed; one that is a parameter's default says only that nothing was."""
    return not trail.steps or trail.steps[-1].kind != "default-argument"


def _always(_trail: Trail) -> bool:
    return True


def _never(_trail: Trail) -> bool:
    return False


def _suspect(guilty: Guilty, doubt: str, sure: Callable[[Trail], bool]) -> Guilty:
    """A value that may be to blame: even where its way is known, that it is the bad one is certain only if ``sure``."""

    def follow() -> Trail:
        trail = guilty.follow()
        if not trail.found or sure(trail):
            return trail
        return Trail(trail.steps, PARTIAL, doubt.format(guilty.name), trail.maker)

    return guilty._replace(follow=follow)


def _operand(
    walker: Walker, node: ast.AST, scene: Scene, error: BaseException, direct: bool, opcode: str
) -> Optional[Guilty]:
    """The operand that the failing instruction could not work with."""
    message = message_of(error)
    if direct and isinstance(error, NameError):
        return _unset(walker, node, scene)
    if direct and isinstance(error, ZeroDivisionError):
        return _zero(walker, node, scene)
    if direct and isinstance(error, (KeyError, IndexError)):
        return _absent(walker, node, scene, error)
    if not isinstance(error, (TypeError, AttributeError, ValueError)) or isinstance(node, (ast.Raise, ast.Assert)):
        return _raised_none(walker, node, scene, message)
    if direct and isinstance(error, ValueError) and "NoneType" not in message:
        return _unpacked_short(walker, node, scene, message)
    found = _none(walker, node, scene, message, direct, opcode)
    if found is not None or not direct or "NoneType" in message:
        return found
    return _wrong_type(walker, node, scene, error, message, opcode)


def _start(walker: Walker, bad: str, node: ast.expr, scene: Scene, want: Want) -> Guilty:
    return Guilty(bad, text(node), lambda: walker.walk(node, scene, want))


def _raised_none(walker: Walker, node: ast.AST, scene: Scene, message: str) -> Optional[Guilty]:
    """``raise None``."""
    if isinstance(node, ast.Raise) and "derive from BaseException" in message and node.exc is not None:
        if NONE.matches(walker.value(node.exc, scene)):
            return _start(walker, "none", node.exc, scene, NONE)
    return None


def _none(walker: Walker, node: ast.AST, scene: Scene, message: str, direct: bool, opcode: str) -> Optional[Guilty]:
    """The operand that was None, or held one."""
    if opcode.startswith("UNPACK"):
        return _unpacked(walker, node, scene, message)
    sure: List[ast.expr] = []
    possible: List[ast.expr] = []
    candidates = [node] if opcode.startswith(TAKES_ALL) and isinstance(node, ast.expr) else operands(node, message)
    for operand in candidates:
        state = NONE.matches(walker.value(operand, scene))
        if state:
            sure.append(operand)
        elif state is None:
            possible.append(operand)
    if len(sure) == 1:
        return _start(walker, "none", sure[0], scene, NONE)
    if sure:
        trails = [walker.walk(s, scene, NONE) for s in sure]
        return Guilty("none", text(sure[0]), lambda: agree(trails, "several operands were None"))
    if "NoneType" not in message:
        return None
    if isinstance(node, ast.Call):
        if len(possible) == 1:
            trail = walker.walk(possible[0], scene, NONE)
            if trail.found:
                return Guilty("none", text(possible[0]), lambda: trail)
        return _within(walker, node, candidates, scene)
    if len(possible) == 1:
        return _start(walker, "none", possible[0], scene, NONE)
    return None


def _within(walker: Walker, node: ast.Call, candidates: List[ast.expr], scene: Scene) -> Optional[Guilty]:
    """A call whose arguments hold a None, or whose callback gave one."""
    from ._calls import follow_return

    gave = []
    for record in walker.index.calls_of(scene, node):
        ending = walker.index.ending(record)
        if ending is not None and ending[1].names is None and record.code.co_name != "__init__":
            gave.append(record)
    if gave and any(k.arg == "key" for k in node.keywords) or gave and text(node.func) in ("map", "reduce"):
        return Guilty(
            "none", text(node), lambda: agree([follow_return(walker, r, NONE, None) for r in gave], "several calls")
        )
    trails = [element(walker, c, scene, ANY, NONE) for c in candidates if not isinstance(c, ast.Constant)]
    good = [t for t in trails if t.found]
    if len(good) == 1 or good and len(candidates) == len(good):
        return Guilty("none", text(node), lambda: agree(good, "several arguments hold a None"))
    return Guilty("none", text(node), lambda: trails[0]) if len(trails) == 1 else None


def _unpacked(walker: Walker, node: ast.AST, scene: Scene, message: str) -> Optional[Guilty]:
    """The value that a tuple target was given."""
    if "NoneType" not in message:
        return None
    tree = walker.index.tree(scene)
    holder = tree.parents.get(node) if tree is not None else None
    if isinstance(holder, ast.Assign):
        return _start(walker, "none", holder.value, scene, NONE)
    if isinstance(holder, (ast.For, ast.AsyncFor, ast.comprehension)):
        source = holder.iter
        where = scene._replace(start=scene.record.born) if scene.record is not None else scene
        return Guilty("none", text(source), lambda: iterated(walker, source, (), where, NONE, None))
    return None


def operands(node: ast.AST, message: str) -> List[ast.expr]:
    """The expressions that an instruction of a node worked on, the likeliest first."""
    if isinstance(node, ast.Attribute):
        return [node.value]
    if isinstance(node, ast.Subscript):
        return _slice_parts(index_of(node)) if "indices" in message else [node.value]
    if isinstance(node, ast.Call):
        return _call_operands(node, message)
    if isinstance(node, ast.BinOp):
        if isinstance(node.op, ast.Mod) and "operand" not in message:
            return list(node.right.elts) if isinstance(node.right, ast.Tuple) else [node.right]
        return _sided(message, node.left, node.right)
    if isinstance(node, ast.AugAssign):
        return _sided(message, node.target, node.value)
    if isinstance(node, ast.Compare):
        if any(isinstance(o, (ast.In, ast.NotIn)) for o in node.ops):
            return list(node.comparators)
        return _sided(message, node.left, node.comparators[0]) + list(node.comparators[1:])
    return _statement_operands(node)


def _statement_operands(node: ast.AST) -> List[ast.expr]:
    """The same for what is not an operator: loops, ``with``, displays, formatting."""
    if isinstance(node, ast.UnaryOp):
        return [node.operand]
    if isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
        return [node.iter]
    if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        return [g.iter for g in node.generators]
    if isinstance(node, (ast.With, ast.AsyncWith)):
        return [i.context_expr for i in node.items]
    if isinstance(node, (ast.Await, ast.YieldFrom, ast.Starred)):
        return [node.value] if node.value is not None else []
    if isinstance(node, ast.FormattedValue):
        return [node.value]
    if isinstance(node, ast.JoinedStr):
        return [v.value for v in node.values if isinstance(v, ast.FormattedValue) and v.format_spec is not None]
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return [e.value for e in node.elts if isinstance(e, ast.Starred)]
    if isinstance(node, ast.Dict):
        return [v for k, v in zip(node.keys, node.values) if k is None]
    return [node] if isinstance(node, ast.expr) else []


def _slice_parts(index: ast.expr) -> List[ast.expr]:
    if isinstance(index, ast.Slice):
        return [p for p in (index.lower, index.upper, index.step) if p is not None]
    return [index]


def _sided(message: str, left: ast.expr, right: ast.expr) -> List[ast.expr]:
    """The operand that the message says was None ("'int' and 'NoneType'")."""
    first, middle, second = message.partition("' and '")
    if not middle:
        return [right] if "concatenate" in message else [left, right]
    out = [left] if first.endswith("NoneType") else []
    return out + ([right] if second.startswith("NoneType") else []) or [left, right]


def _call_operands(node: ast.Call, message: str) -> List[ast.expr]:
    if "not callable" in message:
        return [node.func]
    arguments: List[ast.expr] = [a.value if isinstance(a, ast.Starred) else a for a in node.args]
    arguments.extend(k.value for k in node.keywords)
    if "argument after *" in message:
        stars: List[ast.expr] = [a.value for a in node.args if isinstance(a, ast.Starred)]
        return stars + [k.value for k in node.keywords if k.arg is None]
    return arguments


def _unset(walker: Walker, node: ast.AST, scene: Scene) -> Optional[Guilty]:
    name = node.id if isinstance(node, ast.Name) else None
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        name = node.target.id
    if name is None:
        return None
    known: str = name
    return Guilty("unset-name", known, lambda: follow_unset_name(walker, known, node, scene))


def _zero(walker: Walker, node: ast.AST, scene: Scene) -> Optional[Guilty]:
    divisor: Optional[ast.expr] = None
    if isinstance(node, ast.BinOp):
        divisor = node.right
    elif isinstance(node, ast.AugAssign):
        divisor = node.value
    elif isinstance(node, ast.Call) and len(node.args) == 2:
        divisor = node.args[1]
    return _start(walker, "zero", divisor, scene, ZERO) if divisor is not None else None


def _absent(walker: Walker, node: ast.AST, scene: Scene, error: BaseException) -> Optional[Guilty]:
    """A key that a dict has not, an index that a sequence has not."""
    arguments = BaseException.__dict__["args"].__get__(error)
    holder: Optional[ast.expr] = None
    key_node: Optional[ast.expr] = None
    if isinstance(node, ast.Subscript):
        holder, key_node = node.value, index_of(node)
    elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Subscript):
        holder, key_node = node.target.value, index_of(node.target)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr in ("pop", "popleft", "remove", "popitem"):
            holder, key_node = node.func.value, node.args[0] if node.args else None
    if holder is None:
        return None
    base: ast.expr = holder
    if isinstance(error, IndexError):
        index = walker.value(key_node, scene) if key_node is not None else -1
        return Guilty("short-sequence", text(base), lambda: follow_short_sequence(walker, base, index, scene))
    key = token(arguments[0]) if type(arguments) is tuple and len(arguments) == 1 else UNKNOWN
    return Guilty("missing-key", text(base), lambda: follow_missing_key(walker, base, key, scene))


def _unpacked_short(walker: Walker, node: ast.AST, scene: Scene, message: str) -> Optional[Guilty]:
    """``a, b = [1]``: not enough (or too many) values to unpack."""
    tree = walker.index.tree(scene)
    holder = tree.parents.get(node) if tree is not None else None
    if "values to unpack" not in message or not isinstance(holder, ast.Assign):
        return None
    value = holder.value
    return Guilty("short-sequence", text(value), lambda: follow_short_sequence(walker, value, UNKNOWN, scene))


def _wrong_type(
    walker: Walker, node: ast.AST, scene: Scene, error: BaseException, message: str, opcode: str
) -> Optional[Guilty]:
    """The receiver of an attribute, a subscript, a call or an operator that is of another type than expected."""
    whole = opcode.startswith(TAKES_ALL) and isinstance(node, ast.expr)
    guilty = node if whole and isinstance(node, ast.expr) else _wrong_operand(node, message)
    if guilty is None:
        return None
    seen = walker.value(guilty, scene)
    if seen is None or seen is UNKNOWN or seen is MISSING:
        return None
    if type(seen) is Ref and not seen.id:
        seen = OTHER
    if type(seen) is Ref and isinstance(error, AttributeError) and _is_definition(walker, seen):
        return None
    return _start(walker, "wrong-type", guilty, scene, Want("value", seen))


def _is_definition(walker: Walker, ref: Ref) -> bool:
    """Whether an object is a module or class: a misspelt name there is no bad value."""
    from ._safe import is_class

    obj = _values.find_object(walker, ref)
    return obj is not UNKNOWN and (is_class(obj) or type(obj) is type(ast))


def _wrong_operand(node: ast.AST, message: str) -> Optional[ast.expr]:
    if isinstance(node, (ast.Attribute, ast.Subscript)):
        return node.value
    if isinstance(node, ast.Call):
        if "not callable" in message:
            return node.func
        arguments = [a for a in node.args if not isinstance(a, ast.Starred)]
        return arguments[0] if len(arguments) == 1 and not node.keywords and len(node.args) == 1 else None
    if isinstance(node, (ast.BinOp, ast.AugAssign)):
        left = node.left if isinstance(node, ast.BinOp) else node.target
        right = node.right if isinstance(node, ast.BinOp) else node.value
        return _odd_one(message, left, right)
    if isinstance(node, ast.Compare):
        if isinstance(node.ops[0], (ast.In, ast.NotIn)):
            return node.comparators[0] if "is not iterable" in message else node.left
        return _odd_one(message, node.left, node.comparators[0])
    if isinstance(node, (ast.For, ast.AsyncFor)):
        return node.iter
    if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        return node.generators[0].iter if len(node.generators) == 1 else None
    if isinstance(node, (ast.With, ast.AsyncWith)):
        return node.items[0].context_expr if len(node.items) == 1 else None
    if isinstance(node, ast.Await):
        return node.value
    if isinstance(node, ast.Tuple):
        return None
    return node if isinstance(node, ast.expr) and "iterable" in message else None


def _odd_one(message: str, left: ast.expr, right: ast.expr) -> Optional[ast.expr]:
    """The operand that does not fit, where the message says so ("can only concatenate str (not "int") to str")."""
    if "concatenate" in message or "can't concat" in message:
        return right
    if isinstance(left, ast.Constant):
        return right
    return left if isinstance(right, ast.Constant) else _by_types(message, left, right)


def _by_types(message: str, left: ast.expr, right: ast.expr) -> Optional[ast.expr]:
    """Text among numbers is the odd one (it was not converted); of other pairs none is."""
    first, middle, second = message.partition("' and '")
    numbers = ("int", "float", "complex", "Decimal")
    one, other = first.rpartition("'")[2], second.partition("'")[0]
    if not middle or (one in numbers) == (other in numbers):
        return None
    return right if one in numbers else left
