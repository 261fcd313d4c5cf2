"""A pytest plugin for one supervised re-run: ``-p faultline_probe`` with FAULTLINE_PROBE_OUT set.

It records what failed, and in trace mode where the bad value was made, in the file that the variable names. It is
loaded before any plugin of the project, so it can keep them from writing anything. Without the variable it does
nothing. PYTEST_DONT_REWRITE
"""

from __future__ import annotations

import os
from typing import Any, Generator, List

import pytest

from . import _modules

__all__ = ["pytest_load_initial_conftests"]


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: Any, args: List[str]) -> Generator[None, Any, None]:
    """The first hook there is: options are known, and neither conftest files nor tests are imported yet."""
    if not os.environ.get("FAULTLINE_PROBE_OUT"):
        yield
        return
    _modules.use_cache(__name__)
    from . import _start

    run = _start.start(early_config, args)
    outcome = yield
    run.conftests_loaded(outcome.excinfo)
