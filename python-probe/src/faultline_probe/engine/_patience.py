"""Grants watched code the time that it needs."""

from __future__ import annotations

from typing import Any

import pytest

from .._replay import relax_hypothesis


class Patience:
    """A pytest plugin. The runner of the probe has a deadline of its own."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: Any) -> None:
        try:
            relax_hypothesis(getattr(item, "function", None))
        except Exception:  # of a version with other settings: the property test is then only slower
            pass

    @pytest.hookimpl(optionalhook=True, tryfirst=True)
    def pytest_timeout_set_timer(self) -> bool:
        return True

    @pytest.hookimpl(optionalhook=True, tryfirst=True)
    def pytest_timeout_cancel_timer(self) -> bool:
        return True
