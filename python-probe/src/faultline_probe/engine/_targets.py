"""The tests that the run is about."""

from __future__ import annotations

import os
from typing import Any, List, Set, Tuple


class Targets:
    """Knows a target by its file and the rest of its node id: ids as asked for are relative to another folder."""

    def __init__(self, targets: List[str], started_in: str) -> None:
        self._wanted: Set[Tuple[str, str]] = set()
        self._last: Tuple[Any, bool] = (None, False)
        for target in targets:
            path, _, rest = target.partition("::")
            self._wanted.add((os.path.realpath(os.path.join(started_in, path)), rest))

    def include(self, item: Any) -> bool:
        """Whether a test is a target, or one of a class, file or parametrised function that is one."""
        if self._last[0] is not item:
            self._last = (item, self._decide(item))
        return self._last[1]

    def _decide(self, item: Any) -> bool:
        try:
            path = os.path.realpath(str(getattr(item, "path", None) or item.fspath))
        except Exception:
            return False
        rest = item.nodeid.partition("::")[2]
        return any(path == file and _within(rest, wanted) for file, wanted in self._wanted)


def _within(rest: str, wanted: str) -> bool:
    return not wanted or rest == wanted or rest.startswith((wanted + "::", wanted + "["))
