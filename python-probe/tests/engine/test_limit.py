"""A test that takes too long is stopped, and no test is disturbed otherwise."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from conftest import run_pytest

PROGRAM = """
import signal, threading, time
import pytest

@pytest.fixture
def slow():
    time.sleep(30)

def test_sleeps():
    time.sleep(30)

def test_catches_all():
    ends = time.monotonic() + 30
    while time.monotonic() < ends:
        try:
            time.sleep(30)
        except BaseException as error:
            if time.monotonic() > ends - 28.5:
                raise

def test_setup(slow):
    pass

def test_quick():
    assert signal.getitimer(signal.ITIMER_REAL)[0] > 0

def test_own_alarm():
    rung = []
    signal.signal(signal.SIGALRM, lambda *_: rung.append(1))
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    time.sleep(0.2)
    assert rung == [1]

def test_target():
    assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
    time.sleep(0.8)
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no such signal")
def test_only_tests_that_take_too_long_are_stopped(tmp_path: Path) -> None:
    folder, scratch = tmp_path / "project", tmp_path / "scratch"
    folder.mkdir()
    scratch.mkdir()
    (folder / "test_slow.py").write_text(PROGRAM)
    request = {"targets": ["test_slow.py::test_target"], "workers": 1, "steps": False, "testSeconds": 0.5}
    (scratch / "coverage-request.json").write_text(json.dumps(request))
    run = run_pytest(folder, scratch, "-p", "no:cacheprovider", mode="coverage")
    failed = {line["nodeId"].split("::")[1]: line for line in run.of("failure")}
    assert sorted(failed) == ["test_catches_all", "test_setup", "test_sleeps"]
    for line in failed.values():
        assert line["exception"]["message"].startswith("stopped by faultline: it took longer than 0.5 s")
