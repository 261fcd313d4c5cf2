"""Look-ups over a recording: entries and children of a frame, stores to an object, homes of scopes."""

from __future__ import annotations

import ast
import time
from bisect import bisect_left
from types import CodeType, FrameType
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Tuple

from ._effects import (
    ATTRIBUTE,
    DELETE_ATTRIBUTE,
    DELETE_ITEM,
    ITEM,
    MUTATION,
    MUTATORS,
    NAME,
    SETATTR,
    Effect,
    effects_of,
)
from ._opcodes import code_bytes, opname_of
from ._plan import Unit, extent
from ._positions import node_at, scope_node
from ._recording import CALL, RETURN, STEP, YIELD, Entry, Record, Recording
from ._safe import Ref
from ._source import Tree, tree_of

MAX_SECONDS = 3.0
"""How long one explanation may take."""

_monotonic = time.monotonic
INLINE = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")


class OutOfTime(Exception):
    """The explanation has used up its time."""


class Scene(NamedTuple):
    """When and where an expression was evaluated.

    record: its frame (None for code that was not recorded); path: the file; scope: the function or module
    node. Effects recorded before ``time`` had happened; calls made by the statement began in [start, time].
    inner: frames of comprehensions that run for this one. live: the frames, innermost first, if they still
    stand at this very expression. seen: tokens of comprehension variables at that time.
    """

    record: Optional[Record]
    path: str
    scope: Optional[ast.AST]
    start: int
    time: int
    inner: Tuple[Record, ...] = ()
    live: Tuple[FrameType, ...] = ()
    seen: Tuple[Tuple[str, Any], ...] = ()

    @property
    def function(self) -> str:
        """Name of the function, as in a traceback."""
        if self.record is not None:
            return self.record.code.co_name
        return getattr(self.scope, "name", None) or ("<lambda>" if isinstance(self.scope, ast.Lambda) else "<module>")


class Effected(NamedTuple):
    """An effect that was recorded: entry and its time, effect with its node, statement, observation."""

    entry: Entry
    time: int
    effect: Effect
    statement: ast.AST
    seen: Any


class Index:
    """The recording, made searchable. Built once per explanation."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.log = recording.log
        self.now = len(self.log)
        self.deadline = _monotonic() + MAX_SECONDS
        self.entries: Dict[int, List[int]] = {}
        self.children: Dict[int, List[Record]] = {}
        self.calls: Dict[int, int] = {}
        self.by_code: Dict[int, List[Record]] = {}
        self.codes: Dict[int, CodeType] = {}
        self._effects: Dict[Tuple[int, int], List[Tuple[Effect, ast.AST]]] = {}
        self._stores: Optional[Dict[int, List[Tuple[int, int]]]] = None
        self._outer: Optional[Dict[int, CodeType]] = None
        for moment, entry in enumerate(self.log):
            record = entry.record
            self.entries.setdefault(id(record), []).append(moment)
            if entry.kind == CALL:
                self._enter(record, moment)
        for records in recording.bodies.values():
            for record in records:
                self._enter(record, record.born)

    def _enter(self, record: Record, time: int) -> None:
        self.calls[id(record)] = time
        self.by_code.setdefault(id(record.code), []).append(record)
        self.codes[id(record.code)] = record.code
        if record.parent is not None:
            self.children.setdefault(id(record.parent), []).append(record)

    def tick(self) -> None:
        """Give up when an explanation takes too long."""
        if _monotonic() > self.deadline:
            raise OutOfTime

    def unseen_stores(self, name: str) -> bool:
        """Whether code that was not followed by line may have stored an attribute of that name."""
        return any(name in code.co_names and _does(code, ATTRIBUTE_STORES) for code in self.recording.hot.values())

    def unseen_changes(self) -> bool:
        """Whether code that was not followed by line may have changed a container."""
        return any(
            _does(code, ITEM_STORES) or not MUTATORS.isdisjoint(code.co_names) for code in self.recording.hot.values()
        )

    def unseen_calls(self, name: str) -> bool:
        """Whether calls of a function of that name were not all recorded."""
        return any(code.co_name == name for code in self.recording.hot.values())

    def tree(self, scene: Scene) -> Optional[Tree]:
        """Syntax tree of the file of a scene."""
        return tree_of(scene.path)

    def of(self, record: Record) -> List[int]:
        """Times of the entries of a frame."""
        return self.entries.get(id(record), [])

    def call(self, record: Record) -> Optional[Entry]:
        """The CALL entry of a frame; None for module bodies."""
        time = self.calls.get(id(record))
        if time is None or time >= self.now:
            return None
        entry = self.log[time]
        return entry if entry.kind == CALL and entry.record is record else None

    def ending(self, record: Record) -> Optional[Tuple[int, Entry]]:
        """Time and RETURN entry of a frame that has returned."""
        for moment in reversed(self.of(record)):
            if self.log[moment].kind == RETURN:
                return moment, self.log[moment]
        return None

    def yields(self, record: Record) -> List[Tuple[int, Entry]]:
        """Times and YIELD entries of a generator."""
        return [(t, self.log[t]) for t in self.of(record) if self.log[t].kind == YIELD]

    def statements(self, record: Record, unit: Unit) -> List[Tuple[Effect, ast.AST]]:
        """The effects of a unit with their nodes in the tree of the file, in the unit's order."""
        key = (id(record.code), unit.first)
        found = self._effects.get(key)
        if found is None:
            found = self._effects[key] = self._match(record, unit)
        return found

    def _match(self, record: Record, unit: Unit) -> List[Tuple[Effect, ast.AST]]:
        scope = scope_node(record.code)
        if scope is None:
            return []
        out: List[Tuple[Effect, ast.AST]] = []
        for statement in statements_in(scope):
            first, _last = extent(statement)
            if unit.first <= first <= unit.last:
                out.extend((effect, statement) for effect in effects_of(statement))
        return out if len(out) == len(unit.effects) else []

    def bindings(self, record: Record, name: str, before: int) -> Iterator[Effected]:
        """Recorded bindings of a local name before a time, latest first."""
        for moment in self.earlier(record, before):
            entry = self.log[moment]
            if entry.kind == STEP and entry.unit is not None and name in entry.unit.names:
                yield from reversed(self._named(entry, moment, name))

    def earlier(self, record: Record, before: int) -> Iterator[int]:
        """Times of the entries of a frame before a time, latest first."""
        times = self.of(record)
        for place in range(bisect_left(times, before) - 1, -1, -1):
            self.tick()
            yield times[place]

    def _named(self, entry: Entry, time: int, name: str) -> List[Effected]:
        unit = entry.unit
        if unit is None:
            return []
        pairs = [p for p in self.statements(entry.record, unit) if p[0].kind == NAME]
        if len(pairs) != len(unit.names):
            return []
        return [Effected(entry, time, p[0], p[1], s) for p, s in zip(pairs, entry.names) if p[0].name == name]

    def last_binding(self, record: Record, name: str, before: int) -> Optional[Effected]:
        """The latest binding before a time."""
        return next(self.bindings(record, name, before), None)

    def stores(self, base: Ref, before: int, after: int = 0) -> List[Effected]:
        """Attribute and item stores, deletions and mutator calls on an object, latest first."""
        if self._stores is None:
            self._stores = self._index_stores()
        out: List[Effected] = []
        for moment, position in reversed(self._stores.get(base.id, [])):
            if after <= moment < before:
                self.tick()
                effected = self._observed(moment, position)
                if effected is not None and effected.seen[0] == base:
                    out.append(effected)
        return out

    def _index_stores(self) -> Dict[int, List[Tuple[int, int]]]:
        index: Dict[int, List[Tuple[int, int]]] = {}
        for moment, entry in enumerate(self.log):
            if entry.kind != STEP or not entry.others:
                continue
            for position, seen in enumerate(entry.others[0]):
                if type(seen) is tuple and type(seen[0]) is Ref:
                    index.setdefault(seen[0].id, []).append((moment, position))
        return index

    def _observed(self, time: int, position: int) -> Optional[Effected]:
        entry = self.log[time]
        if entry.unit is None:
            return None
        pairs = [p for p in self.statements(entry.record, entry.unit) if p[0].kind in WITH_BASE]
        if position >= len(pairs):
            return None
        return Effected(entry, time, pairs[position][0], pairs[position][1], entry.others[0][position])

    def lookups(self, entry: Entry) -> List[Tuple[Effect, Any]]:
        """The ``x.get(k)`` calls of a statement with what was there when it was done."""
        if entry.unit is None or not entry.others or not entry.others[1]:
            return []
        pairs = [p[0] for p in self.statements(entry.record, entry.unit) if p[0].kind == "lookup"]
        return list(zip(pairs, entry.others[1]))

    def at(self, time: int, entry: Entry, live: Tuple[FrameType, ...] = ()) -> Scene:
        """The scene of a statement that was done at a time."""
        record = entry.record
        code = record.code
        return self.inline(Scene(record, code.co_filename, scope_node(code), entry.start, time, (), live))

    def inline(self, scene: Scene) -> Scene:
        """A scene in a comprehension becomes one in the function around it."""
        record = scene.record
        inner = scene.inner
        while record is not None and record.code.co_name in INLINE:
            home = self.home(record)
            if home is None:
                break
            inner += (record,)
            start = scene.start
            inside = record
            while inside.parent is not None and inside.parent is not home:
                inside = inside.parent
            call = self.call(inside)
            if inside.parent is not None and call is not None:
                start = call.start
            record = home
            scene = Scene(record, scene.path, scope_node(record.code), start, scene.time, inner, scene.live, scene.seen)
        return scene

    def home(self, record: Record) -> Optional[Record]:
        """The frame in which a comprehension, lambda or inner function was made, if only one can be."""
        homes = self.homes(record)
        return homes[0] if len(homes) == 1 else self._under_way(record, homes)

    def _under_way(self, record: Record, homes: List[Record]) -> Optional[Record]:
        """Of several frames the one that made a generator expression as an argument of the call that runs it."""
        above: Optional[Record] = record
        while above is not None and above.parent not in homes:
            above = above.parent
        if above is None or above.parent is None or record.code.co_name not in INLINE:
            return None
        call, _name = node_at(above.parent.code, above.lasti)
        made = scope_node(record.code)
        if call is None or all(n is not made for n in ast.walk(call)):
            return None
        same = [r for r in self.by_code[id(record.code)] if self._within(r, above)]
        return above.parent if len(same) == 1 else None

    @staticmethod
    def _within(record: Record, outer: Record) -> bool:
        above: Optional[Record] = record
        while above is not None and above is not outer:
            above = above.parent
        return above is outer

    def homes(self, record: Record) -> List[Record]:
        """The frames in which the function of a frame can have been made."""
        outer = self.outer_code(record.code)
        if outer is None:
            return []
        above = record.parent
        if record.code.co_name in INLINE and above is not None and above.code is outer:
            return [above]
        return [r for r in self.by_code.get(id(outer), []) if r.born <= record.born]

    def outer_code(self, code: CodeType) -> Optional[CodeType]:
        """The code object that holds another among its constants."""
        if self._outer is None:
            self._outer = {}
            for holder in self.codes.values():
                for constant in holder.co_consts:
                    if isinstance(constant, CodeType):
                        self._outer[id(constant)] = holder
        return self._outer.get(id(code))

    def calls_of(self, scene: Scene, node: ast.AST) -> List[Record]:
        """Frames that the evaluation of a node called, in order."""
        out: List[Record] = []
        for parent in self._callers(scene):
            for child in self.children.get(id(parent), ()):
                if scene.start <= child.born <= scene.time and child.direct and self.called_by(child, node):
                    out.append(child)
        return sorted(out, key=lambda r: r.born)

    def _callers(self, scene: Scene) -> List[Record]:
        if scene.record is None:
            return []
        callers = [scene.record]
        for child in self.children.get(id(scene.record), ()):
            if child.code.co_name in INLINE and scene.start <= child.born <= scene.time:
                callers.append(child)
                callers.extend(c for c in self.children.get(id(child), ()) if c.code.co_name in INLINE)
        return callers + [r for r in scene.inner if r not in callers]

    def called_by(self, child: Record, node: ast.AST) -> bool:
        """Whether the instruction that called a frame belongs to a node."""
        if child.parent is None:
            return False
        at, _name = node_at(child.parent.code, child.lasti)
        return at is node


WITH_BASE = (ATTRIBUTE, ITEM, MUTATION, SETATTR, DELETE_ITEM, DELETE_ATTRIBUTE)


ATTRIBUTE_STORES = ("STORE_ATTR", "DELETE_ATTR")
ITEM_STORES = ("STORE_SUBSCR", "DELETE_SUBSCR", "STORE_SLICE")


def _does(code: CodeType, names: Tuple[str, ...]) -> bool:
    """Whether a code object has one of some instructions."""
    return any(opname_of(number) in names for number in code_bytes(code)[::2])


def statements_in(scope: ast.AST) -> List[ast.AST]:
    """All statements, handlers and cases of a scope in source order, without those of inner scopes."""
    out: List[ast.AST] = []
    todo: List[ast.AST] = list(reversed(_body(scope)))
    while todo:
        node = todo.pop()
        out.append(node)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            continue
        inner: List[ast.AST] = []
        for field in ("body", "handlers", "orelse", "finalbody", "cases"):
            value = getattr(node, field, None)
            if type(value) is list:
                inner.extend(value)
        todo.extend(reversed(inner))
    return out


def _body(scope: ast.AST) -> List[ast.AST]:
    body: Any = getattr(scope, "body", [])
    return list(body) if type(body) is list else []
