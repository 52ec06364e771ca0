"""Compiles translations/*.ts to .qm with Qt's own `lrelease`.

Run by the Python that has PySide6: the development environment's, or the build environment's.
"""

from __future__ import annotations

import argparse
import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "translations"


def compile_into(folder: Path) -> list[Path]:
    """Writes a .qm for every .ts whose .qm is missing or older, and names all of them."""
    folder.mkdir(parents=True, exist_ok=True)
    compiled: list[Path] = []
    for source in sorted(SOURCES.glob("*.ts")):
        target = folder / source.with_suffix(".qm").name
        if not target.exists() or target.stat().st_mtime <= source.stat().st_mtime:
            _release(source, target)
        compiled.append(target)
    return compiled


def _release(source: Path, target: Path) -> None:
    command = [str(_lrelease()), "-silent", str(source), "-qm", str(target)]
    subprocess.run(command, check=True)


def _lrelease() -> Path:
    spec = importlib.util.find_spec("PySide6")
    places = [Path(place) for place in (spec.submodule_search_locations or [])] if spec else []
    # The wheels put the tool beside the package on all three systems; distributions put it on PATH.
    for place in places:
        for name in ("lrelease", "lrelease.exe"):
            if (place / name).is_file():
                return place / name
    for name in ("pyside6-lrelease", "lrelease6", "lrelease-qt6", "lrelease"):
        if found := shutil.which(name):
            return Path(found)
    message = f"lrelease was not found: install PySide6-Essentials for {sys.executable}"
    raise SystemExit(message)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, default=SOURCES, help="the folder for the .qm files")
    for target in compile_into(parser.parse_args().into):
        print(target)
    return 0


if __name__ == "__main__":
    sys.exit(main())
