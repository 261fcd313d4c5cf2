"""Spreads the tests over processes by the project's own pytest-xdist."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any, Generator, List

import pytest

from .._modules import CACHE, OwnModules
from ._coverage_record import CoverageRecord

WORKER = "PYTEST_XDIST_WORKER"
HOME = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def is_worker() -> bool:
    """Whether this process was started by a leader; the runner passes on no such variable of its own caller."""
    return WORKER in os.environ


def can_lead(config: Any, workers: int) -> bool:
    """Whether several processes are wanted and possible."""
    return workers > 1 and config.pluginmanager.hasplugin("xdist")


class Leader:
    """The pytest plugin of the process that runs no test itself.

    Tests of one module or class stay together and in order, so that what they share is set up once and a test that
    counts on the one before finds it.
    """

    def __init__(self, record: CoverageRecord, folder: str, workers: int) -> None:
        self._record = record
        self._folder = folder
        self._workers = workers
        # Workers are started with this process's environment and path, where the request was hidden.
        os.environ["FAULTLINE_PROBE_OUT"] = os.path.join(folder, "$" + WORKER, "record.jsonl")
        os.environ["FAULTLINE_PROBE_MODE"] = "coverage"
        for finder in sys.meta_path:
            if type(finder) is OwnModules and finder.cache:
                os.environ[CACHE] = finder.cache
        sys.path.append(HOME)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_cmdline_main(self, config: Any) -> Generator[None, Any, None]:
        # After the quietening, which switches xdist off, and before xdist reads its options.
        config.option.continue_on_collection_errors = True
        config.option.numprocesses = self._workers
        config.option.dist = "loadscope"
        if hasattr(config.option, "loadscopereorder"):
            config.option.loadscopereorder = False
        yield

    @pytest.hookimpl(optionalhook=True, tryfirst=True)
    def pytest_xdist_make_scheduler(self, config: Any, log: Any) -> Any:
        scheduler = importlib.import_module("xdist.scheduler")

        class Scheduling(scheduler.LoadScopeScheduling):  # type: ignore[misc, name-defined]
            def remove_node(self, node: Any) -> Any:
                """Do not begin again with the test that ended its worker: it would end the next one, too."""
                unfinished = (
                    (unit, test)
                    for unit in self.assigned_work.get(node, {}).values()
                    for test, done in unit.items()
                    if not done
                )
                unit, ended = next(unfinished, (None, None))
                if unit is not None:
                    unit[ended] = True
                super().remove_node(node)
                return ended

        return Scheduling(config, log)

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        os.makedirs(os.path.join(self._folder, node.gateway.id), exist_ok=True)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: List[str]) -> None:
        self._record.collected(len(ids))
