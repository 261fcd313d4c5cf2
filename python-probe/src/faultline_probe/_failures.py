"""Describes one failure as the wire wants it: exception, frames, what came before, leaves of a group."""

from __future__ import annotations

import doctest
import os
from typing import Any, Dict, List, Optional, Tuple

import _pytest
import pluggy

from . import _exceptions as exceptions
from ._project import ProjectFiles
from ._redact import redact, redact_assertion, redact_source
from ._safe import type_name
from ._secrets import remember_locals
from ._source import SourceLines

FIRST_FRAMES = 30
LAST_FRAMES = 100

Description = Dict[str, Any]

_MACHINERY = tuple(os.path.dirname(os.path.abspath(module.__file__ or "")) + os.sep for module in (_pytest, pluggy))


class FailureDescriber:
    """Describes exceptions and frames of one run."""

    def __init__(self, files: ProjectFiles, sources: SourceLines) -> None:
        self._files = files
        self._sources = sources

    def describe(self, exc: Optional[BaseException], tb: Any, longrepr: Any) -> Description:
        """Take a failure apart. ``longrepr`` is what pytest made of it: texts that it has computed are used again."""
        if exc is None:
            return self.unknown(longrepr)
        shown, tb = _unwrapped(exc, tb)
        remember_locals(tb)
        printed = _printed_messages(longrepr) if shown is exc else []
        doctest_frame = self._doctest_frame(shown)
        if doctest_frame is not None:
            return self._line({"type": type_name(type(shown)), "message": _doctest_message(shown)}, [doctest_frame])
        earlier = exceptions.earlier_exceptions(shown)
        chain = [
            {
                "relation": relation,
                "exception": self._exception(link, _nth(printed, position + 1)),
                "frames": self._frames(exceptions.traceback_of(link), link),
            }
            for position, (relation, link) in enumerate(earlier)
        ]
        group = [
            {
                "exception": self._exception(leaf, None),
                "frames": self._frames(exceptions.traceback_of(leaf), leaf),
            }
            for leaf in exceptions.group_leaves(shown)
        ]
        exception = self._exception(shown, _nth(printed, 0))
        frames = self._frames(tb, shown)
        if frames:
            exception["message"] = redact_assertion(exception["message"], frames[-1].get("code", ""))
        return self._line(exception, frames, chain[::-1], group)

    def unknown(self, longrepr: Any) -> Description:
        """A failure of which only pytest's text is known, such as a strict xfail that passed."""
        text = longrepr if type(longrepr) is str else ""
        return self._line({"type": "", "message": redact(text)[: exceptions.MAX_MESSAGE]}, [])

    def _line(
        self,
        exception: Description,
        frames: List[Description],
        chain: Optional[List[Description]] = None,
        group: Optional[List[Description]] = None,
    ) -> Description:
        return {"exception": exception, "frames": frames, "chain": chain or [], "group": group or []}

    def _exception(self, exc: BaseException, printed: Optional[str]) -> Description:
        return {"type": type_name(type(exc)), "message": redact(exceptions.message_of(exc, printed))}

    def _frames(self, tb: Any, exc: BaseException) -> List[Description]:
        entries: List[Tuple[str, int, str]] = []
        while tb is not None:
            code = tb.tb_frame.f_code
            entries.append((code.co_filename, tb.tb_lineno or 0, code.co_name))
            tb = tb.tb_next
        location = exceptions.syntax_location(exc)
        entries = self._without_runner(entries, location is not None)
        if len(entries) > FIRST_FRAMES + LAST_FRAMES:
            entries = entries[:FIRST_FRAMES] + entries[-LAST_FRAMES:]
        frames = [self._frame(*entry) for entry in entries]
        if location is not None:
            path, line, code = location
            frames.append({**self._frame(path, line, "<module>"), "code": redact_source(code.strip())[:200]})
        return frames

    def _without_runner(self, entries: List[Tuple[str, int, str]], is_syntax: bool) -> List[Tuple[str, int, str]]:
        """What the project did, from its first frame on; without any, at least not pytest's own calls."""
        for position, (path, _, _) in enumerate(entries):
            if self._files.owns(path):
                return entries[position:]
        if is_syntax:
            return []
        while entries and (entries[0][0].startswith(_MACHINERY) or entries[0][0].startswith("<frozen importlib")):
            entries = entries[1:]
        return entries

    def _frame(self, path: str, line: int, function: str) -> Description:
        absolute = self._files.absolute(path)
        frame = {"path": absolute, "line": line, "function": function, "project": self._files.owns(path)}
        code = self._sources.line(absolute, line)
        if code:
            frame["code"] = code
        return frame

    def _doctest_frame(self, exc: BaseException) -> Optional[Description]:
        if type(exc) is not doctest.DocTestFailure:
            return None
        test, example = exc.test, exc.example
        line = (test.lineno or 0) + example.lineno + 1
        frame = self._frame(test.filename or "<doctest>", line, "<doctest %s>" % test.name)
        return {**frame, "code": redact_source(example.source.strip())[:200]}


def _unwrapped(exc: BaseException, tb: Any) -> Tuple[BaseException, Any]:
    """The exception of the program inside the one that pytest or doctest made of it."""
    name = type_name(type(exc))
    if name == "_pytest.doctest.MultipleDoctestFailures":
        failures = exc.failures  # type: ignore[attr-defined]
        exc = failures[0] if failures else exc
        tb = exceptions.traceback_of(exc)
    if type(exc) is doctest.UnexpectedException:
        inner = exc.exc_info[1]
        return inner, exceptions.traceback_of(inner)
    if name == "_pytest.nodes.Collector.CollectError" or name.endswith(".ConftestImportFailure"):
        earlier = exceptions.earlier_exceptions(exc)
        if earlier:
            inner = earlier[0][1]
            return inner, exceptions.traceback_of(inner)
    return exc, tb


def _doctest_message(exc: Any) -> str:
    return redact("Expected: %s Got: %s" % (exc.example.want.strip()[:500], exc.got.strip()[:500]))


def _printed_messages(longrepr: Any) -> List[Optional[str]]:
    """What pytest printed for the exception and those before it, latest first."""
    chain = getattr(longrepr, "chain", None)
    if type(chain) is list:
        return [_text(getattr(crash, "message", None)) for _, crash, *_ in reversed(chain)]
    crash = getattr(longrepr, "reprcrash", None)
    if crash is not None:
        return [_text(getattr(crash, "message", None))]
    return [_text(getattr(longrepr, "errorstring", longrepr))]


def _text(value: Any) -> Optional[str]:
    return value if type(value) is str else None


def _nth(items: List[Optional[str]], position: int) -> Optional[str]:
    return items[position] if position < len(items) else None
