"""Writes the record: JSON Lines, described by wire.schema.json."""

from __future__ import annotations

from typing import Any, Dict

from ._real import real

SCHEMA = 1


class Writer:
    """Appends one line at a time to ``path``.

    The file is opened for each line: a test may close every descriptor it finds, and the number could then be that
    of a file of the user's. A line is one write, so that what was written before a crash is whole. A process forked
    by the test is not the writer: its lines would be about a test that it does not own.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._owner = real.os_getpid()

    def write(self, line: Dict[str, Any]) -> None:
        """Add a line; when the disk, the descriptors or the memory are used up it is lost, and the test goes on."""
        if real.os_getpid() != self._owner:
            return
        try:
            self._append((real.dumps(line) + "\n").encode("ascii"))
        except (OSError, ValueError, MemoryError, RecursionError):
            pass

    def _append(self, data: bytes) -> None:
        descriptor = real.os_open(self.path, real.WRITE_FLAGS, 0o600)
        try:
            while data:
                data = data[real.os_write(descriptor, data) :]
        finally:
            real.os_close(descriptor)
