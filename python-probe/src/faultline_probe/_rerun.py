"""What makes a run of pytest a supervised one: quiet, in this process, and traced if asked for."""

from __future__ import annotations

import os
from typing import Any, Generator

import pytest

from ._neutral import quieten
from ._origin import Origins
from ._replay import relax_hypothesis
from ._reporter import Reporter


class Rerun:
    """The pytest plugin that keeps the re-run from leaving traces."""

    def __init__(self, reporter: Reporter, rootdir: str, scratch: str) -> None:
        self.scratch = scratch
        self._rootdir = rootdir
        self._reporter = reporter

    def conftests_loaded(self, excinfo: Any) -> None:
        """Report the error of a conftest file; pytest then ends before any other hook is called."""
        path = getattr(excinfo[1], "path", None) if excinfo is not None else None
        if path is not None:
            node_id = os.path.relpath(str(path), self._rootdir)
            self._reporter.write_failure(node_id, "collection", excinfo[1], excinfo[2], None)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_cmdline_main(self, config: Any) -> Generator[None, Any, None]:
        quieten(config, self.scratch)
        yield


class Tracing:
    """The pytest plugin that drives the tracer, and grants traced code the time that it needs."""

    def __init__(self, origins: Origins, each_anew: bool) -> None:
        """With ``each_anew`` what a test did is forgotten when the next one begins."""
        self._origins = origins
        self._each_anew = each_anew
        if origins.whole_run:
            origins.install()

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: Any) -> Generator[None, Any, None]:
        try:
            relax_hypothesis(getattr(item, "function", None))
        except Exception:  # of a version with other settings: the property test is then only slower
            pass
        if self._each_anew:
            self._origins.begin()
        if not self._origins.whole_run:
            self._origins.install()
        yield
        if not self._origins.whole_run:
            self._origins.uninstall()

    @pytest.hookimpl(optionalhook=True, tryfirst=True)
    def pytest_timeout_set_timer(self) -> bool:
        """The runner of the probe has a deadline of its own."""
        return True

    @pytest.hookimpl(optionalhook=True, tryfirst=True)
    def pytest_timeout_cancel_timer(self) -> bool:
        return True

    @pytest.hookimpl(tryfirst=True)
    def pytest_unconfigure(self) -> None:
        self._origins.uninstall()
