"""What is done with single messages, and the paths of a chat, on its page."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from studio.core.chats import AttachedFile, Chat, ChatSettings, Turn
from studio.core.messages import Attachment, Text
from studio.ui.bridge import Bridge
from studio.ui.chat.chat_page import ChatPage, PageNeeds
from studio.ui.chat.choices import Choices, ModelChoice
from studio.ui.chat.column import Place
from studio.ui.chat.message_bar import MessageBar
from studio.ui.chat.messages import Action, Message
from studio.ui.chat.picker import Picker
from studio.ui.chat.rows import FooterRow, PromptRow
from studio.ui.chat.version_switch import VersionSwitch
from studio.ui.chat.whole_text import WholeText
from studio.ui.theme import Theme
from tests.conftest import Until
from tests.ui.chat.transcripts import turn
from tests.ui.fake_chats import FakeSession
from tests.ui.fake_files import new_files
from tests.ui.fake_measures import NOTHING_MEASURED
from tests.ui.inspector.fakes import NOTHING_RECORDED

CHOICES = Choices(
    (ModelChoice("near", "Near", "model-a"), ModelChoice("far", "Far away", "model-b")), (), "near"
)
KEYS = Qt.Key
pytestmark = pytest.mark.qt_log_ignore("does not support grabbing the keyboard", extend=True)
NONE = Qt.KeyboardModifier.NoModifier


def new_session(*turns: Turn) -> FakeSession:
    return FakeSession(Chat("c", "A title", 1.0, 1.0, ChatSettings()), turns)


@asynccontextmanager
async def page_of(session: FakeSession, qapp: QApplication) -> AsyncIterator[ChatPage]:
    bridge = Bridge(asyncio.get_running_loop())
    needs = PageNeeds(
        Theme(qapp, "light"),
        bridge.spawn,
        NOTHING_RECORDED,
        lambda _: (),
        new_files(),
        NOTHING_MEASURED,
    )
    page = ChatPage(session, needs, CHOICES)
    page.resize(800, 600)
    page.show()
    try:
        yield page
    finally:
        page.leave()
        await bridge.close()
        page.close()
        page.deleteLater()


def bars(page: ChatPage) -> list[MessageBar]:
    """The bars in sight."""
    return [bar for bar in page.findChildren(MessageBar) if bar.isVisible()]


def switches(page: ChatPage) -> list[VersionSwitch]:
    return [each for each in page.findChildren(VersionSwitch) if each.isVisible()]


def row_of(page: ChatPage, number: int, kind: type) -> QWidget:
    """The widget of a turn's row of this kind."""
    return next(
        widget
        for place, widget in page.view.bound().items()
        if place.turn == number and isinstance(widget.row, kind)
    )


def point_at(page: ChatPage, widget: QWidget) -> None:
    viewport = page.view.viewport()
    at = QPointF(widget.geometry().center())
    QApplication.sendEvent(
        viewport,
        QMouseEvent(
            QEvent.Type.MouseMove,
            at,
            QPointF(viewport.mapToGlobal(at.toPoint())),
            Qt.MouseButton.NoButton,
            Qt.MouseButton.NoButton,
            NONE,
        ),
    )


def parted(prompts: tuple[str, str] = ("Question?", "Question?")) -> FakeSession:
    """Two versions of the second turn; the later one is shown, with a turn after it."""
    first, after = turn(1, "One."), turn(4, "Four.")
    versions = [turn(number, f"Version {number}.") for number in (2, 3)]
    older, newer = (
        replace(each, prompt=(Text(prompt),))
        for each, prompt in zip(versions, prompts, strict=True)
    )
    session = new_session(first, newer, after)
    session.siblings = [("turn2", "turn3")]
    session.paths = {"turn2": (first, older), "turn3": (first, newer, after)}
    return session


async def test_the_last_answer_has_its_actions_and_others_get_them_under_the_pointer(
    qapp: QApplication,
) -> None:
    async with page_of(new_session(turn(1), turn(2)), qapp) as page:
        (bar,) = bars(page)
        assert bar.message == Message("turn2", is_prompt=False)
        heights = [widget.geometry() for _, widget in sorted(page.view.bound().items())]
        point_at(page, row_of(page, 0, FooterRow))
        assert {bar.message for bar in bars(page)} == {
            Message("turn1", is_prompt=False),
            Message("turn2", is_prompt=False),
        }
        point_at(page, row_of(page, 0, PromptRow))
        assert Message("turn1", is_prompt=True) in {bar.message for bar in bars(page)}
        # Nothing moved, and there is nothing to wait for.
        assert heights == [widget.geometry() for _, widget in sorted(page.view.bound().items())]
        assert page.view.is_settled
        QApplication.sendEvent(page.view.viewport(), QEvent(QEvent.Type.Leave))
        assert len(bars(page)) == 1


@pytest.mark.parametrize("width", [420, 640, 1200])
async def test_no_bar_covers_text_or_leaves_the_page(qapp: QApplication, width: int) -> None:
    session = new_session(turn(1, prompt="A long question. " * 20), turn(2, prompt="Short"))
    async with page_of(session, qapp) as page:
        page.resize(width, 900)
        for number in (0, 1):
            point_at(page, row_of(page, number, PromptRow))
            for bar in bars(page):
                assert page.view.viewport().rect().contains(bar.geometry())
                for widget in page.view.bound().values():
                    view = widget.text_view
                    if view is not None and view.isVisible():
                        corner = view.mapTo(page.view.viewport(), QPoint(0, 0))
                        text = view.rect().translated(corner)
                        assert not text.intersects(bar.geometry())


async def test_every_button_has_a_name_and_tells_its_keys(qapp: QApplication) -> None:
    async with page_of(new_session(turn(1)), qapp) as page:
        (bar,) = bars(page)
        shown = [button for button in bar.buttons() if button.isVisible()]
        assert len(shown) == 6
        assert all(button.accessibleName() and button.toolTip() for button in shown)
        assert "(R)" in next(each.toolTip() for each in shown if "again" in each.toolTip())


async def test_a_message_is_copied_and_quoted(qapp: QApplication) -> None:
    async with page_of(new_session(turn(1, "Some **words**.\n\nMore.")), qapp) as page:
        page.messages.do(Action.COPY, Message("turn1", is_prompt=False))
        assert qapp.clipboard().text() == "Some **words**.\n\nMore."
        page.messages.do(Action.COPY, Message("turn1", is_prompt=True))
        assert qapp.clipboard().text() == "Question?"
        page.composer.set_text("Before")
        page.messages.do(Action.QUOTE, Message("turn1", is_prompt=False))
        assert page.composer.text() == "Before\n\n> Some **words**.\n>\n> More.\n\n"
        QTest.keyClicks(page.composer.field, "Why?")
        assert page.composer.text().endswith("> More.\n\nWhy?")


async def test_what_the_model_wrote_is_read_raw(qapp: QApplication) -> None:
    session = new_session(turn(1, "Some **words**.", reasoning="Hm.", calls=1))
    async with page_of(session, qapp) as page:
        page.messages.do(Action.RAW, Message("turn1", is_prompt=False))
        (shown,) = page.findChildren(WholeText)
        assert shown.isVisible()
        shown.close()


async def test_keys_mean_the_message_that_is_read(qapp: QApplication, until: Until) -> None:
    async with page_of(new_session(turn(1), turn(2)), qapp) as page:
        page.view.setFocus()
        QTest.keyClick(page.view, KEYS.Key_R)
        await until(lambda: ("regenerate", "turn2", "", "") in session_of(page).asked)
        page.view.step_message(-1)
        page.view.step_message(-1)
        current = page.view.current_message()
        assert current is not None
        QTest.keyClick(
            page.view,
            KEYS.Key_C,
            Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
        )
        expected = "Question?" if current.is_prompt else "Short."
        assert qapp.clipboard().text() == expected
        assert current in {bar.message for bar in bars(page)}


def session_of(page: ChatPage) -> FakeSession:
    session = page._session
    assert isinstance(session, FakeSession)
    return session


async def test_the_menu_offers_everything_with_its_keys(qapp: QApplication, until: Until) -> None:
    session = parted()
    async with page_of(session, qapp) as page:
        await until(lambda: switches(page))
        menu = page.view.make_menu(row_of(page, 1, PromptRow).geometry().center())
        names = [action.text() for action in menu.actions() if action.text()]
        for name in ("Edit and send again", "Answer again", "Branch here", "Earlier version"):
            assert name in names
        menu.deleteLater()


async def test_while_an_answer_is_written_nothing_can_be_changed(
    qapp: QApplication, until: Until
) -> None:
    session = parted()
    async with page_of(session, qapp) as page:
        await until(lambda: switches(page))
        session.change(is_running=True)
        (bar,) = bars(page)
        waiting = [each for each in bar.buttons() if each.isVisible() and not each.isEnabled()]
        assert waiting
        assert all("Not while" in button.toolTip() for button in waiting)
        (switch,) = switches(page)
        assert not switch.earlier.isEnabled()
        page.view.setFocus()
        QTest.keyClick(page.view, KEYS.Key_Delete)
        QTest.keyClick(page.view, KEYS.Key_Left, Qt.KeyboardModifier.AltModifier)
        assert not session.asked
        assert not session.deleted
        session.change(is_running=False)
        assert all(button.isEnabled() for button in bars(page)[0].buttons())


async def test_another_model_answers_this_once(qapp: QApplication, until: Until) -> None:
    session = new_session(turn(1))
    async with page_of(session, qapp) as page:
        page.messages.do(Action.REGENERATE_WITH, Message("turn1", is_prompt=False))
        (picker,) = page.findChildren(Picker)
        assert "model-b" in picker.texts()
        picker.picked.emit("far\nmodel-b")
        await until(lambda: ("regenerate", "turn1", "far", "model-b") in session.asked)
        picker.close()


async def test_answers_that_differ_are_switched_at_the_answer(
    qapp: QApplication, until: Until
) -> None:
    session = parted()
    async with page_of(session, qapp) as page:
        await until(lambda: switches(page))
        (switch,) = switches(page)
        assert switch.accessibleName() == "Version 2 of 2"
        footer = row_of(page, 1, FooterRow)
        assert footer.isAncestorOf(switch)
        assert not switch.later.isEnabled()
        switch.earlier.click()
        await until(lambda: [each.id for each in session.turns] == ["turn1", "turn2"])
        assert len(page.view.column) == 2
        assert page.view.column.rows_of(1).answer_source() == "Version 2."
        assert switches(page)[0].accessibleName() == "Version 1 of 2"


async def test_prompts_that_differ_are_switched_at_the_prompt_by_keys_too(
    qapp: QApplication, until: Until
) -> None:
    session = parted(("Old?", "New?"))
    async with page_of(session, qapp) as page:
        await until(lambda: switches(page))
        (switch,) = switches(page)
        assert row_of(page, 1, PromptRow).isAncestorOf(switch)
        page.view.setFocus()
        point_at(page, row_of(page, 1, PromptRow))
        QTest.keyClick(page.view, KEYS.Key_Left, Qt.KeyboardModifier.AltModifier)
        await until(lambda: len(page.view.column) == 2)
        row = page.view.column.row(Place(1, 0))
        assert isinstance(row, PromptRow)
        assert row.text == "Old?"
        QTest.keyClick(page.view, KEYS.Key_Right, Qt.KeyboardModifier.AltModifier)
        await until(lambda: len(page.view.column) == 3)


async def test_the_message_stays_where_it_is_while_versions_are_switched(
    qapp: QApplication, until: Until
) -> None:
    first, after = turn(1, "A paragraph.\n\n" * 30), turn(4, "More.\n\n" * 60)
    older, newer = turn(2, "Short."), turn(3, "A long answer.\n\n" * 40)
    session = new_session(first, newer, after)
    session.siblings = [("turn2", "turn3")]
    long_after = turn(5, "Other words.\n\n" * 60)
    session.paths = {"turn2": (first, older, long_after), "turn3": (first, newer, after)}
    async with page_of(session, qapp) as page:
        rows = len(page.view.column.rows_of(1).rows)
        page.view.show_place(Place(1, rows - 1))
        await until(lambda: switches(page))
        before = row_of(page, 1, FooterRow).y()
        switches(page)[0].earlier.click()
        await until(lambda: page.view.column.turn_id(1) == "turn2")
        assert row_of(page, 1, FooterRow).y() == before
        switches(page)[0].later.click()
        await until(lambda: page.view.column.turn_id(1) == "turn3")
        assert row_of(page, 1, FooterRow).y() == before


async def test_only_what_differs_is_shown_anew(qapp: QApplication, until: Until) -> None:
    session = parted()
    async with page_of(session, qapp) as page:
        kept = page.view.column.rows_of(0)
        await session.show_version("turn2")
        await until(lambda: len(page.view.column) == 2)
        assert page.view.column.rows_of(0) is kept


async def test_a_branch_is_announced_and_left_again(qapp: QApplication, until: Until) -> None:
    session = parted()
    async with page_of(session, qapp) as page:
        page.messages.do(Action.BRANCH, Message("turn1", is_prompt=False))
        await until(lambda: len(page.view.column) == 1)
        assert "begins a branch" in words_of(page)
        session.paths["turn1"] = session.paths["turn3"]
        session.branch_end = "turn1"
        back = next(
            each for each in page.findChildren(QWidget) if each.toolTip().startswith("Show what")
        )
        QTest.mouseClick(back, Qt.MouseButton.LeftButton)
        await until(lambda: ("show", "turn1") in session.asked)


def words_of(page: ChatPage) -> str:
    return "\n".join(
        each.accessibleName() for each in page.findChildren(QWidget) if each.isVisible()
    )


async def test_a_deleted_message_can_be_brought_back(qapp: QApplication, until: Until) -> None:
    session = new_session(turn(1), turn(2), turn(3))
    async with page_of(session, qapp) as page:
        page.messages.do(Action.DELETE, Message("turn2", is_prompt=True))
        await until(lambda: len(page.view.column) == 2)
        assert "Message deleted" in words_of(page)
        page.view.setFocus()
        QTest.keyClick(page.view, KEYS.Key_Z, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: len(page.view.column) == 3)
        assert "Message deleted" not in words_of(page)
        assert "erase turns" not in session.asked


async def test_a_deletion_is_final_when_the_next_one_comes_and_when_the_page_goes(
    qapp: QApplication, until: Until
) -> None:
    session = new_session(turn(1), turn(2), turn(3))
    async with page_of(session, qapp) as page:
        page.messages.do(Action.DELETE, Message("turn2", is_prompt=True))
        await until(lambda: len(page.view.column) == 2)
        page.messages.do(Action.DELETE, Message("turn3", is_prompt=True))
        await until(lambda: len(page.view.column) == 1)
        assert session.asked.count("erase turns") == 1
        page.messages.leave()
        await until(lambda: session.asked.count("erase turns") == 2)


async def test_an_earlier_prompt_is_edited_and_the_draft_comes_back(
    qapp: QApplication, until: Until
) -> None:
    file = Attachment("a.txt", "text/plain", 1, "0")
    mine = Attachment("draft.txt", "text/plain", 1, "1")
    edited = replace(turn(1), prompt=(file, Text("Old words")))
    session = new_session(edited, turn(2))
    session.held = {"0": AttachedFile(b"x"), "1": AttachedFile(b"y")}
    session.chat = replace(session.chat, draft="my draft", draft_attachments=(mine,))
    async with page_of(session, qapp) as page:
        page.messages.do(Action.EDIT, Message("turn1", is_prompt=True))
        assert page.composer.text() == "Old words"
        assert page.files.attachments == (file,)
        assert "Editing an earlier message" in words_of(page)
        QTest.keyClicks(page.composer.field, ", new")
        page.keep_draft()
        QTest.keyClick(page.composer.field, KEYS.Key_Return)
        await until(lambda: ("edit", "turn1", "Old words, new", file) in session.asked)
        assert page.composer.text() == "my draft"
        assert page.files.attachments == (mine,)
        assert (session.chat.draft, session.chat.draft_attachments) == ("my draft", (mine,))
        assert "Editing an earlier message" not in words_of(page)


async def test_escape_leaves_the_editing_and_changes_nothing(qapp: QApplication) -> None:
    session = new_session(turn(1), turn(2))
    async with page_of(session, qapp) as page:
        page.composer.set_text("my draft")
        page.messages.do(Action.EDIT, Message("turn1", is_prompt=True))
        page.composer.set_text("half edited")
        QTest.keyClick(page.composer.field, KEYS.Key_Escape)
        assert page.composer.text() == "my draft"
        assert not session.asked


async def test_up_in_an_empty_composer_edits_the_last_prompt(qapp: QApplication) -> None:
    session = new_session(turn(1), turn(2, prompt="The last one"))
    async with page_of(session, qapp) as page:
        page.composer.set_text("typed")
        QTest.keyClick(page.composer.field, KEYS.Key_Up)
        assert page.composer.text() == "typed"
        page.composer.set_text("")
        QTest.keyClick(page.composer.field, KEYS.Key_Up)
        assert page.composer.text() == "The last one"


async def test_a_file_attached_while_editing_is_not_the_drafts(
    qapp: QApplication, until: Until
) -> None:
    session = new_session(turn(1), turn(2))
    async with page_of(session, qapp) as page:
        page.messages.do(Action.EDIT, Message("turn1", is_prompt=True))
        page.files.attaching.add_text("some words")
        await until(lambda: page.files.attachments and not page.files.attaching.is_reading)
        assert session.chat.draft_attachments == ()
        (file,) = page.files.attachments
        QTest.keyClick(page.composer.field, KEYS.Key_Return)
        await until(lambda: ("edit", "turn1", "Question?", file) in session.asked)


async def test_an_edited_message_waits_while_an_answer_is_written(qapp: QApplication) -> None:
    session = new_session(turn(1))
    async with page_of(session, qapp) as page:
        page.messages.do(Action.EDIT, Message("turn1", is_prompt=True))
        session.change(is_running=True)
        QTest.keyClick(page.composer.field, KEYS.Key_Return)
        assert page.composer.text() == "Question?"
        assert not session.asked


async def test_a_turn_that_nobody_answered_still_has_its_actions(qapp: QApplication) -> None:
    async with page_of(new_session(replace(turn(1), rounds=())), qapp) as page:
        (bar,) = bars(page)
        assert bar.message == Message("turn1", is_prompt=False)


async def test_the_menu_key_opens_the_menu_of_the_message_that_is_read(qapp: QApplication) -> None:
    async with page_of(new_session(turn(1), turn(2)), qapp) as page:
        page.view.setFocus()
        page.view.step_message(-1)
        page.view.step_message(-1)
        page.view.open_menu()
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        assert "Edit and send again" in [action.text() for action in menu.actions()]
        menu.close()


async def test_the_keys_stay_in_the_transcript_when_a_bar_goes(
    qapp: QApplication, until: Until
) -> None:
    session = new_session(turn(1), turn(2))
    async with page_of(session, qapp) as page:
        page.activateWindow()
        await until(page.isActiveWindow)
        (bar,) = bars(page)
        bar.more.setFocus()
        await session.delete_turn("turn2")
        await session.delete_turn("turn1")
        await until(lambda: not bars(page))
        assert not bar.isAncestorOf(page.focusWidget())


async def test_a_long_name_moves_neither_the_switch_nor_the_actions(
    qapp: QApplication, until: Until
) -> None:
    first, older, newer = turn(1), turn(2), turn(3)
    origin = replace(newer.rounds[0].origin, model="a" * 200)
    named = replace(newer, rounds=(replace(newer.rounds[0], origin=origin),))
    session = new_session(first, named)
    session.siblings = [("turn2", "turn3")]
    session.paths = {"turn2": (first, older), "turn3": (first, named)}
    async with page_of(session, qapp) as page:
        page.resize(420, 700)
        await until(lambda: switches(page))
        (switch,) = switches(page)
        footer = row_of(page, 1, FooterRow)
        bar = next(bar for bar in bars(page) if bar.message == Message("turn3", is_prompt=False))
        corner = switch.mapTo(page.view.viewport(), QPoint(0, 0))
        assert not switch.rect().translated(corner).intersects(bar.geometry())
        assert footer.geometry().contains(switch.rect().translated(corner))


async def test_a_waiting_message_taken_back_ends_the_editing(qapp: QApplication) -> None:
    session = new_session(turn(1))
    async with page_of(session, qapp) as page:
        page.messages.do(Action.EDIT, Message("turn1", is_prompt=True))
        session.change(queue=("waits",), is_running=True)
        page.queue.edit_requested.emit(0)
        assert page.composer.text() == "waits"
        assert not page.messages.is_editing
