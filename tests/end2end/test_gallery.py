"""One chat with everything, drawn in every look: the pictures are there, whole and different.

CALLBOARD_GALLERY names a folder to keep them in, to be looked at.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage

_ROOT = Path(__file__).resolve().parents[2]
_TURNS = 6
_FEW = ("wide-light", "narrow-dark", "rtl-light")
_SCENES = {
    "wide-light": 820,
    "wide-dark": 820,
    "narrow-light": 420,
    "narrow-dark": 420,
    "rtl-light": 820,
    "rtl-dark": 820,
}


def _drawn(folder: Path, scale: int) -> dict[str, QImage]:
    environment = {
        **os.environ,
        "QT_SCALE_FACTOR": str(scale),
        "QT_QPA_PLATFORM": "offscreen",
        "CALLBOARD_HOME": str(folder / "home"),
    }
    scenes = _FEW if scale > 1 and "CALLBOARD_GALLERY" not in os.environ else ()
    script = str(_ROOT / "packaging" / "gallery.py")
    command = [sys.executable, script, str(folder), *scenes]
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    assert "Traceback" not in done.stderr
    return {path.stem: QImage(str(path)) for path in sorted(folder.glob("*.png"))}


def _colours(image: QImage, step: int = 5) -> set[int]:
    return {
        image.pixel(x, y)
        for x in range(0, image.width(), step)
        for y in range(0, image.height(), step)
    }


def _edges(image: QImage) -> tuple[int, int]:
    """How much is drawn in the first line of a page's left half, and of its right half."""
    paper, half = image.pixel(2, 2), image.width() // 2
    row = range(round(image.height() * 0.02), round(image.height() * 0.08), 2)
    left = sum(image.pixel(x, y) != paper for x in range(half) for y in row)
    right = sum(image.pixel(x, y) != paper for x in range(half, image.width()) for y in row)
    return left, right


@pytest.mark.slow
@pytest.mark.parametrize("scale", [1, 2])
def test_everything_is_drawn_in_every_look(tmp_path: Path, scale: int) -> None:
    kept = os.environ.get("CALLBOARD_GALLERY")
    folder = Path(kept) / f"{scale}00" if kept else tmp_path
    images = _drawn(folder, scale)
    scenes = {name.rpartition("-")[0] for name in images}
    assert scenes == set(_SCENES) or (scale > 1 and scenes == set(_FEW))
    assert set(images) == {f"{name}-{turn}" for name in scenes for turn in range(_TURNS)}
    for name, image in images.items():
        scene, _, turn = name.rpartition("-")
        assert image.width() == _SCENES[scene] * scale
        assert len(_colours(image)) > 4, name
        is_dark = QColor(image.pixel(2, 2)).lightness() < 128
        assert is_dark is scene.endswith("dark"), name
        if scene.startswith("narrow"):
            # What is wide scrolls in its block: the page is not cut off, it becomes longer.
            assert image.height() >= images[f"wide-light-{turn}"].height() * 0.95, name
    for number in range(_TURNS):
        left, right = _edges(images[f"wide-light-{number}"])
        assert right > left, "the prompt stands at the end of the line"
        left, right = _edges(images[f"rtl-light-{number}"])
        assert left > right, "from right to left, it stands at the left"
