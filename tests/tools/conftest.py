from __future__ import annotations

from pathlib import Path

import pytest

from studio.tools import folders
from tests.tools.places import Desk


@pytest.fixture(params=[True, False], ids=["held", "named"])
def desk(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Both ways to open a folder: the one of Windows works everywhere."""
    if request.param and not folders.HOLDS_FOLDERS:
        pytest.skip("this system cannot hold folders open")
    monkeypatch.setattr(folders, "HOLDS_FOLDERS", request.param)
    return Desk(tmp_path.resolve())
