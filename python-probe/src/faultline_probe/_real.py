"""The functions that the probe lives by, as they were when it was imported.

Tests mock ``os``, ``time``, ``open`` and ``json``; libraries such as pyfakefs and freezegun even replace what other
modules have imported, by looking through the globals of every module. A class attribute is out of their sight.
"""

from __future__ import annotations

import builtins
import io
import json
import os
import sys
import time


class real:
    """Only a namespace."""

    os_open = staticmethod(os.open)
    os_write = staticmethod(os.write)
    os_close = staticmethod(os.close)
    os_fstat = staticmethod(os.fstat)
    os_lstat = staticmethod(os.lstat)
    os_getpid = staticmethod(os.getpid)
    os_fspath = staticmethod(os.fspath)
    FileIO = io.FileIO
    dumps = json.JSONEncoder(ensure_ascii=True, separators=(",", ":")).encode
    monotonic = staticmethod(time.monotonic)
    settrace = staticmethod(sys.settrace)
    gettrace = staticmethod(sys.gettrace)
    isinstance = staticmethod(builtins.isinstance)
    WRITE_FLAGS = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_CLOEXEC", 0)
