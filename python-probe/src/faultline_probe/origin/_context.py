"""``with … as``: what ``__enter__`` or a context manager function handed out."""

from __future__ import annotations

import ast
from typing import List, Tuple

from ._calls import follow_return, follow_yield
from ._index import Scene
from ._recording import Record
from ._trail import Trail, Want, agree, lost
from ._walk import Walker, join, text


def follow_with(
    walker: Walker, item: ast.withitem, path: Tuple[int, ...], target: ast.AST, scene: Scene, want: Want
) -> Trail:
    """Where the value of ``as target`` came from."""
    step = walker.step("with", item.context_expr, scene, text(target))
    if path:
        return lost("an unpacked `as` target is not followed", step)
    records = [r for r in _begun(walker, scene) if r.code.co_name in ("__enter__", "__aenter__")]
    if len(records) > 1:
        matching = [r for r in records if _gave(walker, r, want)]
        records = matching
    if len(records) == 1:
        return join(step, follow_return(walker, records[0], want, None))
    generators = [r for r in _begun(walker, scene, False) if r.plan.flags & 0x220 and walker.index.yields(r)]
    name = text(item.context_expr).rpartition(".")[2].rstrip("()")
    named = [r for r in generators if r.code.co_name == name] or generators
    trails = [join(step, follow_yield(walker, r, walker.index.yields(r)[0], want)) for r in named]
    if trails:
        return agree(trails, "which context manager gave the value is not known")
    if isinstance(item.context_expr, ast.Call) and text(item.context_expr.func).endswith("nullcontext"):
        args = item.context_expr.args
        if args:
            return join(step, walker.walk(args[0], scene, want))
        return Trail([step._replace(kind="miss", note="nullcontext() gives None")], "found")
    return Trail([step._replace(kind="library-call")], "partial", "the context manager is not the project's")


def _begun(walker: Walker, scene: Scene, direct: bool = True) -> List[Record]:
    record = scene.record
    if record is None:
        return []
    children = walker.index.children.get(id(record), [])
    return [c for c in children if scene.start <= c.born <= scene.time and (c.direct or not direct)]


def _gave(walker: Walker, record: Record, want: Want) -> bool:
    ending = walker.index.ending(record)
    return ending is not None and want.matches(ending[1].names) is not False
