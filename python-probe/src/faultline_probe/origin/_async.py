"""Values that come in from outside a frame: sent to a generator, awaited through a library."""

from __future__ import annotations

import ast
from typing import List

from ._index import Scene
from ._positions import node_at, scope_node
from ._recording import RESUME, Record
from ._trail import Step, Trail, Want, agree, lost
from ._walk import Walker, join, text


def follow_sent(walker: Walker, node: ast.Yield, scene: Scene, want: Want) -> Trail:
    """Who resumed the generator, and with what."""
    step = walker.step("yield", node, scene, scene.function)
    record = scene.record
    if record is None:
        return lost("the generator was not recorded", step)
    for time in reversed(walker.index.of(record)):
        entry = walker.index.log[time]
        if entry.kind != RESUME or not scene.start <= time <= scene.time:
            continue
        parent, lasti, direct = entry.others
        if parent is None or not direct:
            return lost("the generator was resumed by library code", step)
        caller = Scene(parent, parent.code.co_filename, scope_node(parent.code), time, time)
        at, _name = node_at(parent.code, lasti)
        if isinstance(at, ast.Call) and isinstance(at.func, ast.Attribute) and at.func.attr == "send" and at.args:
            return join(step, walker.walk(at.args[0], walker.index.inline(caller), want))
        if want.kind == "none" and at is not None:
            line = int(getattr(at, "lineno", 1))
            note = "the generator was resumed without a value"
            return Trail([step, Step("miss", caller.path, line, caller.function, text(at), note)], "found")
    return lost("how the generator was resumed was not recorded", step)


def follow_awaited(walker: Walker, node: ast.Await, scene: Scene, want: Want) -> Trail:
    """A coroutine that something else than the awaiting frame ran: a task, ``wait_for``, ``gather``."""
    from ._calls import follow_return

    step = walker.step("return", node, scene, text(node.value))
    gathered = isinstance(node.value, ast.Call) and text(node.value.func).endswith("gather")
    if gathered and want.kind in ("object", "value"):
        return Trail([step._replace(kind="built")], "found", None, (node, scene))
    records = _coroutines(walker, node.value, scene)
    if not records:
        return Trail([step._replace(kind="library-call")], "partial", "the awaited object is not the project's")
    endings = [(r, walker.index.ending(r)) for r in records]
    matching = [r for r, e in endings if e is not None and want.matches(e[1].names)]
    if not matching:
        return lost("the awaited coroutine gave another value", step)
    return join(step, agree([follow_return(walker, r, want, None) for r in matching], "several coroutines gave it"))


def _coroutines(walker: Walker, node: ast.expr, scene: Scene) -> List[Record]:
    """Frames of the coroutine functions that are named in an awaited expression or where its name was bound."""
    names = {text(c.func).rpartition(".")[2] for c in ast.walk(node) if isinstance(c, ast.Call)}
    if isinstance(node, ast.Name) and scene.record is not None:
        last = walker.index.last_binding(scene.record, node.id, scene.time)
        value = getattr(last.statement, "value", None) if last is not None else None
        if isinstance(value, ast.Call):
            names |= {text(c.func).rpartition(".")[2] for c in ast.walk(value) if isinstance(c, ast.Call)}
    found: List[Record] = []
    for code_id, records in walker.index.by_code.items():
        code = walker.index.codes[code_id]
        if code.co_name in names and code.co_flags & 0x80:
            found.extend(r for r in records if r.born <= scene.time)
    return found
