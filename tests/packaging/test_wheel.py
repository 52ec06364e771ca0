"""What a user installs: the wheel holds everything that the checkout has beside the package."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from importlib.metadata import PathDistribution
from pathlib import Path

import pytest
from PySide6.QtCore import QTranslator

from tests.conftest import ROOT

pytestmark = pytest.mark.slow


def pip(*arguments: str) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip("wheel", "-q", "--no-index", "--no-deps", "--no-build-isolation", "-w", str(folder), ".")
    return next(folder.glob("callboard_studio-*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site packages")
    pip("install", "-q", "--no-index", "--no-deps", "--target", str(folder), str(wheel))
    return folder


def files_in(folder: Path, pattern: str = "*") -> set[str]:
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob(pattern)
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_an_installed_wheel_has_every_module(installed: Path) -> None:
    assert files_in(installed / "studio", "*.py") == files_in(ROOT / "studio", "*.py")


def test_an_installed_wheel_has_every_resource(installed: Path) -> None:
    assert files_in(installed / "studio" / "resources") == files_in(ROOT / "resources")


def test_an_installed_window_takes_its_resources_from_the_wheel(
    installed: Path, tmp_path: Path
) -> None:
    code = f"""
import sys
sys.path.insert(0, {str(installed)!r})
from studio.ui.resources import resource
print(resource("icons"))
"""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == str(installed / "studio" / "resources" / "icons"), done.stderr


def test_an_installed_wheel_has_every_language_and_qt_can_read_it(installed: Path) -> None:
    sources = {path.stem for path in (ROOT / "translations").glob("*.ts")}
    compiled = sorted((installed / "studio" / "translations").glob("*"))
    assert {path.name for path in compiled} == {f"{name}.qm" for name in sources}
    for path in compiled:
        translator = QTranslator()
        assert translator.load(str(path)), path
        assert not translator.isEmpty(), path


def test_the_command_is_called_callboard(installed: Path) -> None:
    found = PathDistribution(next(installed.glob("*.dist-info"))).entry_points
    assert found["callboard"].value == "studio.__main__:main"
    assert found["callboard"].group == "console_scripts"


def test_the_wheel_holds_nothing_but_the_program(wheel: Path) -> None:
    tops = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {name for name in tops if not name.endswith(".dist-info")} == {"studio"}
