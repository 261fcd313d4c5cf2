"""What makes a run of pytest a supervised one: quiet, in this process, and traced if asked for."""

from __future__ import annotations

from typing import Any, Generator, Optional

import pytest

from ._neutral import quieten, relax_hypothesis
from ._origin import Origins
from ._reporter import Reporter


class Rerun:
    """The pytest plugin that keeps the re-run from leaving traces, and drives the tracer."""

    def __init__(self, reporter: Reporter, origins: Optional[Origins], scratch: str) -> None:
        self.scratch = scratch
        self._reporter = reporter
        self._origins = origins

    def conftests_loaded(self, excinfo: Any) -> None:
        """Report the error of a conftest file; pytest then ends before any other hook is called."""
        if excinfo is None or not issubclass(excinfo[0], Exception):
            return
        path = getattr(excinfo[1], "path", None)
        if path is not None:
            self._reporter.write_failure(str(path), "collection", excinfo[1], excinfo[2], None)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_cmdline_main(self, config: Any) -> Generator[None, Any, None]:
        quieten(config, self.scratch)
        yield

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: Any) -> Generator[None, Any, None]:
        relax_hypothesis(item)
        if self._origins is not None:
            self._origins.begin()
        yield

    @pytest.hookimpl(optionalhook=True, tryfirst=True)
    def pytest_timeout_set_timer(self) -> bool:
        """Traced code is slower, and the runner has a deadline of its own."""
        return True

    @pytest.hookimpl(optionalhook=True, tryfirst=True)
    def pytest_timeout_cancel_timer(self) -> bool:
        return True

    @pytest.hookimpl(tryfirst=True)
    def pytest_unconfigure(self) -> None:
        if self._origins is not None:
            self._origins.uninstall()
