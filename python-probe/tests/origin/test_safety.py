from __future__ import annotations

import sys
import threading
import weakref
from pathlib import Path
from typing import Any, Iterator

import pytest
from origin_support import explain, load, tracer_for

HOSTILE = """
CALLS = []

class Meta(type):
    def __getattribute__(cls, name):
        CALLS.append("meta " + name)
        return type.__getattribute__(cls, name)

    def __instancecheck__(cls, other):
        CALLS.append("instancecheck")
        return False

class Hostile(metaclass=Meta):
    def __getattribute__(self, name):
        CALLS.append(name)
        return object.__getattribute__(self, name)

    def __repr__(self):
        CALLS.append("repr")
        return "x"

    def __eq__(self, other):
        CALLS.append("eq")
        return True

    def __hash__(self):
        CALLS.append("hash")
        return 1

    def __bool__(self):
        CALLS.append("bool")
        return True

    def __len__(self):
        CALLS.append("len")
        return 0

    def __iter__(self):
        CALLS.append("iter")
        return iter(())

def take(thing, other=None):
    mine = thing
    rows = [mine, other]
    rows.append(thing)
    return rows[1]

def main():
    thing = Hostile()
    del CALLS[:]
    take(thing, None).name
"""


@pytest.fixture(autouse=True)
def own_trace() -> Iterator[None]:
    before = sys.gettrace()
    yield
    sys.settrace(before)


def test_no_method_of_the_target_is_called(tmp_path: Path) -> None:
    result = explain(tmp_path, HOSTILE + "\nimport builtins\nbuiltins.hostile_calls = CALLS\n")
    import builtins

    calls = vars(builtins).pop("hostile_calls")
    assert calls == []
    assert (result.status, result.origin) == ("found", "take(thing, None).name")


def test_objects_die_when_they_would_have_died(tmp_path: Path) -> None:
    source = """
    import weakref

    class Thing:
        pass

    def main():
        thing = Thing()
        other = thing
        seen = weakref.ref(thing)
        del thing
        other = None
        alive = seen() is not None
        return alive
    """
    tracer = tracer_for(tmp_path)
    tracer.install()
    try:
        alive = load(tmp_path, "mortal", source).main()
    finally:
        tracer.uninstall()
    assert alive is False


def test_nothing_is_kept_alive_by_an_explanation(tmp_path: Path) -> None:
    source = """
    class Thing:
        def __init__(self):
            self.part = None

    def main(keep):
        thing = Thing()
        keep(thing)
        thing.part.name
    """
    kept = []
    tracer = tracer_for(tmp_path)
    tracer.install()
    module = load(tmp_path, "forgetful", source)
    try:
        module.main(lambda thing: kept.append(weakref.ref(thing)))
    except AttributeError as error:
        assert tracer.explain(error)["status"] == "found"
    finally:
        tracer.uninstall()
    assert kept[0]() is None


def test_the_trace_function_that_was_there_is_put_back(tmp_path: Path) -> None:
    def mine(frame: Any, event: str, arg: Any) -> None:
        return None

    sys.settrace(mine)
    threading.settrace(mine)
    try:
        tracer = tracer_for(tmp_path)
        tracer.install()
        tracer.install()
        assert sys.gettrace() is not mine
        tracer.uninstall()
        tracer.uninstall()
        assert sys.gettrace() is mine
        assert threading._trace_hook is mine  # type: ignore[attr-defined]
    finally:
        sys.settrace(None)
        threading.settrace(None)  # type: ignore[arg-type]


def test_a_trace_function_set_by_the_target_is_left_alone(tmp_path: Path) -> None:
    def theirs(frame: Any, event: str, arg: Any) -> None:
        return None

    tracer = tracer_for(tmp_path)
    tracer.install()
    sys.settrace(theirs)
    tracer.uninstall()
    assert sys.gettrace() is theirs
    sys.settrace(None)


def test_an_exception_of_a_signal_handler_reaches_the_target(tmp_path: Path) -> None:
    signal = pytest.importorskip("signal")
    source = """
    def main():
        count = 0
        while True:
            count = count + 1
    """

    class Alarm(Exception):
        pass

    def ring(*_: Any) -> None:
        raise Alarm

    before = signal.signal(signal.SIGALRM, ring)
    tracer = tracer_for(tmp_path)
    tracer.install()
    try:
        module = load(tmp_path, "endless", source)
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(Alarm):
            module.main()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        tracer.uninstall()
        signal.signal(signal.SIGALRM, before)


def test_deep_recursion_ends_as_it_would(tmp_path: Path) -> None:
    result = explain(tmp_path, "def main():\n    main()\n")
    assert result.error_type is RecursionError
    assert result.status == "none"


def test_threads_started_later_are_recorded(tmp_path: Path) -> None:
    result = explain(
        tmp_path,
        """
        import threading

        class Job:
            def run(self):
                self.result = None

        def main():
            job = Job()
            thread = threading.Thread(target=job.run)
            thread.start()
            thread.join()
            job.result.name
        """,
    )
    assert (result.status, result.origin) == ("found", "self.result = None")
