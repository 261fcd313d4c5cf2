"""A pytest plugin that checks the marks of the corpus without the probe: where each program crashes, which lines ran.

Loaded with `-p crash_check`; it writes JSON Lines to the file that CORPUS_CHECK_OUT names.
"""

import json
import os
import sys
import threading

import pytest

from corpus import PROGRAMS

_OUT = os.environ.get("CORPUS_CHECK_OUT", os.devnull)
_ran = {}


def _trace(frame, event, argument):
    path = frame.f_code.co_filename
    if not path.startswith(PROGRAMS):
        return None
    lines = _ran.setdefault(path, set())

    def each(inner, what, value):
        lines.add(inner.f_lineno)
        return each

    lines.add(frame.f_lineno)
    return each


def pytest_configure(config):
    sys.settrace(_trace)
    threading.settrace(_trace)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    sys.settrace(_trace)  # a program of the corpus switches tracing off


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_makereport(item, call):
    yield  # unittest's exceptions are known only now
    if call.excinfo is not None:
        path, line = _crash(call.excinfo.value)
        _write({"nodeId": item.nodeid, "phase": call.when, "crash": [path, line]})


def pytest_sessionfinish(session):
    sys.settrace(None)
    _write({"ran": {path: sorted(filter(None, lines)) for path, lines in _ran.items()}})


def _crash(exception):
    """The deepest frame of the corpus, in the first cause's or the first leaf's traceback."""
    seen = set()
    while id(exception) not in seen:
        seen.add(id(exception))
        earlier = exception.__cause__ or (None if exception.__suppress_context__ else exception.__context__)
        leaves = getattr(exception, "exceptions", None)
        exception = earlier or (leaves[0] if leaves else exception)
    site = ("", 0)
    trace = exception.__traceback__
    while trace is not None:
        path = trace.tb_frame.f_code.co_filename
        if path.startswith(PROGRAMS):
            site = (path, trace.tb_lineno)
        trace = trace.tb_next
    return site


def _write(record):
    with open(_OUT, "a") as stream:
        stream.write(json.dumps(record) + "\n")
