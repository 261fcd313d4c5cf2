"""Runs small programs under the tracer in this very process."""

from __future__ import annotations

import importlib.util
import sys
import textwrap
from pathlib import Path
from typing import Any, Dict, List

from faultline_probe.origin import OriginTracer


class Explained:
    """What the tracer said about the exception of one program."""

    def __init__(self, result: Dict[str, Any], error: BaseException) -> None:
        self.status: str = result["status"]
        self.bad: str = result["bad"]
        self.reason: str = result.get("reason", "")
        self.steps: List[Dict[str, Any]] = result["steps"]
        self.error_type = type(error)

    @property
    def origin(self) -> str:
        return self.steps[0]["source"]

    @property
    def kind(self) -> str:
        return self.steps[0]["kind"]

    @property
    def kinds(self) -> List[str]:
        return [step["kind"] for step in self.steps]


def load(folder: Path, name: str, source: str) -> Any:
    path = folder / (name + ".py")
    path.write_text(textwrap.dedent(source), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, str(path))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def tracer_for(folder: Path) -> OriginTracer:
    return OriginTracer(lambda filename: filename.startswith(str(folder)))


def explain(folder: Path, source: str, name: str = "program") -> Explained:
    """Import the program and call its ``main`` under the tracer; it must raise."""
    tracer = tracer_for(folder)
    tracer.install()
    try:
        module = load(folder, name, source)
        tracer.begin()
        module.main()
    except Exception as error:
        return Explained(tracer.explain(error), error)
    finally:
        tracer.uninstall()
        sys.modules.pop(name, None)
    raise AssertionError("the program did not fail")
