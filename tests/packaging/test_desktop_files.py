"""The desktop's view of Callboard: its entry, its page in a software centre, its news."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
import tomllib
from xml.etree import ElementTree as ET

import pytest

from tests.conftest import ROOT

METAINFO = ROOT / "packaging" / "metainfo.xml"
CHANGELOG = ROOT / "packaging" / "CHANGELOG.md"


def entry() -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None, delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # keys have capitals
    parser.read(ROOT / "packaging" / "callboard.desktop", encoding="utf-8")
    return parser["Desktop Entry"]


def metainfo() -> ET.Element:
    return ET.parse(METAINFO).getroot()  # noqa: S314  # our own file


def test_the_desktop_entry_starts_the_installed_command() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert entry()["Exec"] in project["scripts"]
    assert metainfo().findtext("provides/binary") in project["scripts"]


def test_entry_and_page_say_the_same() -> None:
    assert metainfo().findtext("name") == entry()["Name"]
    assert metainfo().findtext("summary") == entry()["Comment"]


def test_what_is_german_on_one_is_german_on_the_other() -> None:
    german = [element.text for element in metainfo().iter("summary") if len(element.attrib)]
    assert german == [entry()["Comment[de]"]]


def test_every_release_in_the_changelog_is_on_the_page() -> None:
    text = CHANGELOG.read_text(encoding="utf-8")
    written = re.findall(r"^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)$", text, re.MULTILINE)
    shown = [(r.get("version"), r.get("date")) for r in metainfo().iter("release")]
    assert shown == written


def test_the_changelog_has_a_place_for_what_comes_next() -> None:
    assert "## [Unreleased]" in CHANGELOG.read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_software_centre_accepts_the_page() -> None:
    if not (validator := shutil.which("appstreamcli")):
        pytest.skip("appstreamcli is not installed")
    command = [validator, "validate", "--no-net", "--no-color", str(METAINFO)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
