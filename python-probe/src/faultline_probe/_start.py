"""Puts the parts of a supervised re-run together."""

from __future__ import annotations

import os
import sys
from typing import Any, List, Tuple

from ._neutral import quieten_early
from ._origin import Origins
from ._project import ProjectFiles
from ._reporter import Reporter
from ._rerun import Rerun, Tracing
from ._secrets import remember_environment
from ._source import SourceLines
from ._wire import Writer

OUT = "FAULTLINE_PROBE_OUT"
MODE = "FAULTLINE_PROBE_MODE"
TRACED = ("trace", "thorough", "together")
MEASURED = ("values", "coverage")


def start(config: Any, args: List[str]) -> Rerun:
    """Take part in this run of pytest."""
    out, mode = _take_request()
    remember_environment(os.environ)
    files = ProjectFiles(str(config.rootpath), str(config.invocation_params.dir))
    sources = SourceLines()
    writer = Writer(out)
    origins = Origins(files.owns, mode != "trace") if mode in TRACED else None
    reporter = Reporter(writer, files, sources, origins)
    run = Rerun(reporter, str(config.rootpath), os.path.dirname(out))
    reporter.write_header(config, mode)
    quieten_early(config, args, run.scratch)
    config.pluginmanager.register(run, "faultline-rerun")
    config.pluginmanager.register(reporter, "faultline-reporter")
    if origins is not None:
        config.pluginmanager.register(Tracing(origins, mode != "together"), "faultline-tracing")
    if mode in MEASURED:
        from . import engine

        engine.join(mode, config, files, os.path.dirname(out))
    return run


def _take_request() -> Tuple[str, str]:
    """Read what was asked for and hide it: the program under test must see the environment that it always sees."""
    out = os.path.expandvars(os.environ.pop(OUT, ""))  # an xdist worker's is below its name
    mode = os.environ.pop(MODE, "report")
    home = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    sys.path[:] = [entry for entry in sys.path if entry != home]
    kept = [entry for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep) if entry not in ("", home)]
    if kept:
        os.environ["PYTHONPATH"] = os.pathsep.join(kept)
    else:
        os.environ.pop("PYTHONPATH", None)
    return out, mode if mode in TRACED + MEASURED else "report"
