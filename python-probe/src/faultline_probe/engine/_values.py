"""Values mode: what watched lines saw, in a file beside the record."""

from __future__ import annotations

import json
import os
from types import CodeType, FrameType
from typing import Any, Dict, Generator, List, NamedTuple, Optional, Tuple

import pytest

from .._project import ProjectFiles
from .._wire import Writer
from ._hits import FULL, Hits
from ._places import Place, find_places
from ._snapshot import Selection, returned, snapshot
from ._watching import make_watching

_basename = os.path.basename
_realpath = os.path.realpath

REQUEST = "values-request.json"
RESULT = "values.jsonl"


class Request(NamedTuple):
    """What is to be watched."""

    watches: List[Tuple[str, int]]
    names: Optional[List[str]]
    max_hits: int


def join(config: Any, files: ProjectFiles, folder: str) -> None:
    """Watch this run of pytest."""
    with open(os.path.join(folder, REQUEST), encoding="utf-8") as file:
        asked = json.load(file)
    watches = [(watch["path"], watch["line"]) for watch in asked["watches"]]
    request = Request(watches, asked.get("names"), asked["maxHits"])
    hits = Hits(Writer(os.path.join(folder, RESULT)), request.max_hits)
    config.pluginmanager.register(Values(request, files, hits), "faultline-values")


class Values:
    """The pytest plugin that knows which test runs."""

    def __init__(self, request: Request, files: ProjectFiles, hits: Hits) -> None:
        self._request = request
        self._selection = Selection(request.names)
        self._files = files
        self._hits = hits
        self._places = _places_of(request.watches)
        self._by_file: Dict[str, List[Place]] = {}
        self._watching = make_watching(self._find, self._on_line, self._on_return)
        if any(place.scope.kind != "function" for places in self._places.values() for place in places):
            self._watching.install()

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: Any) -> Generator[None, Any, None]:
        self._hits.begin(item.nodeid)
        self._watching.install()
        yield
        self._hits.end()

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self, item: Any, call: Any) -> Generator[None, Any, None]:
        if call.excinfo is not None:
            try:
                self._add_last_hits(call.excinfo.tb)
            except Exception:  # what was seen before is still good
                pass
        yield

    @pytest.hookimpl(tryfirst=True)
    def pytest_unconfigure(self) -> None:
        self._watching.uninstall()
        self._hits.end()

    def _find(self, code: CodeType) -> List[Place]:
        places = self._by_file.get(code.co_filename)
        if places is None:
            places = self._by_file[code.co_filename] = self._places_in(code.co_filename)
        return [place for place in places if place.is_in(code)]

    def _places_in(self, filename: str) -> List[Place]:
        name = _basename(filename)
        if not any(_basename(path) == name for path in self._places):
            return []
        path = self._files.absolute(filename)
        return self._places.get(path) or self._places.get(_realpath(path)) or []

    def _on_line(self, places: List[Place], frame: FrameType) -> None:
        for place in places:
            hit, detail = self._hits.count(place.watch, "line")
            if detail:
                self._record(place, frame, hit, detail)

    def _record(self, place: Place, frame: FrameType, hit: int, detail: int) -> None:
        path, _ = self._request.watches[place.watch]
        values = snapshot(frame, place, self._selection, detail)
        self._hits.add(place.watch, "line", hit, (path, place.line, place.scope.qualname), values)

    def _on_return(self, code: CodeType, frame: FrameType, name: str, value: Any) -> None:
        if not self._selection.wants(name):
            return
        place = self._find(code)[0]
        hit, detail = self._hits.count(place.watch, "return")
        if detail:
            path, _ = self._request.watches[place.watch]
            where = (path, frame.f_lineno or place.line, place.scope.qualname)
            self._hits.add(place.watch, "return", hit, where, [returned(name, code.co_name, value, detail)])

    def _add_last_hits(self, tb: Any) -> None:
        """Of a line that was hit too often to look each time, what it saw when the exception passed is known still."""
        while tb is not None:
            for place in self._find(tb.tb_frame.f_code):
                missed = self._hits.missed_last(place.watch)
                if missed and place.first <= (tb.tb_lineno or 0) <= place.last:
                    self._record(place, tb.tb_frame, missed, FULL)
            tb = tb.tb_next


def _places_of(watches: List[Tuple[str, int]]) -> Dict[str, List[Place]]:
    lines: Dict[str, Dict[int, int]] = {}
    for number, (path, line) in enumerate(watches):
        lines.setdefault(path, {}).setdefault(line, number)
    places: Dict[str, List[Place]] = {}
    for path, wanted in lines.items():
        try:
            with open(path, "rb") as file:
                found = find_places(file.read(), wanted)
        except (OSError, SyntaxError, ValueError, RecursionError):
            continue
        places[path] = places[os.path.realpath(path)] = found
    return places
