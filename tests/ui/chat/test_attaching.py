"""Files in the window: picked, pasted, dropped, refused, taken away, sent, and shown again."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit

from studio.core.chats import AttachedFile
from studio.core.messages import Attachment
from studio.core.notices import Notice, NoticeKind
from studio.ui.chat.big_text import BigText
from studio.ui.chat.chat_page import ChatPage
from studio.ui.chat.file_tile import FileTile
from studio.ui.chat.file_view import FileView
from studio.ui.chat.prompt_field import MAX_TYPED
from studio.ui.pictures import png_of
from tests.conftest import Until
from tests.ui.chat.test_chat_page import new_session, page_of
from tests.ui.fake_chats import FakeSession
from tests.ui.fake_files import InProcess, new_files

NOTES = Attachment("notes.txt", "text/plain", 5, "d2", "d2", words=1)


@asynccontextmanager
async def opened(
    qapp: QApplication, session: FakeSession, reader: InProcess | None = None
) -> AsyncIterator[ChatPage]:
    async with page_of(session, qapp) as page:
        page.files.attaching._files = new_files(reader)
        yield page


def picture(side: int = 8) -> QImage:
    image = QImage(side, side, QImage.Format.Format_RGB32)
    image.fill(0x3366AA)
    return image


def mime_of(*paths: Path) -> QMimeData:
    source = QMimeData()
    source.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return source


def words(page: ChatPage) -> list[str]:
    return [
        f"{chip.accessibleName()}: {chip.accessibleDescription()}"
        for chip in page.composer.files.chips
    ]


def drop(page: ChatPage, source: QMimeData) -> QDropEvent:
    action = Qt.DropAction.MoveAction | Qt.DropAction.CopyAction
    button, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPointF(9, 9).toPoint(), action, source, button, keys)
    QApplication.sendEvent(page, enter)
    assert page.files.drop_area.isVisible() == enter.isAccepted()
    event = QDropEvent(QPointF(9, 9), action, source, button, keys)
    if enter.isAccepted():
        QApplication.sendEvent(page, event)
    assert page.files.drop_area.isHidden()
    return event


async def test_a_dropped_file_becomes_a_chip_and_is_never_moved(
    qapp: QApplication, until: Until, tmp_path: Path
) -> None:
    (tmp_path / "notes.txt").write_text("Hello there")
    session = new_session()
    async with opened(qapp, session) as page:
        event = drop(page, mime_of(tmp_path / "notes.txt"))
        assert event.dropAction() is Qt.DropAction.CopyAction
        await until(lambda: words(page) == ["notes.txt: Text · 11 B · 2 words"])
        assert [each.name for each in session.chat.draft_attachments] == ["notes.txt"]
        assert page.composer.send.isEnabled()


async def test_dropped_words_and_addresses_are_no_files(qapp: QApplication) -> None:
    session = new_session()
    async with opened(qapp, session) as page:
        source = QMimeData()
        source.setUrls([QUrl("https://example.com/a.png")])
        drop(page, source)
        assert not page.composer.files.chips


async def test_words_dropped_on_the_page_go_into_the_message(qapp: QApplication) -> None:
    async with opened(qapp, new_session()) as page:
        page.composer.set_text("Before ")
        source = QMimeData()
        source.setText("these words")
        assert drop(page, source).dropAction() is Qt.DropAction.CopyAction
        assert page.composer.text() == "Before these words"
        assert not page.composer.files.chips
        long = QMimeData()
        long.setText("a" * (MAX_TYPED + 1))
        drop(page, long)
        assert [len(piece) for piece in page.composer.pasted.pieces] == [MAX_TYPED + 1]


async def test_words_dropped_on_the_composer_stay_words_and_files_are_left_to_the_page(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with opened(qapp, new_session()) as page:
        source = QMimeData()
        source.setText("these words")
        viewport = page.composer.field.viewport()
        buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        copy = Qt.DropAction.CopyAction
        for data, is_for_page in ((source, False), (mime_of(tmp_path / "a.txt"), True)):
            enter = QDragEnterEvent(QPointF(4, 4).toPoint(), copy, data, buttons, keys)
            QApplication.sendEvent(viewport, enter)
            assert page.files.drop_area.isVisible() is is_for_page
        page.files.drop_area.hide()
        QApplication.sendEvent(viewport, QDropEvent(QPointF(4, 4), copy, source, buttons, keys))
        assert page.composer.text() == "these words"


async def test_a_pasted_picture_is_attached(qapp: QApplication, until: Until) -> None:
    session = new_session()
    async with opened(qapp, session) as page:
        source = QMimeData()
        source.setImageData(picture())
        page.composer.field.insertFromMimeData(source)
        await until(lambda: session.chat.draft_attachments)
        assert session.chat.draft_attachments[0].media_type == "image/png"
        assert session.chat.draft_attachments[0].name == "Pasted picture.png"
        assert page.composer.text() == ""


async def test_words_with_a_picture_of_them_are_pasted_as_words(qapp: QApplication) -> None:
    async with opened(qapp, new_session()) as page:
        source = QMimeData()
        source.setText("a cell")
        source.setImageData(picture())
        page.composer.field.insertFromMimeData(source)
        assert page.composer.text() == "a cell"
        assert not page.composer.files.chips


async def test_the_button_asks_for_files(qapp: QApplication, until: Until, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("Hello")
    session = new_session()
    async with opened(qapp, session) as page:
        page.composer.attach.click()
        await until(lambda: page.findChild(QFileDialog))
        dialog = page.findChild(QFileDialog)
        assert isinstance(dialog, QFileDialog)
        field = dialog.findChild(QLineEdit, "fileNameEdit")
        assert isinstance(field, QLineEdit)
        field.setText(str(tmp_path / "notes.txt"))
        dialog.done(QFileDialog.DialogCode.Accepted)
        await until(lambda: session.chat.draft_attachments)


async def test_what_cannot_be_attached_says_why_and_what_to_do(
    qapp: QApplication, until: Until, tmp_path: Path
) -> None:
    (tmp_path / "empty.txt").touch()
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    async with opened(qapp, new_session()) as page:
        drop(page, mime_of(tmp_path / "empty.txt", tmp_path, tmp_path / "link"))
        await until(lambda: not page.files.attaching.is_reading)
        said = "\n".join(words(page))
        assert "empty.txt: There is nothing in it. Choose another file." in said
        assert "This is a folder. Attach the files in it" in said
        assert "link: It is no longer there." in said
        assert not page.composer.send.isEnabled()
        for number in range(3):
            page.composer.files.chips[0].remove.click()
            assert len(page.composer.files.chips) == 2 - number


async def test_a_message_has_ten_files_at_most(
    qapp: QApplication, until: Until, tmp_path: Path
) -> None:
    paths = [tmp_path / f"{number}.txt" for number in range(12)]
    for path in paths:
        path.write_text(path.name)
    session = new_session()
    async with opened(qapp, session) as page:
        drop(page, mime_of(*paths))
        await until(lambda: not page.files.attaching.is_reading)
        assert [each.name for each in session.chat.draft_attachments] == [
            path.name for path in paths[:10]
        ]
        assert words(page)[-1].startswith("11.txt: A message can have 10 files.")


async def test_nothing_is_sent_while_a_file_is_being_read_and_reading_can_be_given_up(
    qapp: QApplication, until: Until, tmp_path: Path
) -> None:
    (tmp_path / "slow.txt").write_text("Hello")
    reader = InProcess()
    reader.gate.clear()
    session = new_session()
    async with opened(qapp, session, reader) as page:
        QTest.keyClicks(page.composer.field, "Look")
        drop(page, mime_of(tmp_path / "slow.txt"))
        assert words(page) == ["slow.txt: Being read"]
        QTest.keyClick(page.composer.field, Qt.Key.Key_Return)
        assert session.asked == []
        await asyncio.sleep(0)
        QTest.keyClick(page.composer.files.chips[0], Qt.Key.Key_Delete)
        await until(lambda: reader.given_up == 1)
        assert not page.composer.files.chips
        assert page.composer.send.isEnabled()


async def test_files_go_with_the_message_and_leave_the_composer(
    qapp: QApplication, until: Until
) -> None:
    session = new_session()
    session.chat = replace(session.chat, draft="Look", draft_attachments=(NOTES,))
    async with opened(qapp, session) as page:
        assert words(page) == ["notes.txt: Text · 5 B · 1 word"]
        page.composer.send.click()
        await until(lambda: session.asked == [("send", "Look", NOTES)])
        await until(lambda: not session.chat.draft_attachments)
        assert not page.composer.files.chips


async def test_files_alone_can_be_sent(qapp: QApplication, until: Until) -> None:
    session = new_session()
    session.chat = replace(session.chat, draft_attachments=(NOTES,))
    async with opened(qapp, session) as page:
        QTest.keyClick(page.composer.field, Qt.Key.Key_Return)
        await until(lambda: session.asked == [("send", "", NOTES)])


async def test_a_long_paste_can_become_a_file(qapp: QApplication, until: Until) -> None:
    session = new_session()
    async with opened(qapp, session) as page:
        source = QMimeData()
        source.setText("long " * MAX_TYPED)
        page.composer.field.insertFromMimeData(source)
        page.composer.pasted.buttons()[0].click()
        await until(lambda: session.chat.draft_attachments)
        assert session.chat.draft_attachments[0].name == "Pasted text.txt"
        assert not page.composer.pasted.pieces


async def test_what_will_not_travel_is_told_before_the_send_and_not_twice(
    qapp: QApplication, until: Until
) -> None:
    session = new_session()
    session.chat = replace(session.chat, draft="Look", draft_attachments=(NOTES,))
    session.notices = (
        Notice(NoticeKind.FILES_AS_TEXT, 1, ("notes.txt",)),
        Notice(NoticeKind.REASONING_STAYS, 2),
    )
    async with opened(qapp, session) as page:
        line = page.composer.foreseen
        told = "notes.txt is sent as text, 1 word, and 1 more note"
        await until(lambda: line.text == told)
        line.more.click()
        assert line.details.splitlines()[1] == "2 reasoning signatures stay behind."
        page.composer.send.click()
        await until(lambda: line.text == "")
        asked = len(session.foreseen_for)
        page.composer.model_picked.emit("far", "model-y")
        await until(lambda: len(session.foreseen_for) > asked and line.text)


async def test_a_prompt_shows_its_files_and_opens_them_in_the_window(
    qapp: QApplication, until: Until
) -> None:
    session = new_session()
    dot = Attachment("dot.png", "image/png", 90, "d1")
    session.held = {"d1": AttachedFile(png_of(picture())), "d2": AttachedFile(b"Hello", "Hello")}
    async with opened(qapp, session) as page:
        session.begin("t", "Look", NOTES, dot)
        await until(lambda: len(page.findChildren(FileTile)) == 2)
        tiles = sorted(page.findChildren(FileTile), key=lambda tile: tile.attachment.name)
        await until(lambda: tiles[0]._image is not None)
        QTest.keyClick(tiles[1], Qt.Key.Key_Space)
        await until(lambda: page.findChild(FileView))
        view = page.findChild(FileView)
        assert isinstance(view, FileView)
        text = view.findChild(BigText)
        assert isinstance(text, BigText)
        assert text.visible_text() == "Hello"
        view.close()


async def test_a_waiting_message_comes_back_with_its_files(
    qapp: QApplication, until: Until
) -> None:
    session = new_session()
    async with opened(qapp, session) as page:
        session.begin("t", "Hello")
        session.waiting_files = (NOTES,)
        session.change(queue=("one",))
        page.queue.edit_requested.emit(0)
        await until(lambda: session.chat.draft_attachments == (NOTES,))
        assert page.composer.text() == "one"


async def test_a_picture_that_is_too_large_is_made_smaller(qapp: QApplication) -> None:
    read = await new_files().read_bytes(
        "wide.png", png_of(QImage(9_000, 4, QImage.Format.Format_RGB32))
    )
    assert read.is_reduced
    assert read.attachment.media_type == "image/jpeg"
    assert read.attachment.name == "wide.jpg"


async def test_tab_goes_through_the_files_to_the_message(qapp: QApplication, until: Until) -> None:
    session = new_session()
    session.chat = replace(session.chat, draft_attachments=(NOTES,))
    async with opened(qapp, session) as page:
        page.activateWindow()
        await until(page.isActiveWindow)
        chip = page.composer.files.chips[0]
        chip.setFocus()
        reached = [chip, chip.remove, page.composer.field, page.composer.attach]
        for widget in reached:
            assert page.focusWidget() is widget
            QTest.keyClick(widget, Qt.Key.Key_Tab)
        assert page.focusWidget() is page.composer.model  # there are no tools


async def test_many_files_come_and_go_without_harm(qapp: QApplication, until: Until) -> None:
    """Chips are made anew at each change; none may be freed twice."""
    session = new_session()
    async with opened(qapp, session) as page:
        for number in range(60):
            some = tuple(replace(NOTES, digest=f"d{each}") for each in range(number % 7))
            await session.update(replace(session.chat, draft_attachments=some))
            assert len(page.composer.files.chips) == len(some)
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
