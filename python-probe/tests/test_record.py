"""The record of one real run, compared with the one that is kept; `RECORD=1 pytest tests/test_record.py` renews it."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path
from typing import Any, Dict, List

import pytest

from conftest import Run, run_pytest

RECORDS = Path(__file__).parent / "records"


@pytest.fixture(scope="module")
def shapes(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("shapes")
    shutil.copytree(RECORDS / "shapes", folder / "project")
    (folder / "project" / "record.jsonl").unlink()
    return run_pytest(folder / "project", folder / "scratch", "--continue-on-collection-errors", "-p", "no:randomly")


def normal(run: Run) -> List[Dict[str, Any]]:
    text = "\n".join(json.dumps(line, ensure_ascii=False) for line in run.lines)
    text = text.replace(str(run.folder.resolve()), "/project")
    text = re.sub(r"0x[0-9a-f]{6,}", "0x0", text)
    lines = [json.loads(line) for line in text.splitlines()]
    for line in lines:
        line.pop("seconds", None)
        if line["type"] == "header":
            line.update(python="3.x", pytest="x")
        for part in [line, *line.get("chain", []), *line.get("group", [])]:
            if "frames" in part:
                # Installed and standard code differs between versions.
                part["frames"] = [frame for frame in part["frames"] if frame["path"].startswith(("/project", "<"))]
        if "test_fixture_not_found" in line.get("nodeId", "") and "exception" in line:
            line["exception"]["message"] = line["exception"]["message"].splitlines()[0]
    # Which of the files comes first differs too.
    return [lines[0], *sorted(lines[1:-1], key=lambda line: line["nodeId"]), lines[-1]]


def test_everything_is_recorded_as_kept(shapes: Run) -> None:
    lines = normal(shapes)
    kept = RECORDS / "shapes" / "record.jsonl"
    if os.environ.get("RECORD"):
        kept.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    wanted = [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()]
    assert lines == wanted
