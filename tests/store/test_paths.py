from __future__ import annotations

import os
from pathlib import Path

import pytest

from studio.store.paths import Paths


def test_callboard_home_holds_everything(callboard_home: Path) -> None:
    paths = Paths.find()
    assert not callboard_home.exists()
    paths.create()
    everything = (paths.database, paths.profiles, paths.settings, paths.window_state, paths.logs)
    assert all(path.is_relative_to(callboard_home) for path in (*everything, paths.models))
    assert paths.models.is_dir()
    assert paths.logs.is_dir()


def test_without_it_the_systems_own_folders_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CALLBOARD_HOME", "  ")
    paths = Paths.find()
    assert "callboard" in str(paths.data)
    assert all(path.is_absolute() for path in (paths.data, paths.config, paths.logs))


def test_a_relative_home_does_not_depend_on_where_one_stands_later(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CALLBOARD_HOME", "here")
    assert Paths.find().data == tmp_path / "here"


@pytest.mark.skipif(os.name != "posix", reason="modes of POSIX")
def test_folders_are_made_for_this_user_alone_and_found_ones_are_left_alone(
    callboard_home: Path,
) -> None:
    callboard_home.mkdir(mode=0o755)
    paths = Paths.find()
    paths.create()
    paths.create()
    assert callboard_home.stat().st_mode & 0o777 == 0o755
    assert paths.models.stat().st_mode & 0o777 == 0o700
