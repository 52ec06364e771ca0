"""The frame of the settings, and the pages about the program and this computer."""

from __future__ import annotations

from decimal import Decimal
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QPalette, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QPushButton, QWidget
from typing_extensions import override

from studio.core.rules import Permission
from studio.core.settings import Settings, Theme
from studio.core.trust import Level
from studio.harness.ports import EngineState
from studio.ui.chat.view import TranscriptView
from studio.ui.palette import DARK, LIGHT
from studio.ui.settings.needs import Places
from studio.ui.settings.sheet import Page
from tests.conftest import Until
from tests.ui.focus import passed_by_tab, reached_by_tab
from tests.ui.settings.fakes import ANTHROPIC, BIG_FILE, OLLAMA, settings_world


async def test_escape_and_the_button_both_go_back(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp) as world:
        times: list[bool] = []
        world.page.closed.connect(lambda: times.append(True))
        world.page.back.click()
        QTest.keyClick(world.page.navigation, Qt.Key.Key_Escape)
        world.page.show_providers()
        assert world.page.providers.form is not None
        QTest.keyClick(world.page.providers.form.name, Qt.Key.Key_Escape)
        assert len(times) == 3
        await until(world.is_idle)


async def test_every_entry_has_a_page_and_arrows_reach_it(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, ANTHROPIC) as world:
        navigation, pages = world.page.navigation, world.page.pages
        assert navigation.count() == pages.count() >= 5
        for row in range(1, navigation.count()):
            QTest.keyClick(navigation, Qt.Key.Key_Down)
            assert pages.currentIndex() == row
        await until(world.is_idle)


async def test_everything_that_can_be_used_has_a_name(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, ANTHROPIC) as world:
        for row in range(world.page.navigation.count()):
            world.page.navigation.setCurrentRow(row)
            await until(world.is_idle)
            for widget in world.page.findChildren(QWidget):
                if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible():
                    text = widget.text() if isinstance(widget, QPushButton) else ""
                    parent = widget.parentWidget()
                    inherited = parent.accessibleName() if parent is not None else ""
                    assert widget.accessibleName() or text or inherited, repr(widget)


async def test_tab_reaches_the_way_back(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp) as world:
        await until(world.is_idle)
        assert world.page.back in reached_by_tab(world.page.navigation)


class Windows(QObject):
    """Writes down which windows appear."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[QWidget] = []

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_shown = event.type() is QEvent.Type.Show and isinstance(watched, QWidget)
        if is_shown and isinstance(watched, QWidget) and watched.isWindow():
            self.seen.append(watched)
        return False


async def test_nothing_flashes_as_a_window_of_its_own(qapp: QApplication, until: Until) -> None:
    windows = Windows()
    qapp.installEventFilter(windows)
    try:
        async with settings_world(qapp, ANTHROPIC, OLLAMA) as world:
            for row in range(world.page.navigation.count()):
                world.page.navigation.setCurrentRow(row)
                await until(world.is_idle)
            assert windows.seen == [world.page]
    finally:
        qapp.removeEventFilter(windows)


async def test_tab_passes_by_nothing_on_any_page(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, ANTHROPIC) as world:
        for row in range(world.page.navigation.count()):
            world.page.navigation.setCurrentRow(row)
            await until(world.is_idle)
            missed = passed_by_tab(world.page.navigation, world.page.pages)
            # What the look of chats is shown by is no chat: nothing in it has to be pressed.
            shown = world.page.findChildren(TranscriptView)
            used = [each for each in missed if not any(one.isAncestorOf(each) for one in shown)]
            assert [each.accessibleName() or each for each in used] == [], row


async def test_no_label_reads_markup(qapp: QApplication, until: Until) -> None:
    evil = OLLAMA.model_copy(update={"name": "<img src='http://h/x'>"})
    async with settings_world(qapp, evil) as world:
        world.page.show_providers()
        await until(world.is_idle)
        for label in world.page.findChildren(QLabel):
            assert label.textFormat() is Qt.TextFormat.PlainText, label.text()


def _fits(page: Page) -> bool:
    content = page.widget()
    return content is not None and content.width() <= page.viewport().width()


async def test_a_page_that_was_narrow_behind_another_has_room_for_all_words(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, ANTHROPIC) as world:
        tools, general = world.page.pages.indexOf(world.page.tools), 0
        for size, row in (((640, 480), tools), ((640, 480), general), ((800, 600), general)):
            world.page.resize(*size)
            world.page.navigation.setCurrentRow(row)
            await until(world.is_idle)
        world.page.navigation.setCurrentRow(tools)
        await until(world.is_idle)
        for label in world.page.tools.findChildren(QLabel):
            assert label.height() >= label.heightForWidth(label.width()), label.text()


@pytest.mark.parametrize("size", [(1100, 720), (800, 600), (444, 480)])
async def test_no_page_is_wider_than_its_room(
    qapp: QApplication, until: Until, size: tuple[int, int]
) -> None:
    async with settings_world(qapp, ANTHROPIC, size=size) as world:
        for row in range(world.page.navigation.count()):
            world.page.navigation.setCurrentRow(row)
            await until(world.is_idle)
            page = world.page.pages.currentWidget()
            if page is world.page.tool_servers:
                continue  # a list beside a page; its own tests look at their widths
            shown = world.page.providers.form if page is world.page.providers else page
            assert isinstance(shown, Page)
            await until(partial(_fits, shown))
        assert (world.page.width(), world.page.height()) == size


async def test_the_theme_changes_at_once(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp) as world:
        choice = world.page.general.theme
        choice.setCurrentIndex(choice.findData(Theme.DARK))
        choice.activated.emit(choice.currentIndex())
        await until(world.is_idle)
        assert world.needs.theme.palette is DARK
        assert world.settings.saved.theme is Theme.DARK
        world.needs.theme.choose("light")
        assert world.needs.theme.palette is LIGHT


async def test_limits_show_their_defaults_and_go_back_to_them(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, settings=Settings(rounds=7)) as world:
        general = world.page.general
        assert general.boxes["rounds"].value() == 7
        words = " ".join(label.text() for label in general.findChildren(QLabel))
        for default in ("Default: 25", "Default: 50", "Default: 300,000", "Default: 60 s"):
            assert default in words
        general.boxes["tool_timeout"].setValue(5)
        await until(world.is_idle)
        assert world.settings.saved.tool_timeout == 5.0
        general.reset.click()
        await until(world.is_idle)
        assert world.settings.saved == Settings()
        assert general.boxes["rounds"].value() == 25
        assert not general.reset.isEnabled()


async def test_general_choices_are_saved(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, ANTHROPIC) as world:
        general = world.page.general
        general.notifies.box.click()
        general.profile.setCurrentIndex(general.profile.findData("a"))
        general.profile.activated.emit(1)
        general.language.setCurrentIndex(general.language.findData("en"))
        general.language.activated.emit(1)
        await until(world.is_idle)
        saved = world.settings.saved
        assert (saved.notifies, saved.default_profile_id, saved.language) == (False, "a", "en")
        assert "next start" in general.language_field.hint


async def test_scrolling_changes_no_value_in_passing(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp) as world:
        box = world.page.general.boxes["rounds"]
        wheel = QWheelEvent(
            QPointF(5, 5),
            QPointF(box.mapToGlobal(QPoint(5, 5))),
            QPoint(0, 0),
            QPoint(0, 120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(box, wheel)
        await until(world.is_idle)
        assert box.value() == 25


async def test_tools_say_what_they_do_and_whether_they_ask(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp) as world:
        words = [label.text() for label in world.page.tools.findChildren(QLabel)]
        assert len([word for word in words if word.startswith("Only reads · about ")]) == 4
        assert len([word for word in words if word.startswith("Asks you first · ")]) == 1
        assert "Works out arithmetic exactly." in words
        assert "A tool from elsewhere." in words
        await until(world.is_idle)


async def test_folders_are_granted_and_taken_back(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp) as world:
        world.page.navigation.setCurrentRow(world.page.pages.indexOf(world.page.tools))
        folders = world.page.tools.folders
        world.picked += [Path("/one"), None, Path("/one"), Path("/two")]
        for _ in range(4):
            folders.add.click()
            await until(world.is_idle)
        assert list(world.settings.saved.granted_folders) == ["/one", "/two"]
        remove = next(
            one
            for one in folders.findChildren(QPushButton)
            if one.accessibleName() == "Remove /one" and one.isVisible()
        )
        remove.click()
        await until(world.is_idle)
        assert list(world.settings.saved.granted_folders) == ["/two"]
        world.page.notices.undo_button.click()
        await until(world.is_idle)
        assert list(world.settings.saved.granted_folders) == ["/one", "/two"]


async def test_models_are_found_again_whenever_the_page_or_a_folder_comes(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp) as world:
        world.page.show_models()
        await until(world.is_idle)
        world.picked.append(Path("/more"))
        world.page.models.folders.add.click()
        await until(world.is_idle)
        assert world.models.asked == [(), ("/more",)]
        words = " ".join(label.text() for label in world.page.models.findChildren(QLabel))
        assert "98.0 MB" in words
        assert "5.0 GB" in words
        assert "often wrong" in words


async def test_a_model_file_becomes_one_profile_and_is_used(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp) as world:
        world.page.show_models()
        await until(world.is_idle)
        used: list[str] = []
        world.page.chat_requested.connect(used.append)
        for name in (BIG_FILE.name, BIG_FILE.name, "SmolLM2-135M-Instruct.gguf"):
            button = next(
                one
                for one in world.page.models.findChildren(QPushButton)
                if one.accessibleName() == f"Use {name} in a chat"
            )
            button.click()
            await until(world.is_idle)
        assert used == ["new-1", "new-1", "small-model"]
        engine = world.saved("new-1").engine
        assert engine is not None
        assert engine.model_path == BIG_FILE.path


async def test_the_engine_shows_where_it_stands(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp) as world:
        world.page.show_models()
        await until(world.is_idle)
        card = world.page.models.cards["small-model"]
        world.models.tell("small-model", EngineState.LOADING, 0.4)
        assert card.state.text() == "Loading…"
        assert card.progress.value() == 40
        assert card.progress.isVisible()
        world.models.tell("small-model", EngineState.READY, 1.0)
        ready = card.state.text()
        assert ready == "Ready"
        assert not card.progress.isVisible()
        world.models.tell("somebody-else", EngineState.FAILED, 0.0)


async def test_data_says_where_and_how_much(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp) as world:
        world.page.navigation.setCurrentRow(world.page.pages.indexOf(world.page.storage))
        await until(world.is_idle)
        storage = world.page.storage
        assert storage.used.text() == "1.4 GB in use"
        storage.open.click()
        assert world.opened == ["/home/me/callboard"]
        storage.days.setValue(7)
        storage.giga.setValue(0.5)
        await until(world.is_idle)
        saved = world.settings.saved
        assert (saved.recordings_days, saved.recordings_bytes) == (7, 500_000_000)
        words = " ".join(label.text() for label in storage.findChildren(QLabel))
        assert "settings-set-aside-2026-12-02-181500.json" in words
        assert "It was written by a newer version of Callboard." in words


async def test_nothing_set_aside_is_not_mentioned(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, places=Places("/here")) as world:
        words = [label.text() for label in world.page.storage.findChildren(QLabel)]
        assert "Files set aside" not in words
        await until(world.is_idle)


async def test_recordings_are_deleted_only_once_undo_is_gone(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp) as world:
        world.page.navigation.setCurrentRow(world.page.pages.indexOf(world.page.storage))
        await until(world.is_idle)
        storage = world.page.storage
        storage.delete.click()
        assert storage.used.text() == "0 B in use"
        assert world.recordings.size > 0
        world.page.notices.undo_button.click()
        await until(world.is_idle)
        assert storage.used.text() == "1.4 GB in use"
        storage.delete.click()
        await world.page.finish()
        assert world.recordings.size == 0


@pytest.mark.parametrize("choice", ["light", "dark"])
async def test_what_stands_in_an_empty_field_is_readable(
    qapp: QApplication, until: Until, choice: str
) -> None:
    async with settings_world(qapp) as world:
        world.needs.theme.choose(choice)
        world.page.show_providers()
        await until(world.is_idle)
        empty = world.page.providers.list.filter
        empty.ensurePolished()
        shown = empty.palette().color(QPalette.ColorRole.PlaceholderText)
        assert shown == QColor(world.needs.theme.palette.text_muted)
        world.needs.theme.choose("light")


async def test_a_permission_counts_for_the_tool_and_stands_among_the_decisions(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp) as world:
        box = world.page.tools.rows.boxes[("calculate", "")]
        box.setCurrentIndex(box.findData(Permission.NEVER))
        box.activated.emit(box.currentIndex())
        await until(world.is_idle)
        assert world.needs.rules.permission("calculate") is Permission.NEVER
        page = world.page.permissions
        words = [label.text() for label in page.findChildren(QLabel)]
        assert "Never allow calculate" in words
        take_back = next(
            each
            for each in page.findChildren(QPushButton)
            if each.accessibleName() == "Take back: Never allow calculate"
        )
        take_back.click()
        await until(world.is_idle)
        assert world.needs.rules.rules.rules == ()
        assert box.currentData() is None


async def test_a_folder_is_as_private_as_the_user_says(qapp: QApplication, until: Until) -> None:
    async with settings_world(
        qapp, settings=Settings(granted_folders=("/home/me/notes",))
    ) as world:
        box = next(
            each
            for each in world.page.tools.folders.findChildren(QComboBox)
            if each.accessibleName() == "How private /home/me/notes is"
        )
        assert box.currentData() == Level.INTERNAL
        box.setCurrentIndex(box.findData(Level.SECRET))
        box.activated.emit(box.currentIndex())
        await until(world.is_idle)
        assert world.needs.preferences.settings.folder_levels["/home/me/notes"] is Level.SECRET


async def test_a_search_key_goes_to_the_keyring_and_comes_back_with_undo(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp) as world:
        web = world.page.tools.web
        web.tavily.setText("tvly-1234567890abcdef")
        web.save_key.click()
        await until(world.is_idle)
        assert web.tavily.text() == ""
        assert await world.needs.search_keys.key("tavily") == "tvly-1234567890abcdef"  # type: ignore[attr-defined]  # the real one
        assert world.needs.preferences.settings.search_keys == ("tavily",)
        web.remove_key.click()
        assert web.remove_key.isHidden()
        world.page.notices.settle()
        await until(world.is_idle)
        assert not world.needs.preferences.settings.search_keys


async def test_private_data_is_blocked_where_the_user_wants_that(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp) as world:
        world.page.permissions.blocks.box.click()
        await until(world.is_idle)
        assert world.needs.preferences.settings.blocks_trust


async def test_a_turn_may_have_no_bound_of_money_or_one_of_time(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp) as world:
        boxes = world.page.general.boxes
        assert (boxes["turn_usd"].value(), boxes["turn_seconds"].text()) == (1.0, "No limit")
        boxes["turn_usd"].setValue(0)
        boxes["turn_seconds"].setValue(90)
        boxes["turn_tokens"].setValue(5)
        await until(world.is_idle)
        settings = world.needs.preferences.settings
        assert (settings.turn_usd, settings.turn_seconds, settings.turn_tokens) == (None, 90, 1_000)
        world.page.general.reset.click()
        await until(world.is_idle)
        settings = world.needs.preferences.settings
        assert (settings.turn_usd, settings.turn_seconds) == (Decimal(1), None)


async def test_what_may_be_sent_to_a_provider_is_the_users_answer(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, ANTHROPIC) as world:
        world.page.show_providers(ANTHROPIC.id)
        await until(world.is_idle)
        form = world.page.providers.form
        assert form is not None
        box = form.clearance
        assert box.currentText() == "As it comes: Internal data too"
        for level in (Level.PUBLIC, None):
            box.setCurrentIndex(box.findData(level))
            box.activated.emit(box.currentIndex())
            await until(world.is_idle)
            profile = world.profiles.profile(ANTHROPIC.id)
            assert profile is not None
            assert profile.may_receive is level
