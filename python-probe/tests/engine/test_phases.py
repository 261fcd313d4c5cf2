"""What counts for which test and phase, and what tests do to tracing."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Dict, Set

import pytest

from conftest import write_files
from coverage_support import TRACERS, Lines, Measured, measure

FILES = {
    "lib.py": """
        import os


        def used():
            return 1


        def other():
            return 2


        def shared():
            return 3


        def closed():
            return 4


        def spawned():
            return 5


        def deep():
            return os.sep
        """,
    "late.py": """
        import lib

        lib.other()

        TABLE = {
            "a": 1,
        }


        def get():
            return TABLE["a"]
        """,
    "script.py": """
        import lib

        VALUE = lib.used()
        """,
    "conftest.py": """
        import pytest
        import lib


        @pytest.fixture(scope="session")
        def base():
            yield lib.shared()
            lib.closed()


        @pytest.fixture(scope="module")
        def stacked(base):
            return base + lib.other()


        @pytest.fixture
        def own():
            lib.used()
            yield
            lib.closed()
        """,
    "test_phases.py": """
        import lib
        import pytest


        def test_own_fixture(own):
            lib.deep()


        def test_first_user(stacked):
            lib.used()


        def test_second_user(stacked):
            lib.deep()


        def test_asks_for_it_later(request):
            request.getfixturevalue("stacked")


        def test_no_user():
            pass


        class TestClass:
            @classmethod
            def setup_class(cls):
                lib.spawned()

            def setup_method(self):
                lib.deep()

            def test_one(self):
                pass

            def test_two(self):
                pass

            def teardown_method(self):
                lib.closed()
        """,
    "test_imports.py": """
        def test_imports_first():
            import late

            assert late.get() == 1


        def test_imports_again():
            import late

            assert late.get() == 1


        def test_runs_a_script():
            import runpy

            assert runpy.run_path("script.py")["VALUE"] == 1
        """,
    "test_rough.py": """
        import os
        import subprocess
        import sys
        import threading
        import time

        import lib


        def boom(*args, **kwargs):
            raise RuntimeError("mocked")


        def test_takes_the_trace_function():
            sys.settrace(None)
            sys.setprofile(None)


        def test_after_it():
            lib.used()


        def test_sets_a_trace_function():
            def trace(frame, event, arg):
                return trace

            sys.settrace(trace)


        def test_mocks(monkeypatch):
            for owner, name in ((os, "open"), (os, "write"), (os.path, "realpath"), (os, "getpid"), (time, "time")):
                monkeypatch.setattr(owner, name, boom)
            monkeypatch.setattr(threading, "get_ident", boom)
            monkeypatch.setattr(sys, "settrace", boom)
            monkeypatch.setattr(sys, "_getframe", boom)
            lib.used()


        def test_changes_folder(monkeypatch, tmp_path):
            monkeypatch.chdir(tmp_path)
            lib.used()


        def test_forks():
            pid = os.fork()
            if pid == 0:
                lib.other()
                os._exit(0)
            os.waitpid(pid, 0)
            lib.used()


        def test_starts_a_process():
            subprocess.run([sys.executable, "-c", "import lib; lib.other()"], check=True)
            lib.used()


        def test_thread():
            thread = threading.Thread(target=lib.spawned)
            thread.start()
            thread.join()


        def test_generated_code():
            exec("def f():\\n    x = 1\\n    return x\\nf()", {})
            exec(compile("import lib\\nlib.used()\\n", "generated.py", "exec"), {})


        def test_fails_and_goes_on():
            lib.used()
            raise KeyError


        def test_removes_its_file(tmp_path):
            path = tmp_path / "gone.py"
            path.write_text("def f():\\n    return 1\\n")
            sys.path.insert(0, str(tmp_path))
            import gone

            path.unlink()
            assert gone.f() == 1


        def test_other_name():
            import lib_by_another_name

            lib_by_another_name.used()


        def test_exits():
            lib.used()
            raise SystemExit(3)
        """,
}

LIB = {"used": 6, "other": 10, "shared": 14, "closed": 18, "spawned": 22, "deep": 26}


@pytest.fixture(scope="module", params=TRACERS)
def measured(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Measured:
    folder = tmp_path_factory.mktemp("project")
    write_files(folder, FILES)
    (folder / "lib_by_another_name.py").symlink_to("lib.py")
    found = measure(folder, tmp_path_factory.mktemp("scratch"), "-q", tracer=request.param, targets=("test_phases.py",))
    assert found.tracer == request.param
    return found


def functions(lines: Lines) -> Set[str]:
    """Functions of lib.py whose body was executed."""
    return {name for name, line in LIB.items() if line in lines.get("lib.py", set())}


def of(measured: Measured, test: str) -> Dict[str, Set[str]]:
    """By phase, and by fixtures of wider scope, the functions of lib.py that a test executed."""
    found = {phase: functions(lines) for (node, phase), lines in measured.covered.items() if node.endswith("::" + test)}
    assert set(found) == {"setup", "call", "teardown"}, measured.run.output
    shared: Set[str] = set()
    for (node, phase), lines in measured.fixtures.items():
        if node.endswith("::" + test) and phase != "teardown":
            shared |= functions(lines)
    return {**found, "fixtures": shared}


def test_each_phase_has_what_it_executed(measured: Measured) -> None:
    told = of(measured, "test_own_fixture")
    assert told == {"setup": {"used"}, "call": {"deep"}, "teardown": {"closed"}, "fixtures": set()}


def test_a_fixture_of_wider_scope_counts_for_each_test_that_uses_it(measured: Measured) -> None:
    both = {"shared", "other"}
    assert of(measured, "test_first_user") == {"setup": set(), "call": {"used"}, "teardown": set(), "fixtures": both}
    assert of(measured, "test_second_user") == {"setup": set(), "call": {"deep"}, "teardown": set(), "fixtures": both}
    assert of(measured, "test_asks_for_it_later")["fixtures"] == both
    assert of(measured, "test_no_user")["fixtures"] == set()


def test_the_set_up_of_a_class_counts_for_each_of_its_tests(measured: Measured) -> None:
    for test in ("TestClass::test_one", "TestClass::test_two"):
        told = of(measured, test)
        assert told == {"setup": {"deep"}, "call": set(), "teardown": {"closed"}, "fixtures": {"spawned"}}


def test_what_an_import_executes_is_collection_whichever_test_comes_first(measured: Measured) -> None:
    first = measured.covered["test_imports.py::test_imports_first", "call"]
    again = measured.covered["test_imports.py::test_imports_again", "call"]
    assert first["late.py"] == again["late.py"] == {12}
    assert "lib.py" not in first
    collected = measured.covered["", "collection"]
    assert {2, 4, 6, 11} <= collected["late.py"]
    assert "other" in functions(collected)


def test_a_script_that_a_test_runs_is_its_own(measured: Measured) -> None:
    call = measured.covered["test_imports.py::test_runs_a_script", "call"]
    assert call["script.py"] == {2, 4}
    assert functions(call) == {"used"}


@pytest.mark.parametrize(
    "test",
    [
        "test_after_it",
        "test_mocks",
        "test_changes_folder",
        "test_forks",
        "test_starts_a_process",
        "test_fails_and_goes_on",
        "test_other_name",
        "test_exits",
    ],
)
def test_a_rough_test_is_measured_like_any_other(measured: Measured, test: str) -> None:
    assert of(measured, test)["call"] == {"used"}


def test_threads_are_measured(measured: Measured) -> None:
    assert of(measured, "test_thread")["call"] == {"spawned"}


def test_code_that_is_in_no_file_of_the_project_is_not_told(measured: Measured) -> None:
    lines = measured.covered["test_rough.py::test_generated_code", "call"]
    assert set(lines) <= {"lib.py", "test_rough.py", "generated.py"}
    assert functions(lines) == {"used"}


def test_the_run_is_as_it_would_be_and_leaves_nothing(measured: Measured) -> None:
    outcomes = {line["nodeId"].split("::")[-1]: line["outcome"] for line in measured.run.of("outcome", phase="call")}
    failed = {name for name, outcome in outcomes.items() if outcome != "passed"}
    assert failed == {"test_fails_and_goes_on", "test_exits"}, measured.run.output
    assert {path.name for path in measured.run.folder.rglob("*")} == {*FILES, "lib_by_another_name.py"}


def test_the_files_of_targets_are_taken_apart(measured: Measured) -> None:
    assert {"lib.py", "test_phases.py", "conftest.py"} == set(measured.sources)
    assert sorted(measured.targets)[0] == "test_phases.py::TestClass::test_one"
    assert len(measured.targets) == 7


def test_a_process_that_ends_by_itself_leaves_what_it_measured_by_then(tmp_path: Path) -> None:
    folder = tmp_path / "project"
    test = """
        import os
        import lib

        def test_a():
            os.closerange(3, 100)
            lib.used()

        def test_b():
            os._exit(7)
        """
    write_files(folder, {"lib.py": FILES["lib.py"], "test_exit.py": test})
    measured = measure(folder, tmp_path / "scratch", "-q", "-s", targets=("test_exit.py::test_a",))
    assert measured.run.code == 7
    assert functions(measured.covered["test_exit.py::test_a", "call"]) == {"used"}
    assert "lib.py" in measured.sources


def test_a_broken_test_file_does_not_keep_the_others_from_running(tmp_path: Path) -> None:
    write_files(tmp_path / "project", {"test_a.py": "def test_a(): pass\n", "test_b.py": "import missing_module\n"})
    measured = measure(tmp_path / "project", tmp_path / "scratch", "-q")
    assert ("test_a.py::test_a", "call") in measured.covered


@pytest.mark.skipif(sys.version_info < (3, 12), reason="needs sys.monitoring")
def test_tools_of_the_project_keep_their_place_in_monitoring(tmp_path: Path) -> None:
    conftest = """
        import sys

        def pytest_configure():
            for tool in range(3):
                sys.monitoring.use_tool_id(tool, "theirs")
        """
    test = "import lib\n\ndef test_a():\n    lib.used()\n"
    write_files(tmp_path / "project", {"conftest.py": conftest, "lib.py": FILES["lib.py"], "test_a.py": test})
    measured = measure(tmp_path / "project", tmp_path / "scratch", "-q", targets=("test_a.py",), steps=True)
    assert measured.run.code == 0, measured.run.output
    assert functions(measured.covered["test_a.py::test_a", "call"]) == {"used"}
    assert len(measured.steps["test_a.py::test_a"]) == 1
