"""Names: locals, parameters, closures, globals, comprehension variables."""

from __future__ import annotations

import ast
from typing import Any, List, Optional, Tuple

from . import _values
from ._index import Effected, Scene
from ._modules import follow_body, follow_global, global_token
from ._recording import Record
from ._safe import MISSING, UNKNOWN
from ._trail import Trail, Want, agree, lost
from ._walk import Walker, join, rule

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def comprehension_of(walker: Walker, node: ast.Name, scene: Scene) -> Optional[ast.comprehension]:
    """The ``for`` of a comprehension that binds a name where it is used."""
    tree = walker.index.tree(scene)
    if tree is None:
        return None
    inside: ast.AST = node
    for outer in tree.ancestors(node):
        if isinstance(outer, _COMPREHENSIONS):
            first_iter = outer.generators[0].iter
            if inside is not outer.generators[0] or not _contains(first_iter, node):
                for generator in outer.generators:
                    if inside is generator and _contains(generator.iter, node):
                        break
                    if any(isinstance(n, ast.Name) and n.id == node.id for n in ast.walk(generator.target)):
                        return generator
        if isinstance(outer, (ast.stmt, ast.Lambda)):
            return None
        inside = outer
    return None


def _contains(outer: ast.AST, node: ast.AST) -> bool:
    return any(n is node for n in ast.walk(outer))


def walrus_before(walker: Walker, node: ast.Name, scene: Scene) -> Optional[ast.NamedExpr]:
    """A ``name := value`` in the same statement, before the use of the name."""
    tree = walker.index.tree(scene)
    statement = tree.statement(node) if tree is not None else None
    if statement is None or tree is None:
        return None
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return None
    place = (node.lineno, node.col_offset)
    best: Optional[ast.NamedExpr] = None
    for part in [statement] if not hasattr(statement, "body") else [getattr(statement, "test", statement)]:
        for inner in ast.walk(part):
            if isinstance(inner, ast.NamedExpr) and inner.target.id == node.id and not _contains(inner, node):
                if (inner.lineno, inner.col_offset) < place:
                    best = inner
    return best


def name_token(walker: Walker, node: ast.Name, scene: Scene) -> Any:
    """Token of a name's value in a scene."""
    if comprehension_of(walker, node, scene) is not None:
        return dict(scene.seen).get(node.id, UNKNOWN)
    walrus = walrus_before(walker, node, scene)
    if walrus is not None:
        return _values.value(walker, walrus.value, scene)
    record = scene.record
    if record is None or record.lines is not None:
        return global_token(walker, node.id, scene)
    code = record.code
    if node.id in code.co_varnames or node.id in code.co_cellvars:
        return local_token(walker, record, node.id, scene.time)
    if node.id in code.co_freevars:
        home = walker.index.home(record)
        if home is not None:
            found = local_token(walker, home, node.id, scene.time)
            if found is not UNKNOWN:
                return found
        call = walker.index.call(record)
        return call.names.get(node.id, UNKNOWN) if call is not None else UNKNOWN
    return global_token(walker, node.id, scene)


def local_token(walker: Walker, record: Record, name: str, before: int) -> Any:
    """Token of a local name of a frame before a time."""
    if record.lost:
        return UNKNOWN
    last = walker.index.last_binding(record, name, before)
    if last is not None:
        return last.seen if last.seen is not MISSING else UNKNOWN
    call = walker.index.call(record)
    return call.names.get(name, UNKNOWN) if call is not None else UNKNOWN


@rule(ast.Name)
def follow_name(walker: Walker, node: ast.Name, scene: Scene, want: Want) -> Trail:
    """Where the value of a name came from."""
    generator = comprehension_of(walker, node, scene)
    if generator is not None:
        from ._iteration import follow_loop_target

        step = walker.step("comprehension", node, scene, node.id)
        return join(step, follow_loop_target(walker, node.id, generator.target, generator.iter, scene, want))
    walrus = walrus_before(walker, node, scene)
    if walrus is not None:
        return walker.walk(walrus, scene, want)
    record = scene.record
    if record is None:
        return follow_global(walker, node.id, scene, want)
    if record.lines is not None:
        return follow_body(walker, node.id, scene, want)
    code = record.code
    if node.id in code.co_varnames or node.id in code.co_cellvars:
        return follow_local(walker, record, node, scene.time, scene, want)
    if node.id in code.co_freevars:
        return follow_free(walker, record, node, scene, want)
    return follow_global(walker, node.id, scene, want)


def follow_local(walker: Walker, record: Record, node: ast.AST, before: int, scene: Scene, want: Want) -> Trail:
    """The last binding of a local name, or the argument that it was given."""
    name = node.id if isinstance(node, ast.Name) else str(node)
    if record.lost:
        return lost("too many events in " + record.code.co_name)
    candidates, argument = _last_bindings(walker, record, name, before)
    trails: List[Trail] = []
    for last in candidates:
        if want.matches(last.seen) is False:
            trails.append(lost("the value of " + name + " changed in a way that was not recorded"))
        else:
            trails.append(walker.bound(last, want))
    if argument:
        from ._arguments import follow_parameter

        trails.append(follow_parameter(walker, record, name, want))
    if not trails:
        return lost("no binding of " + name + " was recorded")
    return agree(trails, "which of two statements on one line ran is not known")


def _last_bindings(walker: Walker, record: Record, name: str, before: int) -> Tuple[List[Effected], bool]:
    """The binding that counts; several where one of a shared line may not have run. True: or the argument."""
    out: List[Effected] = []
    bindings = walker.index.bindings(record, name, before)
    last = next(bindings, None)
    while last is not None:
        out.append(last)
        unit = last.entry.unit
        if unit is None or not unit.shared:
            return out, False
        older = next(bindings, None)
        earlier = older.seen if older is not None else _argument(walker, record, name)
        if earlier is UNKNOWN or type(earlier) is not type(last.seen) or earlier != last.seen:
            return out, False
        last = older
    call = walker.index.call(record)
    return out, call is not None and name in call.names and name in record.plan.parameters


def _argument(walker: Walker, record: Record, name: str) -> Any:
    call = walker.index.call(record)
    return call.names.get(name, UNKNOWN) if call is not None else UNKNOWN


def follow_free(walker: Walker, record: Record, node: ast.Name, scene: Scene, want: Want) -> Trail:
    """A name of a function around this one."""
    step = walker.step("closure", node, scene, node.id)
    homes = walker.index.homes(record)
    call = walker.index.call(record)
    known = call.names if call is not None else {}
    if len(homes) > 1:
        homes = [h for h in homes if _fits(walker, h, known, record)]
    trails: List[Trail] = []
    for home in homes:
        if node.id in home.code.co_freevars:
            outer = Scene(home, scene.path, None, scene.start, scene.time)
            trails.append(follow_free(walker, home, node, outer, want))
        else:
            trails.append(_follow_cell(walker, home, node, scene, want))
    if not trails:
        return lost("the function in which " + node.id + " was set was not recorded", step)
    return join(step, agree(trails, "the inner function was made several times"))


def _fits(walker: Walker, home: Record, known: Any, record: Record) -> bool:
    """Whether a frame can be the one in which the closure was made: its names had the same values."""
    for name in record.code.co_freevars:
        if name in known and name not in home.code.co_freevars:
            seen = local_token(walker, home, name, record.born)
            if seen is not UNKNOWN and (type(seen) is not type(known[name]) or seen != known[name]):
                return False
    return True


def _follow_cell(walker: Walker, home: Record, node: ast.Name, scene: Scene, want: Want) -> Trail:
    """The last binding of a cell: in the frame that owns it or, with nonlocal, in a function inside it."""
    own, _argument_too = _last_bindings(walker, home, node.id, scene.time)
    best: Optional[Effected] = own[0] if own else None
    for code_id, records in walker.index.by_code.items():
        code = walker.index.codes[code_id]
        if node.id not in code.co_freevars:
            continue
        for inner in records:
            if inner.born >= home.born and home in walker.index.homes(inner):
                last = walker.index.last_binding(inner, node.id, scene.time)
                if last is not None and (best is None or last.time > best.time):
                    best = last
    if best is not None and not (own and best is own[0]):
        if want.matches(best.seen) is False:
            return lost("the value of " + node.id + " changed in a way that was not recorded")
        return walker.bound(best, want)
    return follow_local(walker, home, node, scene.time, scene, want)
