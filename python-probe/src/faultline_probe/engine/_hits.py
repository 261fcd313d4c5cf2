"""Counts hits and keeps the first and the last ones of each watch and test."""

from __future__ import annotations

import os
from collections import deque
from threading import RLock
from typing import Any, Deque, Dict, List, Tuple

from .._wire import Writer

# Written at once, so that they are there even if the process ends without a word.
WRITTEN_HITS = 200
WRITTEN_BYTES = 4_000_000
# Looked at in full per watch and test, and in short per test. Beyond these, hits are only counted.
FULL_HITS = 1_000
LIGHT_HITS = 20_000

COUNTED, LIGHT, FULL = 0, 1, 2

Key = Tuple[int, str]
Where = Tuple[str, int, str]
Value = Tuple[str, str, str]


class Hits:
    """All hits of a run. Threads of the program may add to it at any time."""

    def __init__(self, writer: Writer, max_hits: int) -> None:
        self._writer = writer
        self._first = (max_hits + 1) // 2
        self._last = max_hits - self._first
        self._renew_lock()
        # In a forked child the thread that held the lock is gone.
        os.register_at_fork(after_in_child=self._renew_lock)
        self._at = 0
        self._bytes = 0
        self._node_id = ""
        self._reset()

    def begin(self, node_id: str) -> None:
        """A test starts."""
        self.end()
        self._node_id = node_id

    def end(self) -> None:
        """Write what is still kept; what comes now belongs to no test."""
        with self._lock:
            for line in sorted((line for kept in self._kept.values() for line in kept), key=lambda line: line["at"]):
                self._writer.write(line)
            self._node_id = ""
            self._reset()

    def count(self, watch: int, when: str) -> Tuple[int, int]:
        """One more hit: which one it is in this test, and how closely it is to be looked at."""
        with self._lock:
            key = (watch, when)
            hits = self._counts[key] = self._counts.get(key, 0) + 1
            if hits <= FULL_HITS:
                return hits, FULL
            self._light += 1
            return hits, LIGHT if self._light <= LIGHT_HITS else COUNTED

    def missed_last(self, watch: int) -> int:
        """The number of the last hit of a line, if that was only counted, or looked at in short; else 0."""
        hits = self._counts.get((watch, "line"), 0)
        return hits if hits > FULL_HITS else 0

    def add(self, watch: int, when: str, hit: int, where: Where, values: List[Value]) -> None:
        """What a hit saw; that nothing was set is worth telling as well."""
        with self._lock:
            key = (watch, when)
            path, line, function = where
            self._at += 1
            told: Dict[str, Any] = {
                "at": self._at,
                "nodeId": self._node_id,
                "watch": watch,
                "when": when,
                "hit": hit,
                "path": path,
                "line": line,
                "function": function,
                "values": values,
            }
            if hit <= self._first or (hit <= WRITTEN_HITS and self._bytes < WRITTEN_BYTES):
                self._bytes += sum(len(part) for value in values for part in value)
                self._writer.write(told)
            elif self._last:
                self._kept.setdefault(key, deque(maxlen=self._last)).append(told)

    def _renew_lock(self) -> None:
        self._lock = RLock()

    def _reset(self) -> None:
        self._counts: Dict[Key, int] = {}
        self._kept: Dict[Key, Deque[Dict[str, Any]]] = {}
        self._light = 0
