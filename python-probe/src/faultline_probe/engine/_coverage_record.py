"""Writes what coverage measured: JSON Lines, read by src/probe/coverage-wire.ts."""

from __future__ import annotations

import os
from typing import Any, Dict, Iterable, List, Optional, Set

from .._project import ProjectFiles
from .._wire import Writer
from ._lines import Sink, ranges
from ._statements import FileStatements, statements_of_file
from ._steps import FinishedStep


class CoverageRecord:
    """Files are written once and then called by their number; lines of one phase are one line of text."""

    def __init__(self, writer: Writer, files: ProjectFiles) -> None:
        self._writer = writer
        self._files = files
        self._numbers: Dict[str, int] = {}
        self._by_path: Dict[str, int] = {}
        self._paths: List[str] = []
        self._statements: Dict[str, Optional[FileStatements]] = {}
        self._described: Set[int] = set()

    def tracer(self, name: str) -> None:
        """The first line of a process that runs tests."""
        self._writer.write({"type": "tracer", "tracer": name})

    def collected(self, tests: int) -> None:
        """How many tests will run."""
        self._writer.write({"type": "collected", "tests": tests})

    def target(self, node_id: str) -> None:
        """A test that the run is about begins."""
        self._writer.write({"type": "target", "nodeId": node_id})

    def covered(self, node_id: str, phase: str, sink: Sink, fixtures: Iterable[int] = ()) -> List[int]:
        """What one phase executed, and the fixtures of wider scope that it used; the numbers of its files."""
        by_file = self._by_file(sink)
        line: Dict[str, Any] = {"type": "covered", "nodeId": node_id, "phase": phase, "files": _texts(by_file)}
        used = sorted(fixtures)
        if used:
            line["fixtures"] = used
        self._writer.write(line)
        return list(by_file)

    def fixture(self, number: int, sink: Sink) -> List[int]:
        """What setting up a fixture of wider scope executed."""
        by_file = self._by_file(sink)
        self._writer.write({"type": "fixture", "fixture": number, "files": _texts(by_file)})
        return list(by_file)

    def steps(self, node_id: str, steps: List[FinishedStep]) -> None:
        """The steps of one test, each as file, line, and then file and line of what was executed, latest last."""
        written: List[List[int]] = []
        for step in steps:
            flat = [self.number(step.name), step.line]
            for name, line in step.lines:
                flat += (self.number(name), line)
            written.append(flat)
        self._writer.write({"type": "steps", "nodeId": node_id, "steps": written})

    def sources(self, numbers: Iterable[int]) -> None:
        """Where statements and functions of these files are; once for each file."""
        for number in sorted(set(numbers).difference(self._described)):
            self._described.add(number)
            found = self.statements(self._paths[number])
            if found is None:
                continue
            functions = [[each.name, each.line, each.last] for each in found.functions]
            line = {"type": "source", "file": number, "functions": functions, "statements": found.statements}
            self._writer.write(line)

    def statements(self, name: str) -> Optional[FileStatements]:
        """The statements of a file; None where it cannot be read."""
        path = self.path(name)
        if path not in self._statements:
            self._statements[path] = statements_of_file(path)
        return self._statements[path]

    def path(self, name: str) -> str:
        """Absolute path without symlinks of a file as a code object names it: a file is one, by whatever name."""
        number = self._numbers.get(name)
        if number is not None:
            return self._paths[number]
        try:
            return os.path.realpath(self._files.absolute(name))
        except Exception:  # mocked; then the name decides
            return self._files.absolute(name)

    def number(self, name: str) -> int:
        """The number of a file, which is told the first time."""
        number = self._numbers.get(name)
        if number is not None:
            return number
        path = self.path(name)
        number = self._by_path.get(path)
        if number is None:
            number = self._by_path[path] = len(self._paths)
            self._paths.append(path)
            self._writer.write({"type": "file", "file": number, "path": path})
        self._numbers[name] = number
        return number

    def _by_file(self, sink: Sink) -> Dict[int, Set[int]]:
        merged: Dict[int, Set[int]] = {}
        for name in list(sink):
            if not self._files.owns(name):
                continue
            number = self.number(name)
            known = merged.get(number)
            merged[number] = sink[name] if known is None else known | sink[name]
        return merged


def _texts(by_file: Dict[int, Set[int]]) -> List[Any]:
    flat: List[Any] = []
    for number, lines in by_file.items():
        flat += (number, ranges(list(lines)))
    return flat
