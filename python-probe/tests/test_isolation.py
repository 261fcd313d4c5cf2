"""Tests that break the ground under the probe: the record survives, and so does what the test sees."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Callable, Dict

import pytest

from conftest import SOURCE, Run, run_pytest, write_files

ROUGH = """
    import builtins, io, json, os, shutil, sys, tempfile, time
    import pytest

    def boom(*args, **kwargs):
        raise RuntimeError("mocked")

    def crash():
        missing = {}.get("x")
        return missing.attribute

    def test_mocked_files(monkeypatch):
        for name in ("open", "write"):
            monkeypatch.setattr(os, name, boom)
        monkeypatch.setattr(builtins, "open", boom)
        crash()

    def test_mocked_json(monkeypatch):
        monkeypatch.setattr(json, "dumps", boom)
        monkeypatch.setattr(json, "JSONEncoder", boom)
        crash()

    def test_mocked_time(monkeypatch):
        monkeypatch.setattr(time, "time", boom)
        monkeypatch.setattr(time, "monotonic", boom)
        crash()

    def test_mocked_builtins(monkeypatch):
        monkeypatch.setattr(builtins, "repr", boom)
        crash()

    def test_a_file_of_the_test_is_not_written_to(tmp_path):
        for number in range(20):
            descriptor = os.open(str(tmp_path / str(number)), os.O_CREAT | os.O_WRONLY)
        try:
            crash()
        finally:
            sizes = [path.stat().st_size for path in tmp_path.iterdir()]
            assert sizes == [0] * 20

    def test_fork():
        pid = os.fork()
        if pid == 0:
            # The child fails within pytest, too, and reports, but not to our record.
            crash()
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) != 0 if sys.version_info >= (3, 9) else os.waitpid(pid, 0)

    def test_no_descriptors_left():
        import resource
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (64, hard))
        taken = []
        try:
            while True:
                taken.append(os.open("/dev/null", os.O_RDONLY))
        except OSError:
            pass
        try:
            crash()
        finally:
            for descriptor in taken:
                os.close(descriptor)
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))

    def test_patched_trace_function():
        sys.settrace(lambda *args: None)
        crash()

    def test_deleted_folder(tmp_path):
        os.chdir(tmp_path)
        shutil.rmtree(tmp_path)
        crash()
"""

CRASHING = {
    "test_crash.py": """
        import os, signal

        def test_first():
            None.first

        def test_second():
            LEAVE
    """
}


@pytest.fixture(scope="module")
def rough(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("rough")
    write_files(folder / "project", {"test_rough.py": ROUGH})
    return run_pytest(folder / "project", folder / "scratch", "-p", "no:randomly", mode="trace")


@pytest.mark.parametrize(
    "name",
    [
        "test_mocked_files",
        "test_mocked_json",
        "test_mocked_time",
        "test_mocked_builtins",
        "test_a_file_of_the_test_is_not_written_to",
        "test_no_descriptors_left",
        "test_patched_trace_function",
        "test_deleted_folder",
    ],
)
def test_the_failure_is_recorded(rough: Run, name: str) -> None:
    failure = rough.failure(name)
    assert failure["exception"]["type"] == "AttributeError", json.dumps(failure)
    assert failure["frames"][-1]["code"] == "return missing.attribute"
    assert len(rough.of("origin", nodeId=failure["nodeId"])) == 1


def test_a_test_may_close_every_descriptor(run_probe: Callable[..., Run]) -> None:
    text = "import os\n\ndef test_close():\n    os.closerange(3, 256)\n    None.attribute\n"
    run = run_probe({"test_close.py": text}, "-s", "-p", "no:faulthandler")
    assert run.failure("test_close")["exception"]["type"] == "AttributeError"
    assert run.of("end")


def test_a_forked_child_does_not_write(rough: Run) -> None:
    assert not [line for line in rough.of("failure") if "test_fork" in line["nodeId"]]
    assert len(rough.of("end")) == 1


@pytest.mark.parametrize(
    "leave, code",
    [("os._exit(7)", 7), ("os.kill(os.getpid(), signal.SIGKILL)", -9), ("os.abort()", -6)],
)
def test_a_killed_run_leaves_what_it_had(run_probe: Callable[..., Run], leave: str, code: int) -> None:
    files = {name: text.replace("LEAVE", leave) for name, text in CRASHING.items()}
    run = run_probe(files, "-p", "no:faulthandler", "-p", "no:randomly")
    assert run.code == code
    assert run.failure("test_first")["exception"]["type"] == "AttributeError"
    assert run.of("outcome", phase="setup", nodeId="test_crash.py::test_second")
    assert not run.of("end")


SEES = """
    import json, os, sys, threading

    def test_sees():
        with open(os.environ["SEEN"], "w") as file:
            json.dump({
                "environ": {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")},
                "path": sys.path,
                "threads": len(threading.enumerate()),
                "os threads": len(os.listdir("/proc/self/task")) if os.path.exists("/proc/self/task") else 1,
                "descriptors": len(os.listdir("/proc/self/fd")) if os.path.exists("/proc/self/fd") else 1,
                "excepthook": sys.excepthook.__module__,
                "recursion": sys.getrecursionlimit(),
            }, file)
"""


def test_the_program_sees_what_it_always_sees(tmp_path: Path) -> None:
    write_files(tmp_path, {"test_sees.py": SEES})
    mine = str(tmp_path / "lib")
    seen: Dict[str, Dict[str, object]] = {}
    for name, extra, path in [
        ("plain", [], mine),
        ("probed", ["-p", "faultline_probe"], os.pathsep.join([str(SOURCE), mine])),
    ]:
        env = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST", "FAULTLINE"))}
        env.update(PYTHONPATH=path, PYTHONDONTWRITEBYTECODE="1", SEEN=str(tmp_path / "seen.json"))
        if name == "probed":
            env.update(FAULTLINE_PROBE_OUT=str(tmp_path / "out.jsonl"), FAULTLINE_PROBE_MODE="trace")
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *extra]
        subprocess.run(command, cwd=tmp_path, env=env, check=True, stdout=subprocess.DEVNULL)
        seen[name] = json.loads((tmp_path / "seen.json").read_text())
    assert seen["probed"] == seen["plain"]


def test_without_a_request_the_plugin_does_nothing(tmp_path: Path) -> None:
    write_files(tmp_path, {"test_a.py": "def test_a(): pass\n"})
    env = {**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONDONTWRITEBYTECODE": "1"}
    before = sorted(tmp_path.iterdir())
    command = [sys.executable, "-m", "pytest", "-q", "-p", "faultline_probe", "-p", "no:cacheprovider"]
    assert subprocess.run(command, cwd=tmp_path, env=env, stdout=subprocess.DEVNULL).returncode == 0
    assert sorted(tmp_path.iterdir()) == before


def test_the_probe_keeps_its_own_bytecode_in_the_folder_that_is_named(run_probe: Callable[..., Run]) -> None:
    files = {"test_a.py": "import lib\n\ndef test_a():\n    lib.VALUE.attribute\n", "lib.py": "VALUE = None\n"}
    run = run_probe(files, "-p", "no:cacheprovider")
    cache = run.folder.parent / "cache"
    for _ in range(2):
        run = run_probe(files, "-p", "no:cacheprovider", FAULTLINE_PROBE_CACHE=str(cache))
        assert len(run.of("end")) >= 1
        assert {path.name for path in run.folder.iterdir()} == set(files)
        kept = {path.name.split(".")[0]: path for path in cache.rglob("*.pyc")}
        assert {"_start", "_reporter", "_safe"} < set(kept)
        # Nothing but the probe's own.
        assert "lib" not in kept
        assert all("faultline_probe" in str(path) for path in kept.values())
