"""The fixtures of the store's tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.store.samples import Shop


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return Shop(tmp_path / "data" / "callboard.db")
