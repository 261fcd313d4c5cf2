"""What one statement does to names, attributes and containers.

The same functions serve the recorder (which effects to look at when a statement is done) and the
walk (which expression made the value of an effect), so both see the effects in the same order.
"""

from __future__ import annotations

import ast
from typing import Any, Iterator, List, NamedTuple, Optional, Tuple

MUTATORS = frozenset(
    "append extend insert setdefault update add pop popitem clear remove discard appendleft extendleft popleft "
    "sort reverse move_to_end __setitem__ __delitem__".split()
)

NAME = "name"
ATTRIBUTE = "attribute"
ITEM = "item"
MUTATION = "mutation"
LOOKUP = "lookup"
DELETE_NAME = "delete name"
DELETE_ITEM = "delete item"
DELETE_ATTRIBUTE = "delete attribute"
SETATTR = "setattr"


class Path(NamedTuple):
    """An expression that can be looked at again without running code: a name and steps from it."""

    root: str
    steps: Tuple[Tuple[str, Any], ...]


class Effect(NamedTuple):
    """One effect of a statement.

    kind: one of the constants above. name: the name, attribute or method. base: the container or
    object, where it can be looked at again. key: Path or ast.Constant of an item. node: the target
    (a Name, Attribute, Subscript, alias, handler, definition) or the Call.
    """

    kind: str
    name: str
    base: Optional[Path]
    key: Any
    node: ast.AST


def path_of(node: ast.AST) -> Optional[Path]:
    """The path of ``a.b['k'].c``-like expressions; None for any other."""
    steps: List[Tuple[str, Any]] = []
    while True:
        if isinstance(node, ast.Name):
            return Path(node.id, tuple(reversed(steps)))
        if isinstance(node, ast.Attribute):
            steps.append((".", node.attr))
            node = node.value
        elif isinstance(node, ast.Subscript):
            key = key_of(index_of(node))
            if key is None:
                return None
            steps.append(("[", key))
            node = node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "setdefault":
            key = key_of(node.args[0]) if node.args else None
            if key is None:
                return None
            steps.append(("[", key))
            node = node.func.value
        else:
            return None


def index_of(node: ast.Subscript) -> ast.expr:
    """The index expression of a subscript (Python 3.8 wraps it)."""
    index: Any = node.slice
    return index.value if type(index).__name__ == "Index" else index  # type: ignore[no-any-return]


def key_of(node: ast.AST) -> Any:
    """A key that can be looked at again: an ast.Constant or a Path; else None."""
    if isinstance(node, ast.Constant):
        return node
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
        value = node.operand.value
        return ast.Constant(-value) if type(value) in (int, float) else None
    return path_of(node)


def header(statement: ast.AST) -> List[ast.AST]:
    """The expressions of a statement itself, without the statements inside it."""
    if isinstance(statement, (ast.For, ast.AsyncFor)):
        return [statement.iter, statement.target]
    if isinstance(statement, (ast.If, ast.While)):
        return [statement.test]
    if isinstance(statement, (ast.With, ast.AsyncWith)):
        parts: List[ast.AST] = []
        for item in statement.items:
            parts.append(item.context_expr)
            if item.optional_vars is not None:
                parts.append(item.optional_vars)
        return parts
    if isinstance(statement, ast.ExceptHandler):
        return [statement.type] if statement.type is not None else []
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
        defaults = [d for d in statement.args.defaults + statement.args.kw_defaults if d is not None]
        return [*statement.decorator_list, *defaults]
    if isinstance(statement, ast.ClassDef):
        return [*statement.decorator_list, *statement.bases]
    if type(statement).__name__ == "Match":
        return [statement.subject]  # type: ignore[attr-defined]
    if type(statement).__name__ == "match_case":
        guard = statement.guard  # type: ignore[attr-defined]
        return [statement.pattern] + ([guard] if guard is not None else [])  # type: ignore[attr-defined]
    if type(statement).__name__ in ("Try", "TryStar"):
        return []
    if isinstance(statement, (ast.Assign, ast.AugAssign, ast.AnnAssign)):
        targets: List[ast.AST] = list(statement.targets) if isinstance(statement, ast.Assign) else [statement.target]
        return ([statement.value] if statement.value is not None else []) + targets
    return list(ast.iter_child_nodes(statement))


_SCOPES = (ast.Lambda, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_ENTERED = (ast.expr, ast.slice, ast.arguments, getattr(ast, "pattern", ast.expr))
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def _gather(node: Any, found: List[ast.AST]) -> None:
    """Sub-expressions in the order in which they are evaluated, as far as that matters; no inner scopes."""
    kind = type(node)
    if kind in _SCOPES or kind is ast.Constant:
        return
    if kind in _COMPREHENSIONS:
        found.extend(inner for inner in ast.walk(node) if type(inner) is ast.NamedExpr)
        return
    if kind is not ast.Name:
        for field in kind._fields:
            value = getattr(node, field, None)
            if type(value) is list:
                for child in value:
                    if isinstance(child, ast.AST):
                        _gather(child, found)
            elif isinstance(value, _ENTERED):
                _gather(value, found)
    found.append(node)


def effects_of(statement: ast.AST) -> List[Effect]:
    """Effects of the statement itself, in a fixed order: those inside its expressions first."""
    found: List[Effect] = []
    parts: List[ast.AST] = []
    for part in header(statement):
        _gather(part, parts)
    for node in parts:
        _expression_effect(node, found)
    _binding_effects(statement, found)
    return found


def _expression_effect(node: ast.AST, found: List[Effect]) -> None:
    if isinstance(node, ast.NamedExpr):
        found.append(Effect(NAME, node.target.id, None, None, node.target))
    elif isinstance(node, ast.Call):
        _call_effect(node, found)
    elif isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del)):
        _target_effect(node, found)
    elif type(node).__name__ in ("MatchAs", "MatchStar") and node.name:  # type: ignore[attr-defined]
        found.append(Effect(NAME, node.name, None, None, node))  # type: ignore[attr-defined]
    elif type(node).__name__ == "MatchMapping" and node.rest:  # type: ignore[attr-defined]
        found.append(Effect(NAME, node.rest, None, None, node))  # type: ignore[attr-defined]


def _call_effect(node: ast.Call, found: List[Effect]) -> None:
    func = node.func
    if isinstance(func, ast.Attribute):
        if func.attr in MUTATORS:
            key = key_of(node.args[0]) if node.args else None
            found.append(Effect(MUTATION, func.attr, path_of(func.value), key, node))
        elif func.attr == "get" and node.args:
            found.append(Effect(LOOKUP, func.attr, path_of(func.value), key_of(node.args[0]), node))
        elif func.attr == "__setattr__" and len(node.args) == 3:
            found.append(Effect(SETATTR, "__setattr__", path_of(node.args[0]), key_of(node.args[1]), node))
    elif isinstance(func, ast.Name) and func.id in ("setattr", "delattr") and len(node.args) > 1:
        found.append(Effect(SETATTR, func.id, path_of(node.args[0]), key_of(node.args[1]), node))


def _target_effect(node: ast.AST, found: List[Effect]) -> None:
    delete = isinstance(getattr(node, "ctx", None), ast.Del)
    if isinstance(node, ast.Name):
        found.append(Effect(DELETE_NAME if delete else NAME, node.id, None, None, node))
    elif isinstance(node, ast.Attribute):
        kind = DELETE_ATTRIBUTE if delete else ATTRIBUTE
        found.append(Effect(kind, node.attr, path_of(node.value), None, node))
    elif isinstance(node, ast.Subscript):
        key = key_of(index_of(node))
        found.append(Effect(DELETE_ITEM if delete else ITEM, "", path_of(node.value), key, node))


def _binding_effects(statement: ast.AST, found: List[Effect]) -> None:
    """Names bound by the statement in another way than by a target."""
    definitions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    if isinstance(statement, definitions) or isinstance(statement, ast.ExceptHandler) and statement.name:
        found.append(Effect(NAME, str(statement.name), None, None, statement))
    elif isinstance(statement, (ast.Import, ast.ImportFrom)):
        for alias in statement.names:
            name = alias.asname or alias.name.partition(".")[0]
            if name != "*":
                found.append(Effect(NAME, name, None, None, alias))


def bodies(statement: ast.AST) -> Iterator[ast.AST]:
    """Statements (and handlers, cases) inside a statement, without those of inner scopes."""
    for field in ("body", "handlers", "orelse", "finalbody", "cases"):
        value = getattr(statement, field, None)
        if type(value) is list:
            yield from value
