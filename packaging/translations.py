"""Compiles translations/*.ts to .qm, or brings the .ts up to date, with Qt's own tools.

Run by the Python that has PySide6: the development environment's, or the build environment's.

    python packaging/translations.py              compiles, beside the sources
    python packaging/translations.py --update     adds new strings to the .ts, drops unused ones,
                                                  and names those that want a translation
"""

from __future__ import annotations

import argparse
import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "translations"
FIRST_LANGUAGE = "de"


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


def update() -> list[Path]:
    """Reads every string of the window into the .ts files; the translator fills what is new."""
    SOURCES.mkdir(exist_ok=True)
    files = [str(path.relative_to(ROOT)) for path in sorted((ROOT / "studio").rglob("*.py"))]
    targets = sorted(SOURCES.glob("*.ts")) or [SOURCES / f"callboard_{FIRST_LANGUAGE}.ts"]
    for target in targets:
        # Line numbers would change the file with every edit of a source.
        options = ["-no-obsolete", "-locations", "none", "-source-language", "en"]
        command = [str(_tool("lupdate")), "-silent", *options, *files, "-ts", str(target)]
        subprocess.run(command, check=True, cwd=ROOT)
    return targets


def untranslated(source: Path) -> list[str]:
    """The strings of a .ts file that nobody has translated yet."""
    return [
        f"{context.findtext('name')}: {message.findtext('source')}"
        for context in ElementTree.parse(source).iter("context")  # noqa: S314  # our own file
        for message in context.iter("message")
        for translation in message.iter("translation")
        if translation.get("type") == "unfinished"
    ]


def _release(source: Path, target: Path) -> None:
    command = [str(_tool("lrelease")), "-silent", str(source), "-qm", str(target)]
    subprocess.run(command, check=True)


def _tool(name: str) -> Path:
    spec = importlib.util.find_spec("PySide6")
    places = [Path(place) for place in (spec.submodule_search_locations or [])] if spec else []
    # The wheels put it beside the package on all three systems; distributions put it on the PATH.
    for path in [place / file for place in places for file in (name, f"{name}.exe")]:
        if path.is_file():
            return path
    for program in (f"pyside6-{name}", f"{name}6", f"{name}-qt6", name):
        if found := shutil.which(program):
            return Path(found)
    message = f"{name} was not found: install PySide6-Essentials for {sys.executable}"
    raise SystemExit(message)


def main() -> int:
    parser = argparse.ArgumentParser(description="Compiles or updates the translations.")
    parser.add_argument("--into", type=Path, default=SOURCES, help="the folder for the .qm files")
    parser.add_argument("--update", action="store_true", help="bring the .ts files up to date")
    options = parser.parse_args()
    for path in update() if options.update else compile_into(options.into):
        print(path)
        for words in untranslated(path) if options.update else ():
            print(f"  not translated: {words}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
