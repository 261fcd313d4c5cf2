"""Which operand at the crash was the bad one."""

from __future__ import annotations

import ast
from types import TracebackType
from typing import Any, List, NamedTuple, Optional, Tuple

from ._effects import index_of
from ._index import Scene
from ._trail import NONE, ZERO, Want
from ._walk import Walker


class Guilty(NamedTuple):
    """The bad operand: kind of bad value, expression (None if only the element of ``holder`` is bad)."""

    bad: str
    node: Optional[ast.expr]
    want: Want
    note: Optional[str] = None


def message_of(error: BaseException) -> str:
    """The first argument of a builtin exception if it is text."""
    arguments = BaseException.__dict__["args"].__get__(error)
    first = arguments[0] if type(arguments) is tuple and arguments else ""
    return first if type(first) is str else ""


def guilty_none(walker: Walker, node: ast.AST, scene: Scene, message: str) -> Optional[Guilty]:
    """The operand of the crash node that was None."""
    candidates = operands(node, message)
    sure: List[ast.expr] = []
    possible: List[ast.expr] = []
    for operand in candidates:
        state = NONE.matches(walker.value(operand, scene))
        if state:
            sure.append(operand)
        elif state is None:
            possible.append(operand)
    if len(sure) == 1 or sure and not isinstance(node, ast.Call):
        return Guilty("none", sure[0], NONE)
    if not sure and len(possible) == 1:
        return Guilty("none", possible[0], NONE)
    return None


def operands(node: ast.AST, message: str) -> List[ast.expr]:
    """The expressions that an instruction of a node worked on, the likeliest first."""
    if isinstance(node, ast.Attribute):
        return [node.value]
    if isinstance(node, ast.Subscript):
        return [node.value, index_of(node)] if "indices" not in message else _slice_parts(index_of(node))
    if isinstance(node, ast.Call):
        return _call_operands(node, message)
    if isinstance(node, ast.BinOp):
        return _sided(message, node.left, node.right)
    if isinstance(node, ast.AugAssign):
        return _sided(message, _load(node.target), node.value)
    if isinstance(node, ast.Compare):
        return [node.left] + list(node.comparators)
    if isinstance(node, ast.UnaryOp):
        return [node.operand]
    if isinstance(node, (ast.For, ast.AsyncFor)):
        return [node.iter]
    if isinstance(node, ast.comprehension):
        return [node.iter]
    if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        return [g.iter for g in node.generators]
    if isinstance(node, (ast.With, ast.AsyncWith)):
        return [i.context_expr for i in node.items]
    if isinstance(node, (ast.Await, ast.YieldFrom, ast.Starred, ast.FormattedValue)):
        return [node.value] if node.value is not None else []
    if isinstance(node, ast.Raise):
        return [e for e in (node.exc, node.cause) if e is not None]
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return [e.value for e in node.elts if isinstance(e, ast.Starred)]
    if isinstance(node, ast.Dict):
        return [v for k, v in zip(node.keys, node.values) if k is None]
    return [node] if isinstance(node, ast.expr) else []


def _load(target: ast.expr) -> ast.expr:
    return target


def _slice_parts(index: ast.expr) -> List[ast.expr]:
    if isinstance(index, ast.Slice):
        return [p for p in (index.lower, index.upper, index.step) if p is not None]
    return [index]


def _sided(message: str, left: ast.expr, right: ast.expr) -> List[ast.expr]:
    """Which operand the message says was None ("'int' and 'NoneType'")."""
    place = message.find("NoneType")
    other = message.find("' and '")
    if "concatenate" in message or (place >= 0 and 0 <= other < place):
        return [right, left]
    return [left, right]


def _call_operands(node: ast.Call, message: str) -> List[ast.expr]:
    if "not callable" in message:
        return [node.func]
    arguments: List[ast.expr] = []
    for argument in node.args:
        arguments.append(argument.value if isinstance(argument, ast.Starred) else argument)
    arguments.extend(k.value for k in node.keywords)
    return arguments


def crash_operand(walker: Walker, node: ast.AST, scene: Scene, error: BaseException, direct: bool) -> Optional[Guilty]:
    """The bad operand of a crash. direct: the exception was raised by this very instruction."""
    message = message_of(error)
    if isinstance(error, ZeroDivisionError) and direct:
        divisor = node.right if isinstance(node, ast.BinOp) else node.value if isinstance(node, ast.AugAssign) else None
        if divisor is None and isinstance(node, ast.Call) and len(node.args) == 2:
            divisor = node.args[1]
        return Guilty("zero", divisor, ZERO) if divisor is not None else None
    if "NoneType" in message or isinstance(error, (TypeError, AttributeError, ValueError)):
        found = guilty_none(walker, node, scene, message)
        if found is not None:
            return found
    return None


def chain_of(error: BaseException) -> List[BaseException]:
    """The exceptions that led to one, the first cause first."""
    out: List[BaseException] = []
    current: Optional[BaseException] = error
    while current is not None and not any(current is e for e in out) and len(out) < 50:
        out.insert(0, current)
        cause = _slot(current, "__cause__")
        if cause is None and not _slot(current, "__suppress_context__"):
            cause = _slot(current, "__context__")
        current = cause
    return out


def _slot(error: BaseException, name: str) -> Any:
    descriptor = BaseException.__dict__[name]
    return descriptor.__get__(error)


def traceback_of(error: BaseException) -> Optional[TracebackType]:
    """The traceback that an exception carries."""
    found = _slot(error, "__traceback__")
    return found if type(found) is TracebackType else None


Place = Tuple[TracebackType, bool]
