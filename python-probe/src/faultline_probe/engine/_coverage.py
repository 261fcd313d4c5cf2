"""Mode "coverage": which lines each test executes in each phase, and for the tests in question, step by step."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, Generator, List, NamedTuple, Optional

import pytest

from .._project import ProjectFiles
from .._wire import Writer
from ._contexts import Contexts, Fixtures
from ._coverage_record import CoverageRecord
from ._imports import ImportWatch
from ._limit import Limit
from ._lines import Sink
from ._stepping import Stepping
from ._targets import Targets
from ._tracers import start_tracer

RECORD = "coverage.jsonl"
REQUEST = "coverage-request.json"


class Request(NamedTuple):
    """What was asked for."""

    targets: List[str]
    workers: int
    steps: bool
    tracer: Optional[str]
    test_seconds: Optional[float]


def join(config: Any, files: ProjectFiles, folder: str) -> None:
    """Take part in this run: as the only process, as one of several workers, or as the process that leads them."""
    from . import _shards

    request = read_request(os.path.dirname(folder) if _shards.is_worker() else folder)
    record = CoverageRecord(Writer(os.path.join(folder, RECORD)), files)
    if not _shards.is_worker() and _shards.can_lead(config, request.workers):
        config.pluginmanager.register(_shards.Leader(record, folder, request.workers), "faultline-shards")
        return
    config.pluginmanager.register(Coverage(config, files, record, request), "faultline-coverage")
    if request.test_seconds is not None:
        targets = Targets(request.targets, str(config.invocation_params.dir))
        config.pluginmanager.register(Limit(files, targets, request.test_seconds), "faultline-limit")


def read_request(folder: str) -> Request:
    """Read the file that the runner left."""
    with open(os.path.join(folder, REQUEST), encoding="utf-8") as file:
        read: Dict[str, Any] = json.load(file)
    return Request(read["targets"], read["workers"], read["steps"], read.get("tracer"), read.get("testSeconds"))


class Coverage:
    """The pytest plugin that drives the tracer."""

    def __init__(self, config: Any, files: ProjectFiles, record: CoverageRecord, request: Request) -> None:
        self._record = record
        self._targets = Targets(request.targets, str(config.invocation_params.dir))
        self._fixtures = Fixtures()
        self._fixture_files: Dict[int, List[int]] = {}
        self._stepping = Stepping(files, record, request.steps, request.tracer == "sys.settrace")
        self._contexts = Contexts()
        tracer = start_tracer(files, self._contexts.imported, request.tracer)
        self._contexts.tracer = tracer
        self._imports = ImportWatch(files.owns, self._contexts.begin_import, self._contexts.end_import)
        self._imports.install()
        record.tracer(tracer.name)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_cmdline_main(self, config: Any) -> Generator[None, Any, None]:
        # One broken test file must not keep the others from running.
        config.option.continue_on_collection_errors = True
        yield

    def pytest_collection_finish(self, session: Any) -> None:
        self._record.collected(len(session.items))

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_setup(self, item: Any) -> Generator[None, Any, None]:
        self._write_imported()
        if self._targets.include(item):
            self._record.target(item.nodeid)
        yield from self._phase(item, "setup")

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_call(self, item: Any) -> Generator[None, Any, None]:
        is_target = self._targets.include(item)
        if is_target:
            self._stepping.begin(self._contexts)
        try:
            yield from self._phase(item, "call")
        finally:
            if is_target:
                self._stepping.end(self._contexts)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, item: Any) -> Generator[None, Any, None]:
        yield from self._phase(item, "teardown")

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self, item: Any, call: Any) -> Generator[None, Any, None]:
        yield
        if call.when == "call":
            self._stepping.reported(item.nodeid, call)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any, request: Any) -> Generator[None, Any, None]:
        if not self._contexts.active or fixturedef.scope == "function":
            yield
            return
        sink: Sink = {}
        self._contexts.push(sink)
        try:
            yield
        finally:
            self._contexts.pop()
            number = self._fixtures.set_up(fixturedef, request)
            self._fixture_files[number] = self._record.fixture(number, sink)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self) -> None:
        self._write_imported()

    @pytest.hookimpl(tryfirst=True)
    def pytest_unconfigure(self) -> None:
        self._imports.uninstall()
        self._contexts.tracer.stop()

    def _phase(self, item: Any, phase: str) -> Generator[None, Any, None]:
        sink = self._contexts.begin_phase()
        try:
            yield
        finally:
            self._contexts.end_phase()
            used = self._fixtures.used_by(item) if phase != "teardown" else set()
            files = self._record.covered(item.nodeid, phase, sink, used)
            if phase != "teardown" and self._targets.include(item):
                files += [file for number in used for file in self._fixture_files[number]]
                self._record.sources(files)

    def _write_imported(self) -> None:
        imported = self._contexts.take_imported()
        if imported:
            self._record.covered("", "collection", imported)
