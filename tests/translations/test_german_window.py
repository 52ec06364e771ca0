"""The real window in German: it says so everywhere, and everything has its room."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtWidgets import QApplication, QWidget

from studio.core.settings import Settings
from studio.store import window_state
from studio.store.paths import Paths
from studio.ui import language
from studio.ui.texts import duration
from tests.conftest import Until
from tests.end2end.seat import seated
from tests.translations.in_german import compiled_translations, cut_off, speaking
from tests.ui.settings.fakes import ANTHROPIC, OLLAMA, settings_world

SIZES = ((1100, 720), (1000, 700), (800, 600))
SETTINGS = (
    "Allgemein",
    "Darstellung",
    "Anbieter und Schlüssel",
    "Werkzeuge",
    "MCP-Server",
    "Berechtigungen",
    "Lokale Modelle",
    "Verbrauch",
    "Datenschutz",
    "Daten",
)


async def assert_fits(widget: QWidget, until: Until) -> None:
    """Layouts settle in a moment; what is cut off then stays so."""
    for size in SIZES:
        widget.resize(*size)
        try:
            await until(lambda: not cut_off(widget))
        except TimeoutError:
            pytest.fail(f"no room at {size}: {cut_off(widget)}")


def choose_german() -> None:
    paths = Paths.find()
    paths.create()
    window_state.save(paths.window_state, window_state.WindowState(language="de"))


def test_english_needs_no_file(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(language, "_folder", lambda: tmp_path)
    assert language.languages() == ("en",)
    with speaking(qapp, "en"):
        assert QCoreApplication.translate("Composer", "Send") == "Send"
        assert duration(0.2) == "0.2 s"


@pytest.mark.slow
def test_numbers_and_buttons_of_qt_follow(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with compiled_translations(tmp_path, monkeypatch), speaking(qapp, "de"):
        assert language.languages() == ("en", "de")
        assert duration(0.2) == "0,2 s"
        assert QLocale().toString(13_904) == "13.904"
        assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Abbrechen"


@pytest.mark.slow
async def test_a_chat_in_german(
    qapp: QApplication, until: Until, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose_german()
    with compiled_translations(tmp_path / "compiled", monkeypatch):
        async with seated(qapp, until) as user:
            await user.sees("Willkommen bei Callboard", "Neuer Chat", "Einstellungen")
            await assert_fits(user.window, until)
            await user.opens_new_chat("practice")
            await user.sees("Worum geht es?", "Die Tour beginnen", "Senden", "10 Werkzeuge")
            await assert_fits(user.window, until)
            await user.gets_answer("divide by zero")
            await user.sees("Gescheitert · 0,", "Erneut ausführen", "Token ein")
            await user.gets_answer("error 401")
            await user.sees("Der Anbieter hat den Schlüssel nicht angenommen.", "Wiederholen")
            await assert_fits(user.window, until)


@pytest.mark.slow
async def test_a_call_asks_in_german(
    qapp: QApplication, until: Until, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose_german()
    with compiled_translations(tmp_path / "compiled", monkeypatch):
        async with seated(qapp, until) as user:
            await user.opens_new_chat("practice")
            await user.desk.works.preferences.change(granted_folders=(str(tmp_path),))
            user.send(f"write a file {tmp_path / 'neu.txt'}")
            await user.waits()
            await user.sees("Wartet auf eine Antwort", "Neue Datei", "Einmal erlauben")
            await assert_fits(user.window, until)
            await user.clicks("Ablehnen…")
            await user.sees("Zurück")
            await assert_fits(user.window, until)
            await user.clicks("Ablehnen")
            await user.rests()
            await user.sees("Abgelehnt")


@pytest.mark.slow
async def test_files_in_german(
    qapp: QApplication, until: Until, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose_german()
    (tmp_path / "notizen.txt").write_text("Eins, zwei, drei.", encoding="utf-8")
    (tmp_path / "leer.txt").touch()
    files = [str(tmp_path / name) for name in ("notizen.txt", "leer.txt")]
    with compiled_translations(tmp_path / "compiled", monkeypatch):
        async with seated(qapp, until) as user:
            await user.opens_new_chat("practice")
            user.page.files.attaching.add_paths(files)
            await user.sees("notizen.txt", "3 Wörter", "Sie ist leer.", "Anhängen")
            await assert_fits(user.window, until)


@pytest.mark.slow
async def test_the_settings_in_german(
    qapp: QApplication, until: Until, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(granted_folders=("/home/me/notes",), recordings_days=1)
    with compiled_translations(tmp_path, monkeypatch), speaking(qapp, "de"):
        async with settings_world(qapp, ANTHROPIC, OLLAMA, settings=settings) as world:
            for row, title in enumerate(SETTINGS):
                world.page.navigation.setCurrentRow(row)
                assert world.page.navigation.item(row).text() == title
                await until(world.is_idle)
                await assert_fits(world.page, until)
