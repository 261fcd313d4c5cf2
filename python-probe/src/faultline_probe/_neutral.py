"""Keeps the plugins of the project from writing files, starting processes or running a test more than once.

Options are changed after they are parsed, wherever they came from: command line, ini file or environment. So no flag
has to exist, and an option of a plugin that is not installed does no harm.
"""

from __future__ import annotations

import os
import sys
from typing import Any, Dict

# By the name of the attribute of `config.option`. What is listed is set only where the option exists.
_QUIET: Dict[str, Any] = {
    # pytest itself
    "usepdb": False,
    "trace": False,
    "usepdb_cls": None,
    "xmlpath": None,
    "resultlog": None,
    "pastebin": None,
    "log_file": os.devnull,
    "collectonly": False,
    "setuponly": False,
    "setupplan": False,
    "setupshow": False,
    "maxfail": 0,
    "cacheclear": False,
    "color": "no",
    # The short style does not call the repr of arguments.
    "tbstyle": "short",
    "showlocals": False,
    "fulltrace": False,
    "debug": None,
    # xdist: in this process
    "numprocesses": None,
    "dist": "no",
    "distload": False,
    "tx": [],
    "looponfail": False,
    "forked": False,
    # coverage
    "cov_source": [],
    "cov_fail_under": None,
    # a second attempt would hide the first failure
    "reruns": 0,
    "retries": 0,
    "count": 1,
    # reports
    "htmlpath": None,
    "json_report": False,
    "json_report_file": None,
    "report_log": None,
    "allure_report_dir": None,
    "nunit_xmlpath": None,
    "md_report": False,
    "ctrf": None,
    "csv": None,
    "tap_stream": False,
    "tap_combined": False,
    "tap_files": False,
    "cucumber_json_path": None,
    "rp_enabled": False,
    "mtr_no_db": True,
    # profilers and benchmarks
    "profile": False,
    "profile_svg": False,
    "memray": False,
    "benchmark_disable": True,
    "benchmark_enable": False,
    "benchmark_save": None,
    "benchmark_autosave": None,
    "benchmark_json": None,
    "benchmark_compare": None,
    "codspeed": False,
    # snapshots stay as they are
    "update_snapshots": False,
    "snapshot_update": False,
    "force_regen": False,
    "regen_all": False,
    "inlinesnapshot": None,
    "update_goldens": False,
    # order, and choice of tests other than the ids that were asked for
    "randomly_reorganize": False,
    "testmon": False,
    "picked": None,
    "splits": None,
    "group": None,
    "store_durations": False,
    "timeout": 0,
}

# Plugins that repeat a failed test, and the marker that each would have registered.
_REPEATERS = {
    "rerunfailures": "flaky: run again by pytest-rerunfailures",
    "flaky": "flaky: run again by flaky",
    "pytest-retry": "flaky: run again by pytest-retry",
}


def quieten_early(config: Any, scratch: str) -> None:
    """Before the conftest files are imported: what plugins read from the options that are known by then."""
    sys.dont_write_bytecode = True
    _override_ini(config, "cache_dir", os.path.join(scratch, "cache"))
    _override_ini(config, "faulthandler_exit_on_timeout", False)
    _override_ini(config, "log_cli", False)
    _apply(config.known_args_namespace)
    _move_hypothesis(scratch)


def quieten(config: Any, scratch: str) -> None:
    """Once all options are parsed, and before any plugin is configured."""
    _apply(config.option)
    config.option.basetemp = os.path.join(scratch, "t")
    for name, marker in _REPEATERS.items():
        if config.pluginmanager.hasplugin(name):
            config.pluginmanager.unregister(name=name)
            config.addinivalue_line("markers", marker)


def _apply(options: Any) -> None:
    for name, value in _QUIET.items():
        if hasattr(options, name):
            setattr(options, name, list(value) if type(value) is list else value)


def _override_ini(config: Any, name: str, value: Any) -> None:
    """As ``-o`` does, without its error where the option is unknown. The cache is there from 6.2 to 9."""
    config._inicache[name] = value


def _move_hypothesis(scratch: str) -> None:
    """Keep the example database out of the project."""
    os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", os.path.join(scratch, "hypothesis"))


def relax_hypothesis(item: Any) -> None:
    """A property test under the tracer is slow, which is no failure of its."""
