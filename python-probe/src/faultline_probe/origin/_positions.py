"""From an instruction to the syntax node that it carries out."""

from __future__ import annotations

import ast
import sys
from types import CodeType
from typing import Any, Dict, List, Optional, Tuple

from ._legacy_positions import node_by_renumbering
from ._opcodes import instruction_at
from ._source import Tree, tree_of

_SCOPES = {
    "<lambda>": ast.Lambda,
    "<listcomp>": ast.ListComp,
    "<setcomp>": ast.SetComp,
    "<dictcomp>": ast.DictComp,
    "<genexpr>": ast.GeneratorExp,
}
_HAS_POSITIONS = sys.version_info >= (3, 11)

_WANTED: Tuple[Tuple[Tuple[str, ...], Tuple[type, ...]], ...] = (
    (("CALL", "PRECALL"), (ast.Call, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)),
    (("LOAD_ATTR", "LOAD_METHOD", "STORE_ATTR", "DELETE_ATTR", "LOAD_SUPER"), (ast.Attribute,)),
    (("BINARY_SUBSCR", "STORE_SUBSCR", "DELETE_SUBSCR", "BINARY_SLICE", "STORE_SLICE"), (ast.Subscript,)),
    (("BINARY", "INPLACE"), (ast.BinOp, ast.AugAssign, ast.Subscript)),
    (("COMPARE", "CONTAINS", "IS_OP"), (ast.Compare,)),
    (("UNARY",), (ast.UnaryOp,)),
    (("UNPACK",), (ast.Tuple, ast.List)),
    (("FORMAT",), (ast.FormattedValue,)),
    (("RAISE",), (ast.Raise, ast.Assert)),
    (("GET_AWAITABLE", "SEND"), (ast.Await, ast.YieldFrom, ast.AsyncFor, ast.AsyncWith)),
    (("GET_YIELD",), (ast.YieldFrom,)),
    (("YIELD",), (ast.Yield, ast.YieldFrom, ast.Await)),
    (("LOAD_FAST", "LOAD_NAME", "LOAD_GLOBAL", "LOAD_DEREF", "LOAD_CLASSDEREF", "DELETE_"), (ast.Name,)),
)

_positions: Dict[int, Tuple[CodeType, List[Any]]] = {}
_ends: Dict[int, Tuple[Tree, Dict[Tuple[int, int], List[ast.AST]]]] = {}
_scopes: Dict[int, Tuple[CodeType, Optional[ast.AST]]] = {}


def node_at(code: CodeType, offset: int) -> Tuple[Optional[ast.AST], str]:
    """The syntax node that an instruction belongs to (None where it is not certain) and its name."""
    offset, name = instruction_at(code, offset)
    tree = tree_of(code.co_filename)
    if tree is None or offset < 0:
        return None, name
    if not _HAS_POSITIONS:
        return node_by_renumbering(tree, code, offset, name), name
    found = _positions.get(id(code))
    if found is None or found[0] is not code:
        found = _positions[id(code)] = (code, list(code.co_positions()))  # type: ignore[attr-defined]
    line, end_line, column, end_column = found[1][offset // 2]
    if None in (line, end_line, column, end_column):
        return None, name
    return _by_range(tree, name, (line, column, end_line, end_column)), name


def _wanted(name: str) -> Tuple[type, ...]:
    for prefixes, types in _WANTED:
        if name.startswith(prefixes):
            return types
    return (ast.AST,)


def _by_range(tree: Tree, name: str, place: Tuple[int, int, int, int]) -> Optional[ast.AST]:
    found = _ends.get(id(tree))
    if found is None or found[0] is not tree:
        found = _ends[id(tree)] = (tree, _index_ends(tree))
    line, column, end_line, end_column = place
    at_end = found[1].get((end_line, end_column), [])
    exact = [n for n in at_end if (n.lineno, n.col_offset) == (line, column)]  # type: ignore[attr-defined]
    types = _wanted(name)
    fitting = [n for n in exact if isinstance(n, types)]
    if len(fitting) > 1 and isinstance(fitting[0], ast.FormattedValue):
        return tree.parents.get(fitting[0])
    if fitting:
        return fitting[0]
    if name.startswith(("CALL", "PRECALL", "LOAD_ATTR", "LOAD_METHOD")):
        same_end = [n for n in at_end if isinstance(n, types)]
        if len(same_end) == 1:
            return same_end[0]
    return exact[0] if exact else None


def _index_ends(tree: Tree) -> Dict[Tuple[int, int], List[ast.AST]]:
    """All nodes by where they end, outer ones first."""
    index: Dict[Tuple[int, int], List[ast.AST]] = {}
    for node in ast.walk(tree.module):
        end = getattr(node, "end_lineno", None)
        if end is not None:
            index.setdefault((end, node.end_col_offset), []).append(node)  # type: ignore[attr-defined]
    return index


def scope_node(code: CodeType) -> Optional[ast.AST]:
    """The function, lambda, comprehension, class or module that a code object was compiled from."""
    found = _scopes.get(id(code))
    if found is None or found[0] is not code:
        found = _scopes[id(code)] = (code, _find_scope(code))
    return found[1]


def _find_scope(code: CodeType) -> Optional[ast.AST]:
    tree = tree_of(code.co_filename)
    if tree is None:
        return None
    if code.co_name == "<module>":
        return tree.module
    wanted = _SCOPES.get(code.co_name)
    matches = [n for n in ast.walk(tree.module) if _is_scope(n, code, wanted)]
    if len(matches) > 1 and wanted is not None:
        matches = _narrow(matches, code)
    return matches[0] if len(matches) == 1 else None


def _is_scope(node: ast.AST, code: CodeType, wanted: Optional[type]) -> bool:
    if wanted is not None:
        return isinstance(node, wanted) and getattr(node, "lineno", 0) == code.co_firstlineno
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) or node.name != code.co_name:
        return False
    return min([node.lineno] + [d.lineno for d in node.decorator_list]) == code.co_firstlineno


def _narrow(matches: List[ast.AST], code: CodeType) -> List[ast.AST]:
    """Of several lambdas or comprehensions on one line, the one whose columns or names fit."""
    if _HAS_POSITIONS:
        places = [p for p in code.co_positions() if p[0] and p[2] is not None]  # type: ignore[attr-defined]
        inner = [(p[0], p[2]) for p in places if p[2] != 0 or p[3] != 0]
        if inner:
            low, high = min(inner), max((p[1], p[3]) for p in places)
            fitting = [n for n in matches if _start(n) <= low and high <= _end(n)]
            sizes = sorted(fitting, key=lambda n: (_start(n), _end(n)), reverse=True)
            return sizes[:1]
    names = code.co_varnames[: code.co_argcount]
    return [n for n in matches if isinstance(n, ast.Lambda) and tuple(a.arg for a in n.args.args) == names]


def _start(node: ast.AST) -> Tuple[int, int]:
    return node.lineno, node.col_offset  # type: ignore[attr-defined]


def _end(node: ast.AST) -> Tuple[int, int]:
    return node.end_lineno, node.end_col_offset  # type: ignore[attr-defined]
