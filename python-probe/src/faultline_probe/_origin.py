"""The bridge to the tracer that finds where a bad value was made. Nothing that goes wrong there reaches the test."""

from __future__ import annotations

from typing import Any, Callable, Dict


class Origins:
    """One tracer for the whole run.

    whole_run: it also records collection and imports. Without that a run costs little more than a plain one, what a
    module computed while it was imported is not known, and a chain that breaks may not break in a thorough run.
    """

    def __init__(self, is_project: Callable[[str], bool], whole_run: bool) -> None:
        self.whole_run = whole_run
        self._tracer: Any = None
        self._reason = ""
        try:
            from .origin import OriginTracer

            self._tracer = OriginTracer(is_project, light=not whole_run)
        except Exception as error:
            self._fail("the tracer could not start", error)

    def install(self) -> None:
        """Start recording."""
        self._attempt("install")

    def uninstall(self) -> None:
        """Stop recording."""
        self._attempt("uninstall")

    def begin(self) -> None:
        """A new test starts."""
        self._attempt("begin")

    def explain(self, exception: BaseException) -> Dict[str, Any]:
        """Where the value that made ``exception`` came from, as the wire wants it without its address."""
        if self._tracer is None:
            return {"status": "none", "reason": self._reason, "bad": "unknown", "steps": []}
        self.uninstall()
        try:
            origin = dict(self._tracer.explain(exception))
            if not self.whole_run and origin["status"] == "partial" and origin["bad"] != "rejected":
                origin["retry"] = True
            return origin
        except Exception as error:
            reason = "the explanation failed: " + type(error).__name__
            return {"status": "none", "reason": reason, "bad": "unknown", "steps": []}
        finally:
            self.install()

    def _attempt(self, name: str) -> None:
        if self._tracer is None:
            return
        try:
            getattr(self._tracer, name)()
        except Exception as error:
            self._fail("the tracer stopped in " + name, error)

    def _fail(self, what: str, error: Exception) -> None:
        self._tracer = None
        self._reason = what + ": " + type(error).__name__
