from __future__ import annotations

from pathlib import Path

import pytest
from origin_support import explain, load, tracer_for

from faultline_probe.origin import _plan, _recording


def test_a_hot_function_is_followed_no_further_and_said_so(tmp_path: Path) -> None:
    result = explain(
        tmp_path,
        """
        def main():
            value = 1
            for number in range(%d):
                value = number
            value = None
            value.name
        """
        % (_plan.LINE_BUDGET * 2),
    )
    assert (result.status, result.reason) == ("partial", "too many events in main")


def test_calls_beyond_the_budget_leave_no_records(tmp_path: Path) -> None:
    tracer = tracer_for(tmp_path)
    tracer.install()
    try:
        module = load(tmp_path, "busy", "def f():\n    pass\n\ndef main(n):\n    for _ in range(n): f()\n")
        module.main(_plan.CALL_BUDGET * 3)
    finally:
        tracer.uninstall()
    calls = [e for e in tracer._recorder.recording.log if e.kind == _recording.CALL]
    assert len(calls) <= _plan.CALL_BUDGET + 1


def test_the_log_does_not_grow_beyond_its_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("faultline_probe.origin._tracer.MAX_ENTRIES", 50)
    tracer = tracer_for(tmp_path)
    tracer.install()
    try:
        module = load(
            tmp_path, "long", "def f(n):\n    x = n\n    return x\n\ndef main():\n    for n in range(500): f(n)\n"
        )
        module.main()
    finally:
        tracer.uninstall()
    assert len(tracer._recorder.recording.log) < 60
    assert tracer._recorder.recording.full


def test_a_new_item_forgets_the_one_before_but_not_the_imports(tmp_path: Path) -> None:
    tracer = tracer_for(tmp_path)
    tracer.install()
    try:
        module = load(tmp_path, "two", "def make():\n    return 1\n\nATIMPORT = make()\n\ndef main():\n    make()\n")
        tracer.begin()
        at_import = len(tracer._recorder.recording.log)
        module.main()
        assert len(tracer._recorder.recording.log) > at_import > 0
        tracer.begin()
        assert len(tracer._recorder.recording.log) == at_import
    finally:
        tracer.uninstall()


def test_a_new_item_gives_every_function_its_budget_back(tmp_path: Path) -> None:
    tracer = tracer_for(tmp_path)
    tracer.install()
    try:
        source = "def f(n):\n    x = None\n    if n == 1: x.name\n\ndef main(n):\n    for _ in range(n): f(n)\n"
        module = load(tmp_path, "again", source)
        tracer.begin()
        module.main(_plan.CALL_BUDGET * 2)
        tracer.begin()
        with pytest.raises(AttributeError) as caught:
            module.main(1)
        result = tracer.explain(caught.value)
    finally:
        tracer.uninstall()
    assert (result["status"], result["steps"][0]["source"]) == ("found", "x = None")


def test_a_store_that_may_have_been_missed_is_not_claimed(tmp_path: Path) -> None:
    result = explain(
        tmp_path,
        """
        class Box:
            pass

        def fill(box, n):
            box.value = None if n & 1 else n

        def main():
            box = Box()
            for n in range(%d):
                fill(box, n)
            box.value = None
            box.value.name
        """
        % (_plan.CALL_BUDGET * 2 + 1),
    )
    assert result.status == "partial"
