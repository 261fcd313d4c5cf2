"""Ends a test that takes too long, so that one which waits for a network keeps no other from running."""

from __future__ import annotations

import os
import signal
import threading
from types import FrameType
from typing import Any, Generator, Optional

import pytest

from .._project import ProjectFiles
from ._targets import Targets

# A test that catches everything is told again.
AGAIN_SECONDS = 0.5
# The runner knows by these words that nothing is known of the test.
MESSAGE = "stopped by faultline: it took longer than"
_HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep


class Limit:
    """A pytest plugin. A phase of any test but a target gets so many seconds, and then fails as by ``pytest.fail``.

    It works by the alarm signal, so only where that is nobody else's; a test may take it over.
    """

    def __init__(self, files: ProjectFiles, targets: Targets, seconds: float) -> None:
        self._files = files
        self._targets = targets
        self._seconds = seconds
        self._running = False

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_setup(self, item: Any) -> Generator[None, Any, None]:
        yield from self._limited(item)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self, item: Any) -> Generator[None, Any, None]:
        yield from self._limited(item)

    def _limited(self, item: Any) -> Generator[None, Any, None]:
        if self._targets.include(item) or not _is_free():
            yield
            return
        _real.handle(signal.SIGALRM, self._ring)
        self._running = True
        _real.set_timer(signal.ITIMER_REAL, self._seconds, AGAIN_SECONDS)
        try:
            yield
        finally:
            self._running = False
            _real.set_timer(signal.ITIMER_REAL, 0)
            _real.handle(signal.SIGALRM, signal.SIG_DFL)

    def _ring(self, _: int, frame: Optional[FrameType]) -> None:
        if self._running and self._is_in_project(frame):
            pytest.fail("%s %g s" % (MESSAGE, self._seconds), pytrace=False)

    def _is_in_project(self, frame: Optional[FrameType]) -> bool:
        """Whether the program runs, and not the probe for it, or pytest before or after it: these must not fail."""
        if frame is not None and frame.f_code.co_filename.startswith(_HERE):
            return False
        while frame is not None:
            if self._files.owns(frame.f_code.co_filename):
                return True
            frame = frame.f_back
        return False


class _real:
    """As they were when this was imported: tests replace them."""

    handle = staticmethod(signal.signal)
    handler = staticmethod(signal.getsignal)
    set_timer = staticmethod(getattr(signal, "setitimer", lambda *_: None))
    timer = staticmethod(getattr(signal, "getitimer", lambda *_: (0.0, 0.0)))
    current = staticmethod(threading.current_thread)
    main = staticmethod(threading.main_thread)


def _is_free() -> bool:
    if not hasattr(signal, "setitimer") or _real.current() is not _real.main():
        return False
    return _real.handler(signal.SIGALRM) is signal.SIG_DFL and _real.timer(signal.ITIMER_REAL)[0] == 0
