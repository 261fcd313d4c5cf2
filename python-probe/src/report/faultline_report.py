"""The opt-in plugin: every run of pytest in a session leaves its failures, as structure, in a side file.

It is found by its entry point where this folder, or the wheel that the installer makes of it, is on PYTHONPATH, so a
command that sets PYTHONPATH itself runs without it; a ``-p`` in PYTEST_ADDOPTS would make that command fail. Whatever
goes wrong here is kept from the run.
"""

import os
import sys


def pytest_load_initial_conftests(early_config):  # type: ignore[no-untyped-def]
    """Keep our name out of what pytest and its plugins print about plugins."""
    known = getattr(early_config.pluginmanager, "_plugin_distinfo", None)
    if type(known) is list:
        known[:] = [entry for entry in known if entry[0] is not sys.modules[__name__]]


def pytest_configure(config):  # type: ignore[no-untyped-def]
    """Join the run where FAULTLINE_REPORT_DIR names the folder for side files."""
    if not os.environ.get("FAULTLINE_REPORT_DIR"):
        return
    try:
        home = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        sys.path.append(home)
        try:
            from faultline_probe import _session
        finally:
            sys.path.remove(home)
        _session.join(config)
    except Exception:
        pass
