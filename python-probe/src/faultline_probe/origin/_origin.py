"""Explaining one exception: the crash, the bad operand, the walk, the result as written."""

from __future__ import annotations

from types import FrameType, MethodType, TracebackType
from typing import Any, Callable, Dict, List, Optional, Tuple

from . import (  # noqa: F401
    _attributes,
    _calls,
    _containers,
    _names,
)
from ._crash import find_guilty
from ._errors import chain_of, leaves_of, traceback_of
from ._index import INLINE, Index, OutOfTime, Scene
from ._positions import node_at, scope_node
from ._recording import Record, Recording
from ._source import tree_of
from ._trail import Step, Trail, doubt
from ._walk import Walker

IsProject = Callable[[str], bool]


def explain(recording: Recording, error: BaseException, is_project: IsProject) -> Dict[str, Any]:
    """The origin of the bad value behind an exception, as in the wire schema (without node id and phase)."""
    last: Dict[str, Any] = _nothing("no frame of the project is in the traceback")
    for candidate in _candidates(error):
        result = _explain_one(recording, candidate, is_project)
        if result["status"] != "none":
            return result
        last = result
    return last


def _candidates(error: BaseException) -> List[BaseException]:
    """The exceptions worth explaining, the first cause first; a group by its leaves."""
    return [leaf for link in chain_of(error) for leaf in leaves_of(link)]


def _nothing(reason: str) -> Dict[str, Any]:
    return {"status": "none", "reason": reason, "bad": "unknown", "steps": []}


def _explain_one(recording: Recording, error: BaseException, is_project: IsProject) -> Dict[str, Any]:
    places = _project_places(traceback_of(error), is_project)
    if not places:
        return _nothing("no frame of the project is in the traceback")
    place, direct = places[-1]
    frame = place.tb_frame
    index = Index(recording)
    walker = Walker(index, _lives([p for p, _d in places]), is_project)
    scene = _crash_scene(index, walker, frame, place.tb_lineno)
    node, opcode = node_at(frame.f_code, place.tb_lasti)
    crash = Step("crash", frame.f_code.co_filename, place.tb_lineno, frame.f_code.co_name)
    if node is None:
        return _nothing("the expression that failed was not found")
    try:
        guilty = find_guilty(walker, node, scene, error, direct, opcode)
        if guilty is None:
            return _nothing("the failure is not about a value that can be followed")
        trail = guilty.follow().after(crash._replace(name=guilty.name))
    except OutOfTime:
        return to_json(Trail([crash], "partial", "the explanation took too long"), "unknown")
    finally:
        walker.objects.clear()
        walker.lives.clear()
    if recording.full:
        trail = doubt(trail, "too many events")
    return to_json(trail, guilty.bad)


def to_json(trail: Trail, bad: str) -> Dict[str, Any]:
    """A trail as it is written: origin first, crash last, no step twice in a row."""
    steps: List[Dict[str, Any]] = []
    for step in trail.steps:
        written = step.to_json()
        if not steps or steps[-1] != written:
            steps.append(written)
    steps.reverse()
    out: Dict[str, Any] = {"status": trail.status, "bad": bad, "steps": steps}
    if trail.status != "found":
        out["reason"] = trail.reason or "the chain breaks here"
    return out


def _project_places(trace: Optional[TracebackType], is_project: IsProject) -> List[Tuple[TracebackType, bool]]:
    """Traceback entries of the project, outermost first, and whether the exception was raised in that very frame."""
    out: List[Tuple[TracebackType, bool]] = []
    current = trace
    while current is not None:
        if is_project(current.tb_frame.f_code.co_filename):
            out.append((current, current.tb_next is None))
        current = current.tb_next
    return out


def record_of(frame: FrameType) -> Optional[Record]:
    """The record of a frame, if it was recorded."""
    local = frame.f_trace
    if type(local) is MethodType and isinstance(local.__self__, Record):
        return local.__self__
    return None


def _lives(places: List[TracebackType]) -> Dict[int, Tuple[FrameType, ...]]:
    """Frames of the traceback by the id of their record; comprehensions before the function around them."""
    out: Dict[int, Tuple[FrameType, ...]] = {}
    pending: Tuple[FrameType, ...] = ()
    for place in reversed(places):
        frame = place.tb_frame
        record = record_of(frame)
        if frame.f_code.co_name in INLINE:
            pending += (frame,)
            if record is not None:
                out[id(record)] = pending
            continue
        if record is not None:
            out[id(record)] = pending + (frame,)
        pending = ()
    return out


def _crash_scene(index: Index, walker: Walker, frame: FrameType, line: int) -> Scene:
    code = frame.f_code
    record = record_of(frame)
    if record is None:
        tree = tree_of(code.co_filename)
        return Scene(None, code.co_filename, tree.module if tree else None, 0, index.now, (), (frame,))
    live = walker.lives.get(id(record), (frame,))
    last: Tuple[int, int, int, Dict[str, Any]] = (line, record.start, index.now, {})
    _line, start, time, values = next((f for f in reversed(record.failures) if f[0] == line), last)
    seen = tuple(values.items())
    scene = index.inline(Scene(record, code.co_filename, scope_node(code), start, time, (), live, seen))
    if scene.record is not None and scene.record is not record:
        outer = walker.lives.get(id(scene.record), ())
        scene = scene._replace(live=outer if frame in outer else live + outer)
    return scene
