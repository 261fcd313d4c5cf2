"""Keeps the plugins of the project from writing files, starting processes or running a test more than once.

Options are changed after they are parsed, wherever they came from: command line, ini file or environment. So no flag
has to exist, and an option of a plugin that is not installed does no harm.
"""

from __future__ import annotations

import os
import sys
from typing import Any, List

from . import _replay
from ._options import QUIET

# Plugins that repeat a failed test, and the marker that each would have registered.
_REPEATERS = {
    "rerunfailures": "flaky: run again by pytest-rerunfailures",
    "flaky": "flaky: run again by flaky",
    "pytest-retry": "flaky: run again by pytest-retry",
}


def quieten_early(config: Any, args: List[str], scratch: str) -> None:
    """Before the conftest files are imported: what plugins read from the options that are known by then."""
    sys.dont_write_bytecode = True
    seed = _replay.last_random_seed(config)
    if seed is not None:
        config.known_args_namespace.randomly_seed = seed
    _override_ini(config, "cache_dir", os.path.join(scratch, "cache"))
    _override_ini(config, "faulthandler_exit_on_timeout", False)
    _override_ini(config, "log_cli", False)
    _apply(config.known_args_namespace)
    # Its file is opened right after the options are parsed for good, before any hook.
    args[:] = [arg for arg in args if arg != "--debug" and not arg.startswith("--debug=")]
    if config.pluginmanager.hasplugin("hypothesispytest"):
        _replay.move_hypothesis(os.path.join(scratch, "hypothesis"))


def quieten(config: Any, scratch: str) -> None:
    """Once all options are parsed, and before any plugin is configured."""
    _apply(config.option)
    config.option.basetemp = os.path.join(scratch, "t")
    seed = getattr(config.known_args_namespace, "randomly_seed", None)
    if seed is not None:
        config.option.randomly_seed = seed
    for name, marker in _REPEATERS.items():
        if config.pluginmanager.hasplugin(name):
            config.pluginmanager.unregister(name=name)
            config.addinivalue_line("markers", marker)


def _apply(options: Any) -> None:
    for name, value in QUIET.items():
        if hasattr(options, name):
            setattr(options, name, list(value) if type(value) is list else value)


def _override_ini(config: Any, name: str, value: Any) -> None:
    """As ``-o`` does, without its error where the option is unknown. The cache is there from pytest 6.2 to 9."""
    config._inicache[name] = value
