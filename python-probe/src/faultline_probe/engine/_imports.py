"""Tells when a module of the project is being imported.

What an import executes is nobody's doing: the first test of a process that needs a module would get it all, and the
next one nothing. It counts as collection, whenever it happens.
"""

from __future__ import annotations

import sys
from typing import Any, Callable, Dict, List, Tuple

from ._lines import Wanted
from ._real import real

_SOURCE = """
def exec_module(self, module):
    if not begin(module):
        return original(self, module)
    try:
        return original(self, module)
    finally:
        end()
"""


class ImportWatch:
    """Stands before the functions that execute a module, in the thread that runs the tests."""

    def __init__(self, wanted: Wanted, begin: Callable[[], None], end: Callable[[], None]) -> None:
        self._wanted = wanted
        self._begin = begin
        self._end = end
        self._thread = real.get_ident()
        self._replaced: List[Tuple[Any, Any, Any]] = []

    def install(self) -> None:
        """Begin to watch: Python's own loaders, and pytest's for test files."""
        machinery = sys.modules["_frozen_importlib_external"]
        self._replace(machinery._LoaderBasics)
        rewriting = sys.modules.get("_pytest.assertion.rewrite")
        if rewriting is not None:
            self._replace(rewriting.AssertionRewritingHook)

    def uninstall(self) -> None:
        """Put back what was there."""
        for owner, original, replacement in self._replaced:
            if owner.__dict__.get("exec_module") is replacement:
                owner.exec_module = original
        self._replaced.clear()

    def _replace(self, owner: Any) -> None:
        original = owner.__dict__["exec_module"]
        names: Dict[str, Any] = {"original": original, "begin": self._starts, "end": self._end}
        # Under this name the frame is left out of tracebacks, as that of the original is.
        exec(compile(_SOURCE, "<frozen importlib._bootstrap_external>", "exec"), names)
        owner.exec_module = names["exec_module"]
        self._replaced.append((owner, original, names["exec_module"]))

    def _starts(self, module: Any) -> bool:
        if real.get_ident() != self._thread:
            return False
        try:
            wanted = self._wanted(module.__spec__.origin)
        except Exception:
            return False
        if wanted:
            self._begin()
        return wanted
