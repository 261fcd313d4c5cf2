"""Lines of source files, read without the functions that tests mock."""

from __future__ import annotations

import linecache
import tokenize
from typing import Dict, List

from ._real import real
from ._redact import redact_source

MAX_LINE = 200
MAX_FILE = 4_000_000


class SourceLines:
    """Source text by file and line. Files are read once: the run is short, and pytest has read the same state."""

    def __init__(self) -> None:
        self._files: Dict[str, List[str]] = {}

    def line(self, path: str, number: int) -> str:
        """Line ``number`` (1-based) without indentation, secrets redacted; "" where it cannot be read."""
        lines = self._files.get(path)
        if lines is None:
            lines = self._files[path] = _read(path)
        if not 0 < number <= len(lines):
            return ""
        return redact_source(lines[number - 1].strip())[:MAX_LINE]


def _read(path: str) -> List[str]:
    if not path.startswith("<"):
        try:
            return _without_keys(_decode(_bytes_of(path)))
        except (OSError, SyntaxError, UnicodeError, ValueError, LookupError):
            pass
    # Code that is in no file (a doctest, an interactive cell) may have left its text here.
    entry = linecache.cache.get(path)
    if type(entry) is tuple and len(entry) == 4 and type(entry[2]) is list:
        return [line for line in entry[2] if type(line) is str]
    return []


def _without_keys(lines: List[str]) -> List[str]:
    """A key of several lines is not seen in one of them."""
    if not any("PRIVATE KEY" in line for line in lines):
        return lines
    return redact_source("\n".join(lines)).split("\n")


def _bytes_of(path: str) -> bytes:
    with real.FileIO(path) as file:
        return file.read(MAX_FILE) or b""


def _decode(data: bytes) -> List[str]:
    pieces = iter(data.splitlines(True))
    encoding, _ = tokenize.detect_encoding(lambda: next(pieces, b""))
    # Not str.splitlines: it also splits at form feeds and the like, which Python does not count as lines.
    return data.decode(encoding, "replace").replace("\r\n", "\n").replace("\r", "\n").split("\n")
