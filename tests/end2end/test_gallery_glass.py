"""The glass box drawn from the real window: each scene is there, in both themes.

CALLBOARD_GALLERY names a folder to keep them in, to be looked at.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage

_ROOT = Path(__file__).resolve().parents[2]
_SCENES = (
    "rounds",
    "request",
    "response",
    "changes",
    "call",
    "context",
    "dialects",
    "tools",
    "trust",
    "permissions",
    "export",
    "compare",
    "stop",
    "blocked",
)


def _colours(image: QImage, step: int = 5) -> set[int]:
    return {
        image.pixel(x, y)
        for x in range(0, image.width(), step)
        for y in range(0, image.height(), step)
    }


@pytest.mark.slow
def test_each_side_of_the_glass_box_is_drawn_in_both_themes(tmp_path: Path) -> None:
    kept = os.environ.get("CALLBOARD_GALLERY")
    folder = Path(kept) if kept else tmp_path
    script = str(_ROOT / "packaging" / "gallery_glass.py")
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, script, str(folder)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    assert "Traceback" not in done.stderr
    seen = []
    for name in _SCENES:
        for shade in ("light", "dark"):
            image = QImage(str(folder / f"glass-{name}-{shade}.png"))
            assert len(_colours(image)) > 4, name
            is_dark = QColor(image.pixel(2, 2)).lightness() < 128
            assert is_dark is (shade == "dark"), name
            seen.append(image)
    assert all(one != other for n, one in enumerate(seen) for other in seen[:n])
