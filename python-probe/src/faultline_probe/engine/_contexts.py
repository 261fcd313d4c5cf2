"""Whose the lines are that are executed now: a phase of a test, a fixture of wider scope, an import, or nobody."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Set

from ._lines import LineTracer, Sink


class Contexts:
    """Gives the tracer the sink of whoever is at it."""

    def __init__(self) -> None:
        self.tracer = LineTracer()
        """It was started with :attr:`imported`."""
        self.imported: Sink = {}
        """What imports and collection executed since it was last taken."""
        self._stack: List[Sink] = []
        self.active = False
        """Whether a phase of a test is running."""

    def begin_phase(self) -> Sink:
        """A phase of a test begins."""
        self.active = True
        self._stack = []
        sink: Sink = {}
        self.tracer.renew()
        self.push(sink)
        return sink

    def end_phase(self) -> None:
        """It is over."""
        self.active = False
        self._stack = []
        self.tracer.switch(self.imported)

    def begin_import(self) -> None:
        """A module is executed."""
        if self.active:
            self.push(self.imported)

    def end_import(self) -> None:
        """It is over."""
        if self.active:
            self.pop()

    def push(self, sink: Sink) -> None:
        """Somebody else is at it."""
        self._stack.append(sink)
        self.tracer.switch(sink)

    def pop(self) -> None:
        """The one before goes on."""
        if len(self._stack) > 1:
            self._stack.pop()
            self.tracer.switch(self._stack[-1])

    def take_imported(self) -> Sink:
        """What was imported since the last time."""
        taken = self.imported
        self.imported = {}
        self.tracer.switch(self.imported)
        return taken

    def replace_tracer(self, tracer: LineTracer) -> LineTracer:
        """Between two phases: let another one go on; gives back the one before."""
        before = self.tracer
        before.stop()
        tracer.start(self.imported)
        self.tracer = tracer
        return before


class Fixtures:
    """Fixtures of wider scope, by their set-ups.

    What setting one up executed counts for each test that uses it, not for the one that happened to come first: so
    neither the order of tests nor their spread over processes makes a difference.
    """

    def __init__(self) -> None:
        self._instances: Dict[int, "_Instance"] = {}
        self._count = 0

    def set_up(self, definition: Any, request: Any) -> int:
        """A fixture was set up; its number."""
        self._count += 1
        needs = [found for found in (_active(request, name) for name in definition.argnames) if found is not None]
        self._instances[id(definition)] = _Instance(self._count, definition, needs)
        return self._count

    def used_by(self, item: Any) -> Set[int]:
        """Numbers of the set-ups that a test stands on."""
        request = getattr(item, "_request", None) or getattr(item, "fixture_request", None)
        wanted: List[Any] = list(getattr(request, "_fixture_defs", {}).values())
        found = getattr(item, "_fixtureinfo", None)
        if found is not None:
            wanted += [chain[-1] for chain in found.name2fixturedefs.values() if chain]
        numbers: Set[int] = set()
        while wanted:
            instance = self._instances.get(id(wanted.pop()))
            if instance is not None and instance.number not in numbers:
                numbers.add(instance.number)
                wanted += instance.needs
        return numbers


class _Instance:
    __slots__ = ("definition", "needs", "number")

    def __init__(self, number: int, definition: Any, needs: List[Any]) -> None:
        self.number = number
        # Kept alive, so that no other definition gets its id.
        self.definition = definition
        self.needs = needs


def _active(request: Any, name: str) -> Optional[Any]:
    try:
        return request._get_active_fixturedef(name)
    except Exception:
        return None
