from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any, Callable, Dict, List, NamedTuple

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src"


class Run(NamedTuple):
    """A real run of pytest under the probe."""

    lines: List[Dict[str, Any]]
    code: int
    output: str
    folder: Path

    def of(self, kind: str, **fields: Any) -> List[Dict[str, Any]]:
        return [
            line
            for line in self.lines
            if line["type"] == kind and all(line.get(name) == value for name, value in fields.items())
        ]

    def failure(self, name: str, phase: str = "call") -> Dict[str, Any]:
        found = [line for line in self.of("failure", phase=phase) if line["nodeId"].split("::")[-1] == name]
        assert len(found) == 1, (name, [(line["nodeId"], line["phase"]) for line in self.of("failure")], self.output)
        return found[0]


def write_files(folder: Path, files: Dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text), encoding="utf-8")


def run_pytest(folder: Path, scratch: Path, *args: str, mode: str = "report", **env: str) -> Run:
    scratch.mkdir(exist_ok=True)
    out = scratch / "record.jsonl"
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "PYTHON"))}
    environment.update(
        PYTHONPATH=str(SOURCE),
        FAULTLINE_PROBE_OUT=str(out),
        FAULTLINE_PROBE_MODE=mode,
        PYTHONDONTWRITEBYTECODE="1",
        **env,
    )
    command = [sys.executable, "-m", "pytest", "-p", "faultline_probe", *args]
    done = subprocess.run(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    text = out.read_text(encoding="utf-8") if out.exists() else ""
    lines = [json.loads(line) for line in text.splitlines()]
    return Run(lines, done.returncode, done.stdout.decode("utf-8", "replace"), folder)


@pytest.fixture
def run_probe(tmp_path: Path) -> Callable[..., Run]:
    """Write files and run pytest on them."""

    def run(files: Dict[str, str], *args: str, mode: str = "report", **env: str) -> Run:
        project = tmp_path / "project"
        project.mkdir(exist_ok=True)
        write_files(project, files)
        return run_pytest(project, tmp_path / "scratch", *args, mode=mode, **env)

    return run
