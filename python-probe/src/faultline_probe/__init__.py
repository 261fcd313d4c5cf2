"""A pytest plugin for one supervised re-run: ``-p faultline_probe`` with FAULTLINE_PROBE_OUT set.

It records what failed, and in trace mode where the bad value was made, in the file that the variable names. It is
loaded before any plugin of the project, so it can keep them from writing anything. Without the variable it does
nothing.
"""

from __future__ import annotations

from typing import Any, Generator, List

import pytest

from . import _start

__all__ = ["pytest_load_initial_conftests"]


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: Any, args: List[str]) -> Generator[None, Any, None]:
    """The first hook there is: options are known, and neither conftest files nor tests are imported yet."""
    run = _start.start(early_config, args)
    outcome = yield
    if run is not None:
        run.conftests_loaded(outcome.excinfo)
