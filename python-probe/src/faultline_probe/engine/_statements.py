"""Where the statements and functions of a file begin and end.

Executed lines are told by the statement. Tracers differ on lines within one: which line of a call over several lines
is told, whether ``else:`` is, where a decorated function begins. By the statement they all agree.
"""

from __future__ import annotations

import ast
import warnings
from typing import Any, Iterator, List, NamedTuple, Optional

from ._real import real

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_BLOCKS = ("body", "handlers", "cases", "orelse", "finalbody")


class Function(NamedTuple):
    """A function: its qualified name without ``<locals>``, the line of its ``def``, and its last line."""

    name: str
    line: int
    last: int


class Statement(NamedTuple):
    """First and last line (of a compound statement, of its head alone), and the function, as an index from 1 on.

    What shares a line with an earlier statement is part of it: no tracer can tell them apart.
    """

    line: int
    last: int
    function: int


class FileStatements(NamedTuple):
    """All of one file, in the order of lines. Index 0 stands for code outside of any function."""

    functions: List[Function]
    statements: List[Statement]

    def at(self, line: int) -> int:
        """First line of the statement that ``line`` belongs to; ``line`` itself where it belongs to none."""
        low, high = 0, len(self.statements)
        while low < high:
            middle = (low + high) // 2
            if self.statements[middle].line <= line:
                low = middle + 1
            else:
                high = middle
        found = self.statements[low - 1] if low else None
        return found.line if found is not None and found.last >= line else line


def statements_of_file(path: str) -> Optional[FileStatements]:
    """Read and take apart a source file; None where that cannot be."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with real.FileIO(path) as file:
                tree = ast.parse(file.read() or b"")
        return statements_of(tree)
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def statements_of(tree: ast.Module) -> FileStatements:
    """Take a module apart."""
    walk = _Walk()
    walk.block(tree.body, "", 0, True)
    return FileStatements(walk.functions, _apart(walk.found, walk.functions))


class _Walk:
    """Goes through the statements in the order of the text."""

    def __init__(self) -> None:
        self.functions: List[Function] = []
        self.found: List[Statement] = []

    def block(self, nodes: List[Any], prefix: str, function: int, may_have_text: bool) -> None:
        """One indented block, or a module."""
        for position, node in enumerate(nodes):
            # A docstring is no statement: whether it is executed differs from version to version.
            if not (may_have_text and position == 0 and _is_text(node)):
                self._statement(node, prefix, function)

    def _statement(self, node: Any, prefix: str, function: int) -> None:
        blocks = [block for block in (getattr(node, name, None) for name in _BLOCKS) if type(block) is list and block]
        # A case has no place of its own.
        place = getattr(node, "pattern", node)
        first = min([place.lineno] + [decorator.lineno for decorator in getattr(node, "decorator_list", [])])
        # A head ends where its last expression does: what stands between it and the body may be a comment.
        last = max([place.lineno, *_head_ends(node)]) if blocks else place.end_lineno
        self.found.append(Statement(first, last, function))
        is_function = isinstance(node, _FUNCTIONS)
        is_class = isinstance(node, ast.ClassDef)
        if is_function:
            self.functions.append(Function(prefix + node.name, node.lineno, node.end_lineno))
            function = len(self.functions)
        if is_function or is_class:
            prefix += node.name + "."
        for block in blocks:
            self.block(block, prefix, function, is_function or is_class)


def _head_ends(node: Any) -> Iterator[int]:
    """Last lines of what a compound statement consists of besides its blocks."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.stmt, ast.ExceptHandler)) or type(child).__name__ == "match_case":
            continue
        end = getattr(child, "end_lineno", None)
        if end is not None:
            yield end
        else:
            yield from _head_ends(child)


def _is_text(node: Any) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and type(node.value.value) is str


def _apart(found: List[Statement], functions: List[Function]) -> List[Statement]:
    """Statements of which no two share a line."""
    apart: List[Statement] = []
    for statement in sorted(found, key=lambda each: each.line):
        before = apart[-1] if apart else None
        if before is None or statement.line > before.last:
            apart.append(statement)
            continue
        # The body of a function on the line of its head: being called says more than being defined.
        begins_here = statement.function and functions[statement.function - 1].line >= before.line
        function = statement.function if begins_here else before.function
        apart[-1] = Statement(before.line, max(before.last, statement.last), function)
    return apart
