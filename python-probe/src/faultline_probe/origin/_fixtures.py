"""Functions that pytest calls: fixtures and parametrised arguments."""

from __future__ import annotations

import ast
from typing import List

from ._index import Scene
from ._positions import scope_node
from ._recording import Record
from ._source import tree_of
from ._trail import Step, Trail, Want, agree, lost
from ._walk import Walker, join, text


def follow_fixture(walker: Walker, record: Record, name: str, want: Want) -> Trail:
    """An argument of a function that nothing recorded called: the fixture of that name, or a parameter set."""
    code = record.code
    scope = scope_node(code)
    line = int(getattr(scope, "lineno", code.co_firstlineno))
    step = Step("argument", code.co_filename, line, code.co_name, name)
    from ._calls import follow_return, follow_yield

    trails: List[Trail] = []
    for code_id, records in walker.index.by_code.items():
        fixture = walker.index.codes[code_id]
        if not _is_fixture(fixture.co_name, scope_node(fixture), name):
            continue
        for made in records:
            if made.born >= record.born:
                continue
            yielded = walker.index.yields(made)
            ending = walker.index.ending(made)
            if yielded and want.matches(yielded[0][1].names) is not False:
                trails.append(join(step, follow_yield(walker, made, yielded[0], want)))
            elif ending is not None and not yielded and want.matches(ending[1].names) is not False:
                trails.append(join(step, follow_return(walker, made, want, None)))
    if trails:
        return agree(trails[-1:], "several fixtures gave the value")
    parametrised = _parameter_set(walker, record, scope, name, want)
    if parametrised is not None:
        return join(step, parametrised)
    if isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
        from ._arguments import default_of, from_default

        if default_of(scope, name) is not None and code.co_name.startswith("test"):
            return from_default(walker, record, scope, name, want)
    from ._callbacks import from_hand_over

    handed = from_hand_over(walker, record, scope, name, want)
    return handed if handed is not None else lost("library code called " + code.co_name, step)


def _is_fixture(function: str, scope: object, name: str) -> bool:
    if not isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return False
    for decorator in scope.decorator_list:
        call = decorator if isinstance(decorator, ast.Call) else None
        if text(call.func if call is not None else decorator).rpartition(".")[2] != "fixture":
            continue
        for keyword in call.keywords if call is not None else []:
            if keyword.arg == "name" and isinstance(keyword.value, ast.Constant):
                return bool(keyword.value.value == name)
        return function == name
    return False


def _parameter_set(walker: Walker, record: Record, scope: object, name: str, want: Want) -> "Trail | None":
    """The value in ``@pytest.mark.parametrize`` that became the argument, if only one can be it."""
    if not isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return None
    path = record.code.co_filename
    tree = tree_of(path)
    where = Scene(None, path, tree.module if tree is not None else None, 0, record.born)
    for decorator in scope.decorator_list:
        if not isinstance(decorator, ast.Call) or not text(decorator.func).endswith("parametrize"):
            continue
        names = _names(decorator)
        if name not in names or len(decorator.args) < 2 or not isinstance(decorator.args[1], (ast.List, ast.Tuple)):
            continue
        trails: List[Trail] = []
        for row in decorator.args[1].elts:
            value = _cell(row, names.index(name), len(names))
            if value is not None and want.matches(walker.value(value, where)) is not False:
                trails.append(walker.walk(value, where, want))
        return agree(trails, "which set of parameters it was is not known")
    return None


def _names(decorator: ast.Call) -> List[str]:
    first = decorator.args[0] if decorator.args else None
    if isinstance(first, ast.Constant) and type(first.value) is str:
        return [n.strip() for n in first.value.split(",")]
    if isinstance(first, (ast.List, ast.Tuple)):
        return [str(e.value) for e in first.elts if isinstance(e, ast.Constant)]
    return []


def _cell(row: ast.expr, index: int, width: int) -> "ast.expr | None":
    if isinstance(row, ast.Call) and text(row.func).endswith("param"):
        return row.args[index] if index < len(row.args) else None
    if width == 1:
        return row
    if isinstance(row, (ast.Tuple, ast.List)) and index < len(row.elts):
        return row.elts[index]
    return None
