"""Lets a re-run fail as the run before it did: the seed of pytest-randomly, the examples that hypothesis saved."""

from __future__ import annotations

import json
import os
import shutil
import sys
from typing import Any, Iterator, Optional, Tuple

MAX_EXAMPLE_FILES = 2_000
MAX_EXAMPLE_BYTES = 20_000_000


def last_random_seed(config: Any) -> Optional[int]:
    """The seed of the project's last run, which pytest-randomly keeps in pytest's cache."""
    if getattr(config.known_args_namespace, "randomly_seed", None) not in ("default", "last"):
        return None
    try:
        folder = os.path.join(str(config.rootpath), os.path.expandvars(config.getini("cache_dir")))
        with open(os.path.join(folder, "v", "randomly_seed"), encoding="utf-8") as file:
            seed = json.load(file)
    except (OSError, ValueError, TypeError):
        return None
    return seed if type(seed) is int else None


def move_hypothesis(folder: str) -> None:
    """Give hypothesis a copy of its storage: it finds the failing example again, and the original stays as it is."""
    name = "HYPOTHESIS_STORAGE_DIRECTORY"
    try:
        _copy_bounded(os.environ.get(name) or os.path.join(os.getcwd(), ".hypothesis"), folder)
    except OSError:
        shutil.rmtree(folder, ignore_errors=True)
    os.environ[name] = folder


def relax_hypothesis(function: Any) -> None:
    """A property test under the tracer is slow, which is no failure of its; nor should its lines be traced twice."""
    own = getattr(function, "__dict__", {})
    name = "_hypothesis_internal_use_settings"
    hypothesis = sys.modules.get("hypothesis")
    if hypothesis is None or name not in own:
        return
    settings = own[name]
    own[name] = hypothesis.settings(
        settings,
        deadline=None,
        suppress_health_check=[*settings.suppress_health_check, hypothesis.HealthCheck.too_slow],
        phases=[phase for phase in settings.phases if phase.name != "explain"],
    )


def _copy_bounded(source: str, target: str) -> None:
    size = 0
    for count, (path, relative) in enumerate(_files_below(source)):
        size += os.path.getsize(path)
        if count >= MAX_EXAMPLE_FILES or size > MAX_EXAMPLE_BYTES:
            return
        copy = os.path.join(target, relative)
        os.makedirs(os.path.dirname(copy), exist_ok=True)
        shutil.copyfile(path, copy)


def _files_below(folder: str) -> Iterator[Tuple[str, str]]:
    for parent, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(parent, name)
            yield path, os.path.relpath(path, folder)
