"""Which files are the project's own."""

from __future__ import annotations

import os
import sysconfig
from typing import Dict, List, Set

_INSTALLED = frozenset(["site-packages", "dist-packages", "node_modules", ".tox", ".nox", ".eggs", "__pypackages__"])
_HERE = os.path.dirname(os.path.realpath(__file__))


class ProjectFiles:
    """Answers :meth:`owns` for one run.

    A file is the project's when it lies below one of its roots (rootdir, the folder pytest was started in, and the
    checkout that holds either) and is neither installed nor part of Python. So a ``src`` layout beside rootdir and an
    editable install within the checkout count, a virtual environment inside the checkout does not.
    """

    def __init__(self, rootdir: str, started_in: str) -> None:
        self.started_in = started_in
        self.roots = _roots(rootdir, started_in)
        self._excluded = _python_folders()
        self._environments: Dict[str, bool] = {}
        self._known: Dict[str, bool] = {}

    def owns(self, filename: str) -> bool:
        """Whether ``filename``, as a code object names it, is the project's own."""
        known = self._known.get(filename)
        if known is None:
            known = self._known[filename] = self._decide(filename)
        return known

    def absolute(self, filename: str) -> str:
        """The path with relative names resolved against the folder pytest was started in."""
        if filename.startswith("<") or not filename:
            return filename
        return os.path.normpath(os.path.join(self.started_in, filename))

    def _decide(self, filename: str) -> bool:
        if not filename or filename.startswith("<"):
            return False
        path = self.absolute(filename)
        try:
            path = os.path.realpath(path)
        except Exception:  # `os` may be mocked by now; then the name decides.
            pass
        root = next((root for root in self.roots if _below(root, path)), None)
        if root is None or any(_below(folder, path) for folder in self._excluded):
            return False
        inner = path[len(root) :].split(os.sep)
        return not _INSTALLED.intersection(inner) and not self._in_environment(os.path.dirname(path), root)

    def _in_environment(self, folder: str, root: str) -> bool:
        """Whether a virtual or conda environment below ``root`` holds ``folder``; one at ``root`` holds the project."""
        if not _below(root, folder) or folder == root:
            return False
        known = self._environments.get(folder)
        if known is None:
            try:
                known = os.path.isfile(os.path.join(folder, "pyvenv.cfg")) or os.path.isdir(
                    os.path.join(folder, "conda-meta")
                )
            except Exception:
                known = False
            known = known or self._in_environment(os.path.dirname(folder), root)
            self._environments[folder] = known
        return known


def _roots(rootdir: str, started_in: str) -> List[str]:
    roots: List[str] = []
    for folder in (rootdir, started_in):
        real_folder = os.path.realpath(folder)
        for root in (_checkout(real_folder), real_folder):
            if root and root not in roots:
                roots.append(root)
    return roots


def _checkout(folder: str) -> str:
    """The top level of the git checkout that holds ``folder``, or "". In a worktree ``.git`` is a file."""
    home = os.path.realpath(os.path.expanduser("~"))
    while True:
        if os.path.exists(os.path.join(folder, ".git")):
            # People keep their home under git; that does not make it one project.
            return "" if folder == home else folder
        parent = os.path.dirname(folder)
        if parent == folder:
            return ""
        folder = parent


def _python_folders() -> Set[str]:
    folders = {_HERE}
    for name in ("stdlib", "platstdlib", "purelib", "platlib"):
        found = sysconfig.get_paths().get(name)
        if found:
            folders.add(os.path.realpath(found))
    return folders


def _below(folder: str, path: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
