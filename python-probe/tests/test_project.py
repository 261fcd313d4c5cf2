from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from faultline_probe._project import ProjectFiles


def touch(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    return str(path)


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    touch(tmp_path / "repo" / ".git" / "HEAD")
    return tmp_path / "repo"


def test_files_of_the_checkout_are_the_projects(repo: Path) -> None:
    files = ProjectFiles(str(repo / "service"), str(repo / "service" / "tests"))
    assert files.owns(touch(repo / "service" / "app.py"))
    assert files.owns(touch(repo / "service" / "tests" / "test_app.py"))
    # a src layout, or an editable install, beside rootdir but in the same checkout
    assert files.owns(touch(repo / "libs" / "shared" / "src" / "shared.py"))
    assert not files.owns(touch(repo.parent / "elsewhere.py"))


@pytest.mark.parametrize("marker", ["pyvenv.cfg", "conda-meta/history"])
def test_an_environment_inside_the_checkout_is_not(repo: Path, marker: str) -> None:
    touch(repo / "env" / marker)
    inner = touch(repo / "env" / "lib" / "tool.py")
    files = ProjectFiles(str(repo), str(repo))
    assert not files.owns(inner)
    assert files.owns(touch(repo / "lib" / "tool.py"))


def test_a_checkout_that_is_an_environment_itself_holds_the_project(repo: Path) -> None:
    touch(repo / "pyvenv.cfg")
    files = ProjectFiles(str(repo), str(repo))
    assert files.owns(touch(repo / "app.py"))
    assert files.owns(touch(repo / "deep" / "down" / "app.py"))
    assert not files.owns(touch(repo / "lib" / "python3.11" / "site-packages" / "tool.py"))


@pytest.mark.parametrize("folder", ["site-packages", ".tox/py/x", "node_modules", "dist-packages"])
def test_installed_files_are_not(repo: Path, folder: str) -> None:
    assert not ProjectFiles(str(repo), str(repo)).owns(touch(repo / folder / "m.py"))


def test_a_project_below_such_a_folder_is_one(tmp_path: Path) -> None:
    root = tmp_path / "site-packages" / "mine"
    assert ProjectFiles(str(root), str(root)).owns(touch(root / "m.py"))


def test_python_itself_and_generated_code_are_not(repo: Path) -> None:
    files = ProjectFiles("/", "/")
    assert not files.owns(os.__file__)
    assert not files.owns(pytest.__file__)
    assert not files.owns(sys.modules["faultline_probe"].__file__ or "")
    for name in ("<string>", "<frozen importlib._bootstrap>", "<doctest x[0]>", ""):
        assert not files.owns(name)


def test_symlinks_are_resolved(repo: Path, tmp_path: Path) -> None:
    module = touch(repo / "m.py")
    (tmp_path / "link").symlink_to(repo)
    assert ProjectFiles(str(tmp_path / "link"), str(tmp_path / "link")).owns(module)
    assert ProjectFiles(str(repo), str(repo)).owns(str(tmp_path / "link" / "m.py"))
    outside = touch(tmp_path / "outside.py")
    (repo / "alias.py").symlink_to(outside)
    assert not ProjectFiles(str(repo), str(repo)).owns(str(repo / "alias.py"))


def test_relative_names_are_of_the_folder_pytest_was_started_in(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    touch(repo / "m.py")
    files = ProjectFiles(str(repo), str(repo))
    monkeypatch.chdir("/")
    assert files.owns("m.py")
    assert files.absolute("./m.py") == str(repo / "m.py")


def test_a_worktree_is_a_checkout(tmp_path: Path) -> None:
    touch(tmp_path / "tree" / ".git")
    files = ProjectFiles(str(tmp_path / "tree" / "a"), str(tmp_path / "tree" / "a"))
    assert files.owns(touch(tmp_path / "tree" / "b" / "m.py"))


def test_a_home_under_git_is_not_one_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    touch(tmp_path / ".git" / "HEAD")
    files = ProjectFiles(str(tmp_path / "a"), str(tmp_path / "a"))
    assert not files.owns(touch(tmp_path / "b" / "m.py"))


def test_the_answer_survives_a_mocked_os(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise RuntimeError("mocked")

    module = touch(repo / "m.py")
    files = ProjectFiles(str(repo), str(repo))
    for name in ("lstat", "stat", "readlink"):
        monkeypatch.setattr(os, name, refuse)
    assert files.owns(module)
