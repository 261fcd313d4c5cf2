"""Which files of the project are tests."""

from __future__ import annotations

import os
import re
from typing import Dict, List

# The same rule as `isTestPath` of the TypeScript side.
_NAME = re.compile(r"test_.*\.py\Z|.*_test\.py\Z|conftest\.py\Z|tests?\.py\Z")
_FOLDERS = frozenset(["tests", "test", "testing"])


class TestFiles:
    """Answers by the path below the checkout, once for each name."""

    __test__ = False

    def __init__(self, roots: List[str]) -> None:
        self._roots = roots
        self._known: Dict[str, bool] = {}

    def owns(self, path: str) -> bool:
        """Whether an absolute path without symlinks is that of a test file."""
        known = self._known.get(path)
        if known is None:
            known = self._known[path] = self._decide(path)
        return known

    def _decide(self, path: str) -> bool:
        root = next((root for root in self._roots if path.startswith(root.rstrip(os.sep) + os.sep)), "")
        parts = path[len(root) :].strip(os.sep).split(os.sep)
        return bool(_NAME.match(parts[-1])) or not _FOLDERS.isdisjoint(parts[:-1])
