"""Runs pytest in mode "coverage" and reads what it wrote, for the tests of the Python side."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from typing import Any, Dict, List, NamedTuple, Optional, Set, Tuple

from conftest import Run, run_pytest

TRACERS = [
    "sys.settrace",
    *(["sys.monitoring"] if sys.version_info >= (3, 12) else []),
    *(["coverage.py"] if importlib.util.find_spec("coverage") else []),
]

Lines = Dict[str, Set[int]]


class Measured(NamedTuple):
    """One process's part of a run under coverage. Files go by their names, without folders."""

    run: Run
    tracer: str
    covered: Dict[Tuple[str, str], Lines]
    fixtures: Dict[Tuple[str, str], Lines]
    sources: Dict[str, Dict[str, Any]]
    steps: Dict[str, List[Tuple[str, int, List[Tuple[str, int]]]]]
    targets: List[str]

    def statements(self, name: str, lines: Set[int]) -> Set[int]:
        """First lines of the statements that lines belong to."""
        return {
            first for first, last, _ in self.sources[name]["statements"] if any(first <= line <= last for line in lines)
        }


def measure(
    folder: Path,
    scratch: Path,
    *args: str,
    targets: Tuple[str, ...] = (),
    tracer: Optional[str] = None,
    workers: int = 1,
    steps: bool = False,
    **env: str,
) -> Measured:
    """Run the tests of a folder in one process."""
    scratch.mkdir(exist_ok=True)
    request = {"targets": list(targets), "workers": workers, "steps": steps, "tracer": tracer}
    (scratch / "coverage-request.json").write_text(json.dumps(request))
    run = run_pytest(folder, scratch, "-p", "no:cacheprovider", *args, mode="coverage", **env)
    return read(run, scratch / "coverage.jsonl")


def read(run: Run, file: Path) -> Measured:
    """Read what one process wrote."""
    assert file.exists(), run.output
    names: Dict[int, str] = {}
    found: Measured = Measured(run, "", {}, {}, {}, {}, [])
    set_up: Dict[int, Lines] = {}
    for line in map(json.loads, file.read_text(encoding="utf-8").splitlines()):
        kind = line["type"]
        if kind == "tracer":
            found = found._replace(tracer=line["tracer"])
        elif kind == "file":
            names[line["file"]] = Path(line["path"]).name
        elif kind == "fixture":
            set_up[line["fixture"]] = lines_of(line["files"], names)
        elif kind == "covered":
            key = (line["nodeId"], line["phase"])
            merge(found.covered.setdefault(key, {}), lines_of(line["files"], names))
            for number in line.get("fixtures", []):
                merge(found.fixtures.setdefault(key, {}), set_up[number])
        elif kind == "source":
            found.sources[names[line["file"]]] = line
        elif kind == "target":
            found.targets.append(line["nodeId"])
        elif kind == "steps":
            found.steps[line["nodeId"]] = [
                (names[step[0]], step[1], [(names[a], b) for a, b in zip(step[2::2], step[3::2])])
                for step in line["steps"]
            ]
    return found


def lines_of(files: List[Any], names: Dict[int, str]) -> Lines:
    lines: Lines = {}
    for number, text in zip(files[::2], files[1::2]):
        for part in text.split(",") if text else []:
            first, _, last = part.partition("-")
            lines.setdefault(names[number], set()).update(range(int(first), int(last or first) + 1))
    return lines


def merge(into: Lines, more: Lines) -> None:
    for name, lines in more.items():
        into.setdefault(name, set()).update(lines)
