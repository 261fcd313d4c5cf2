"""Where a bad value came from: record one run of a test, then explain its exception.

Surface: ``OriginTracer``. Everything else in this package is private.
"""

from __future__ import annotations

from typing import Any, Callable, Dict

from ._tracer import Recorder


class OriginTracer:
    """Records the frames of a project and explains exceptions from the recording.

    is_project: whether a file (as in ``co_filename``) is the project's own; asked once per file. light: code that runs
    often is followed for a shorter time.
    """

    def __init__(self, is_project: Callable[[str], bool], light: bool = False) -> None:
        self._recorder = Recorder(is_project, light)

    def install(self) -> None:
        """Start recording in this thread and those started later; no effect if it already records."""
        self._recorder.install()

    def uninstall(self) -> None:
        """Stop recording and put back the trace functions that were there before."""
        self._recorder.uninstall()

    def begin(self) -> None:
        """A new test item starts: forget the recording of the one before; what imports did stays."""
        self._recorder.begin()

    def explain(self, error: BaseException) -> Dict[str, Any]:
        """Origin of the bad value behind an exception: ``status``, ``bad``, ``steps`` and ``reason``.

        Shape: ``$defs/origin`` of wire.schema.json without type, nodeId and phase. Never raises.
        """
        recorder = self._recorder
        with recorder.paused():
            try:
                from ._origin import explain

                return explain(recorder.recording, error, recorder.project)
            except Exception as problem:
                reason = "the walk failed with " + type(problem).__name__
                return {"status": "none", "reason": reason, "bad": "unknown", "steps": []}


__all__ = ["OriginTracer"]
