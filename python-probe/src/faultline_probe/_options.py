"""What options are set to so that plugins write no file, start no process and run each test once."""

from __future__ import annotations

import os
from typing import Any, Dict

# By the name of the attribute of `config.option`. What is listed is set only where the option exists.
QUIET: Dict[str, Any] = {
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
    "ddtrace": False,
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
}
