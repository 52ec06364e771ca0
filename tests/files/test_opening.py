"""Whatever a path leads to: a pipe does not hold us, and what cannot be read says why."""

import os
from pathlib import Path

import pytest

from studio.core.attachments import FileError, FileTrouble
from studio.files import opening
from studio.files.opening import read_whole


def trouble_of(path: Path, most: int = 100) -> FileTrouble:
    with pytest.raises(FileError) as refused:
        read_whole(str(path), path.name, most)
    return refused.value.trouble


def test_a_file_is_read_whole(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x" * 100)
    assert read_whole(str(tmp_path / "a"), "a", 100) == b"x" * 100
    assert trouble_of(tmp_path / "a", 99) is FileTrouble.TOO_LARGE


def test_neither_a_pipe_nor_a_device_holds_us(tmp_path: Path) -> None:
    assert trouble_of(Path(os.devnull)) is FileTrouble.NO_FILE
    if hasattr(os, "mkfifo"):  # not on Windows
        os.mkfifo(tmp_path / "pipe")
        assert trouble_of(tmp_path / "pipe") is FileTrouble.NO_FILE


def test_a_missing_permission_is_told(tmp_path: Path) -> None:
    """Asked of the rule itself: tests may run as a user who may read everything."""
    (tmp_path / "a").write_bytes(b"x")
    refused = PermissionError(13, "Permission denied")
    assert opening._trouble(str(tmp_path / "a"), refused) is FileTrouble.NO_PERMISSION
    assert opening._trouble(str(tmp_path), refused) is FileTrouble.FOLDER


def test_a_disk_that_fails_in_mid_reading_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(5, "Input/output error")

    (tmp_path / "a").write_bytes(b"x")
    monkeypatch.setattr(opening, "_check", fail)
    assert trouble_of(tmp_path / "a") is FileTrouble.UNREADABLE
