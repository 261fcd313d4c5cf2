"""What the debugging engine measures besides a failure: values at watched lines, coverage.

Not part of what is copied into a project's ``.claude`` folder.
"""

from __future__ import annotations

from typing import Any

from .._project import ProjectFiles

__all__ = ["join"]


def join(mode: str, config: Any, files: ProjectFiles, folder: str) -> None:
    """Register the plugin of ``mode``. ``folder`` is the run's own: it holds the request and takes the results."""
    from ._patience import Patience

    config.pluginmanager.register(Patience(), "faultline-patience")
    if mode == "values":
        from . import _values

        _values.join(config, files, folder)
    if mode == "coverage":
        from . import _coverage

        _coverage.join(config, files, folder)
