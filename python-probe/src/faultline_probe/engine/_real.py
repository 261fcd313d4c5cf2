"""The functions that measuring lives by, as they were when it was imported."""

from __future__ import annotations

import sys
import threading

from .._real import real as _real


class real(_real):
    """Only a namespace."""

    getframe = staticmethod(sys._getframe)
    get_ident = staticmethod(threading.get_ident)
    threading_settrace = staticmethod(threading.settrace)
