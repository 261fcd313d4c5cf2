from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

_path = Path(__file__).with_name("support.py")
_spec = importlib.util.spec_from_file_location("origin_support", str(_path))
assert _spec is not None and _spec.loader is not None
_module = importlib.util.module_from_spec(_spec)
sys.modules["origin_support"] = _module
_spec.loader.exec_module(_module)
