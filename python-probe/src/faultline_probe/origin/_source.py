"""Source text and syntax trees of the target's files, read by ourselves and cached."""

from __future__ import annotations

import ast
import io
import os
import tokenize
import warnings
from types import CodeType
from typing import Any, Dict, Iterator, List, Optional, Tuple, Union

FunctionNode = Union[ast.FunctionDef, ast.AsyncFunctionDef]
MAX_SOURCE = 200
_QUIET = ("ignore", None, Warning, None, 0)

_open = io.open
_detect = tokenize.detect_encoding
_isfile = os.path.isfile
_abspath = os.path.abspath

_lines: Dict[str, List[str]] = {}
_trees: Dict[str, Optional["Tree"]] = {}


class Tree:
    """The syntax tree of one file, with the parent of every node."""

    def __init__(self, path: str, module: ast.Module) -> None:
        self.path = path
        self.module = module
        self.parents: Dict[ast.AST, ast.AST] = {}
        for node in ast.walk(module):
            for child in ast.iter_child_nodes(node):
                self.parents[child] = node

    def ancestors(self, node: ast.AST) -> Iterator[ast.AST]:
        """The nodes around a node, innermost first."""
        current = self.parents.get(node)
        while current is not None:
            yield current
            current = self.parents.get(current)

    def statement(self, node: ast.AST) -> Optional[ast.stmt]:
        """The innermost statement that holds a node."""
        if isinstance(node, ast.stmt):
            return node
        for outer in self.ancestors(node):
            if isinstance(outer, ast.stmt):
                return outer
        return None


def lines_of(path: str) -> List[str]:
    """Lines of a file with their ends; empty where it cannot be read."""
    found = _lines.get(path)
    if found is None:
        found = _lines[path] = _read(path)
    return found


def _read(path: str) -> List[str]:
    try:
        with _open(path, "rb") as stream:
            data = stream.read()
        encoding = _detect(io.BytesIO(data).readline)[0]
        return io.StringIO(data.decode(encoding, "replace"), newline=None).readlines()
    except (OSError, SyntaxError, LookupError, ValueError):
        return []


def tree_of(path: str) -> Optional[Tree]:
    """Syntax tree of a file; None where it cannot be read or parsed."""
    if path not in _trees:
        _trees[path] = _parse(path)
    return _trees[path]


def _parse(path: str) -> Optional[Tree]:
    lines = lines_of(path)
    if not lines:
        return None
    try:
        return Tree(path, parse("".join(lines)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def parse(text: str) -> ast.Module:
    """Syntax tree of a text. What the compiler warns of is not news, and the target's tests may count warnings."""
    filters: Any = warnings.filters
    filters.insert(0, _QUIET)
    try:
        return ast.parse(text)
    finally:
        filters.remove(_QUIET)


def source_line(path: str, line: int) -> str:
    """One line without indentation, cut to what a step may carry."""
    lines = lines_of(path)
    return lines[line - 1].strip()[:MAX_SOURCE] if 0 < line <= len(lines) else ""


def absolute(path: str) -> str:
    """Absolute path of a file."""
    return _abspath(path)


def last_line(code: CodeType) -> int:
    """Highest line number in a code object's own line table."""
    try:
        return max((line for _s, _e, line in code.co_lines() if line), default=code.co_firstlineno)  # type: ignore[attr-defined]
    except AttributeError:
        return _last_line_of_table(code)


def _last_line_of_table(code: CodeType) -> int:
    """The same for Python 3.8 and 3.9, whose table holds increments."""
    line = highest = code.co_firstlineno
    for step in code.co_lnotab[1::2]:
        line += step - 256 if step >= 128 else step
        highest = max(highest, line)
    return highest


def parse_function(code: CodeType) -> Optional[FunctionNode]:
    """The definition that a code object was made from, parsed from its own slice of the file."""
    lines = lines_of(code.co_filename)
    first = code.co_firstlineno
    if not 0 < first <= len(lines):
        return None
    indent = _indent(lines[first - 1])
    end = max(last_line(code), first)
    for _attempt in range(4):
        end = _block_end(lines, end, indent)
        node = _parse_slice(lines, first, end, indent > 0)
        if node is not None:
            return node if node.name == code.co_name else None
        if end >= len(lines):
            return None
        end += 1
    return None


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _block_end(lines: List[str], end: int, indent: int) -> int:
    """Last line of the block: up to the next line that is not indented deeper."""
    total = len(lines)
    while end < total:
        text = lines[end]
        stripped = text.lstrip()
        if stripped and not stripped.startswith("#") and len(text) - len(stripped) <= indent:
            return end
        end += 1
    return end


def _parse_slice(lines: List[str], first: int, end: int, nested: bool) -> Optional[FunctionNode]:
    """Parse lines first..end so that line numbers and columns stay those of the file."""
    text = "".join(lines[first - 1 : end])
    if nested and first < 2:
        return None
    prefix = "\n" * (first - 2) + "if 1:\n" if nested else "\n" * (first - 1)
    try:
        module = parse(prefix + text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    if not module.body:
        return None
    node: ast.AST = module.body[0]
    if nested and isinstance(node, ast.If):
        node = node.body[0]
    return node if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) else None


def parameters(node: Union[FunctionNode, ast.Lambda]) -> Tuple[List[str], Optional[str], List[str], Optional[str]]:
    """Names of the positional parameters, ``*args``, keyword-only ones and ``**kwargs``."""
    spec = node.args
    positional = [a.arg for a in list(getattr(spec, "posonlyargs", [])) + spec.args]
    return (
        positional,
        spec.vararg.arg if spec.vararg else None,
        [a.arg for a in spec.kwonlyargs],
        spec.kwarg.arg if spec.kwarg else None,
    )
