from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from studio.store import window_state
from studio.store.window_state import WindowState

HEAVY = {"pydantic", "sqlite3", "keyring", "platformdirs", "PySide6"}


def test_what_was_saved_comes_back(tmp_path: Path) -> None:
    state = WindowState("AdnQyw==", "12,34", "dark", "de")
    path = tmp_path / "new" / "window.json"
    window_state.save(path, state)
    assert window_state.load(path) == state


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"\xff\x00", b"[" * 100_000, b'{"theme": 5, "geometry": []}']
)
def test_a_file_that_cannot_be_used_gives_the_defaults(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "window.json"
    path.write_bytes(content)
    assert window_state.load(path) == WindowState()


def test_no_file_gives_the_defaults(tmp_path: Path) -> None:
    assert window_state.load(tmp_path / "none.json") == WindowState()


def test_what_is_usable_is_used(tmp_path: Path) -> None:
    path = tmp_path / "window.json"
    path.write_text('{"theme": "light", "geometry": 7, "later": true}')
    assert window_state.load(path) == WindowState(theme="light")


def test_nothing_heavy_is_loaded_before_the_first_paint() -> None:
    program = "import sys, studio.store.window_state; print(*sys.modules)"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ended.returncode == 0
    assert not HEAVY & set(ended.stdout.split())
