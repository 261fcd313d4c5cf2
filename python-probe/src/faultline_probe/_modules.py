"""How the other modules of the probe are imported: compiled once, and kept in a cache outside the project.

The re-run writes no bytecode, and pytest rewrites the assertions of every plugin, so that the probe would be parsed,
rewritten and compiled anew each time; that would take longer than many a test.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any, Optional, Sequence

CACHE = "FAULTLINE_PROBE_CACHE"


class OwnModules:
    """A finder for the modules of this package, before pytest's own finder."""

    def __init__(self, package: str, cache: str) -> None:
        self._prefix = package + "."
        self.cache = cache

    def find_spec(
        self, name: str, path: Optional[Sequence[str]] = None, target: Optional[ModuleType] = None
    ) -> Optional[ModuleSpec]:
        """Leave finding to the usual machinery and change only who compiles."""
        if not name.startswith(self._prefix):
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and self.cache and type(spec.loader) is SourceFileLoader:
            spec.loader = CachingLoader(name, spec.loader.path, self.cache)
        return spec


class CachingLoader(SourceFileLoader):
    """Keeps bytecode below a folder of its own."""

    def __init__(self, name: str, path: str, cache: str) -> None:
        super().__init__(name, path)
        self._cache = cache

    def get_code(self, fullname: str) -> Optional[CodeType]:
        """Compile, or read what was compiled; nothing is executed meanwhile."""
        saved: Any = sys.pycache_prefix, sys.dont_write_bytecode
        sys.pycache_prefix, sys.dont_write_bytecode = self._cache, False
        try:
            return super().get_code(fullname)
        finally:
            sys.pycache_prefix, sys.dont_write_bytecode = saved


def use_cache(package: str) -> None:
    """From now on the modules of ``package`` come from the cache that the runner names, if it names one."""
    cache = os.environ.pop(CACHE, "")
    if not any(type(finder).__name__ == OwnModules.__name__ for finder in sys.meta_path):
        sys.meta_path.insert(0, OwnModules(package, cache))
