"""Instruction to syntax node on Python 3.8 to 3.10, which keep lines but no columns.

The file is parsed once more, every node gets a line number of its own, and the compiled result is
compared with the running code, instruction by instruction: where they are equal, the line table of
the copy names the node; where they differ, nothing is claimed.
"""

from __future__ import annotations

import ast
import dis
import sys
from types import CodeType
from typing import Any, Dict, Iterator, List, Optional, Tuple

from ._opcodes import opname_of
from ._source import Tree, lines_of, parse

Numbered = Tuple[List[ast.AST], Optional[CodeType], Optional[CodeType]]
_numbered: Dict[int, Tuple[Tree, Numbered]] = {}
_maps: Dict[int, Tuple[CodeType, Optional[Dict[int, ast.AST]]]] = {}
_CALLS = ("CALL_METHOD",)


def node_by_renumbering(tree: Tree, code: CodeType, offset: int, name: str) -> Optional[ast.AST]:
    """The node of the instruction; None where the copy differs from the running code."""
    found = _maps.get(id(code))
    if found is None or found[0] is not code:
        found = _maps[id(code)] = (code, _map(tree, code))
    node = found[1].get(offset) if found[1] is not None else None
    if node is not None and name in _CALLS and isinstance(node, ast.Attribute):
        outer = tree.parents.get(node)
        return outer if isinstance(outer, ast.Call) else node
    if name == "LOAD_METHOD" and isinstance(node, ast.Call):
        return node.func
    return node


def _map(tree: Tree, code: CodeType) -> Optional[Dict[int, ast.AST]]:
    found = _numbered.get(id(tree))
    if found is None or found[0] is not tree:
        found = _numbered[id(tree)] = (tree, _renumber(tree))
    nodes, plain, rewritten = found[1]
    for copy in (plain, rewritten):
        if copy is None:
            continue
        for candidate in _codes(copy):
            if candidate.co_name == code.co_name and _first(nodes, candidate) == code.co_firstlineno:
                mapped = _align(code, candidate, nodes)
                if mapped is not None:
                    return mapped
    return None


def _first(nodes: List[ast.AST], code: CodeType) -> int:
    number = code.co_firstlineno
    return int(getattr(nodes[number], "lineno", 0)) if 0 < number < len(nodes) else number


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _renumber(tree: Tree) -> Numbered:
    """Nodes by their new line number, and the code compiled from the copies."""
    text = "".join(lines_of(tree.path))
    nodes: List[ast.AST] = [tree.module]
    nodes.extend(n for n in ast.walk(tree.module) if hasattr(n, "lineno"))
    return nodes, _compile(tree, text, False), _compile(tree, text, True)


def _compile(tree: Tree, text: str, rewrite: bool) -> Optional[CodeType]:
    try:
        copy = parse(text)
        number = 0
        for node in ast.walk(copy):
            if hasattr(node, "lineno"):
                number += 1
                node.lineno = node.end_lineno = number  # type: ignore[attr-defined]
        if rewrite:
            module = sys.modules.get("_pytest.assertion.rewrite")
            if module is None:
                return None
            vars(module)["rewrite_asserts"](copy, text.encode(), tree.path)
        code: CodeType = compile(copy, tree.path, "exec", dont_inherit=True)
        return code
    except Exception:
        return None


def _instructions(code: CodeType) -> List[Tuple[int, int, Any]]:
    """Offset, number and comparable argument of each instruction that does something."""
    out: List[Tuple[int, int, Any]] = []
    extended = 0
    data = code.co_code
    for offset in range(0, len(data), 2):
        number = data[offset]
        argument = data[offset + 1] | extended
        name = opname_of(number)
        if name == "EXTENDED_ARG":
            extended = argument << 8
            continue
        extended = 0
        if name != "NOP":
            out.append((offset, number, _argument(code, number, argument)))
    return out


def _argument(code: CodeType, number: int, argument: int) -> Any:
    if number in dis.hasjrel or number in dis.hasjabs or number in dis.hasconst:
        return None
    if number in dis.hasname:
        return code.co_names[argument]
    if number in dis.haslocal:
        return code.co_varnames[argument]
    return argument if number >= dis.HAVE_ARGUMENT else None


def _align(code: CodeType, copy: CodeType, nodes: List[ast.AST]) -> Optional[Dict[int, ast.AST]]:
    left, right = _instructions(code), _instructions(copy)
    if [i[1:] for i in left] != [i[1:] for i in right]:
        return None
    starts = sorted(dis.findlinestarts(copy))
    result: Dict[int, ast.AST] = {}
    position = 0
    number = copy.co_firstlineno
    for here, there in zip(left, right):
        while position < len(starts) and starts[position][0] <= there[0]:
            number = starts[position][1] or number
            position += 1
        if 0 < number < len(nodes):
            result[here[0]] = nodes[number]
    return result
