"""Every tracer tells the same of a corpus of small programs: what stands behind ``#=`` in each line."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path
from typing import Dict, Set, Tuple

import pytest

from coverage_support import TRACERS, measure

PROGRAMS = Path(__file__).resolve().parent / "programs"


def expected() -> Dict[Tuple[str, str], Set[int]]:
    """By program and check: first lines of the statements that it executes, but for those of the check itself."""
    found: Dict[Tuple[str, str], Set[int]] = {}
    for path in PROGRAMS.glob("prog_*.py"):
        version = re.search(r"_3(\d+)\.py$", path.name)
        if version is not None and sys.version_info < (3, int(version.group(1))):
            continue
        text = path.read_text(encoding="utf-8")
        for check in re.findall(r"^def check_(\w+)", text, re.M):
            found[path.name, check] = set()
        for number, line in enumerate(text.splitlines(), 1):
            for check in line.partition("#=")[2].split():
                found[path.name, check].add(number)
    return found


@pytest.mark.parametrize("tracer", TRACERS)
def test_a_tracer_tells_each_executed_statement_of_a_program(tracer: str, tmp_path: Path) -> None:
    folder = tmp_path / "programs"
    shutil.copytree(str(PROGRAMS), str(folder))
    measured = measure(folder, tmp_path / "scratch", "-q", targets=("test_programs.py",), tracer=tracer)
    assert measured.tracer == tracer
    assert measured.run.code == 0, measured.run.output
    told = {}
    for program, check in expected():
        source = measured.sources[program]
        checks = {line for name, line, _ in source["functions"] if name.startswith("check_")}
        within = {first: source["functions"][index - 1][1] for first, _, index in source["statements"] if index}
        lines = measured.covered["test_programs.py::test_program[%s-%s]" % (program[:-3], check), "call"][program]
        statements = measured.statements(program, lines)
        told[program, check] = {line for line in statements if within.get(line) not in checks}
    assert told == expected()
