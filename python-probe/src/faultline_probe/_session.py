"""Report mode for a whole session: one side file for each run of pytest that failed."""

from __future__ import annotations

import os
import re
import time
from typing import Any

from ._project import ProjectFiles
from ._reporter import Reporter
from ._source import SourceLines
from ._wire import Writer

FOLDER = "FAULTLINE_REPORT_DIR"
# Names the process that reports, so that a pytest which a test starts does not.
OWNER = "FAULTLINE_REPORT_OWNER"

MAX_FILES = 40
MAX_AGE_SECONDS = 24 * 3600
_NAME = re.compile(r"\d{13,}-\d+\.jsonl\Z")


def join(config: Any) -> None:
    """Report the failures of this run, if it is one that somebody started, or a worker of such a run."""
    if not _is_ours(config):
        return
    folder = os.environ[FOLDER]
    os.makedirs(folder, mode=0o700, exist_ok=True)
    _prune(folder)
    name = "%d-%d.jsonl" % (time.time() * 1000, os.getpid())
    files = ProjectFiles(str(config.rootpath), str(config.invocation_params.dir))
    reporter = Reporter(Writer(os.path.join(folder, name)), files, SourceLines(), only_failures=True)
    reporter.write_header(config, "report")
    config.pluginmanager.register(reporter, "faultline-reporter")


def _is_ours(config: Any) -> bool:
    if hasattr(config, "workerinput"):
        return True
    if os.environ.get(OWNER):
        return False
    os.environ[OWNER] = str(os.getpid())
    return True


def _prune(folder: str) -> None:
    names = sorted(name for name in os.listdir(folder) if _NAME.match(name))
    oldest = (time.time() - MAX_AGE_SECONDS) * 1000
    keep = [name for name in names if int(name.split("-", 1)[0]) >= oldest][-MAX_FILES + 1 :]
    for name in set(names).difference(keep):
        try:
            os.unlink(os.path.join(folder, name))
        except OSError:
            pass
