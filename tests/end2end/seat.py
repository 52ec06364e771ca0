"""The user in front of the real window: types, clicks, reads what stands there."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QPoint, Qt, QTranslator
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from studio.app import open_in
from studio.core.chats import Turn
from studio.core.messages import Dialect
from studio.core.profiles import ProviderProfile
from studio.desk import Desk
from studio.harness.session import SessionController
from studio.ui.chat.chat_page import ChatPage
from studio.ui.chat.tool_card import ToolCard
from studio.ui.inspector.json_view import JsonView
from studio.ui.inspector.panel_tabs import Tab
from studio.ui.main_window import MainWindow
from tests.conftest import Until

HOST = "loopback"  # the ID of the profile that speaks to the test's own server


class Seat:
    """Sits there from the first start of the window to its end."""

    def __init__(self, window: MainWindow, desk: Desk, until: Until) -> None:
        self.window = window
        self.desk = desk
        self.until = until

    @property
    def page(self) -> ChatPage:
        page = self.desk.shell.page
        assert page is not None, "no chat in front"
        return page

    @property
    def session(self) -> SessionController:
        session = self.desk.works.library.session(self.page.chat_id)
        assert session is not None
        return session

    @property
    def turn(self) -> Turn:
        return self.session.turns[-1]

    def words(self, inside: QWidget | None = None) -> str:
        """All that can be read in the window now, or in a part of it."""
        widgets = (inside or self.window).findChildren(QWidget)
        return "\n".join(_words_of(widget) for widget in widgets if widget.isVisible())

    async def sees(self, *texts: str) -> None:
        try:
            await self.until(lambda: all(text in self.words() for text in texts))
        except TimeoutError:
            missing = [text for text in texts if text not in self.words()]
            pytest.fail(f"not in sight: {missing}; there is:\n{self.words()}")

    def type_text(self, text: str) -> None:
        """Key by key, into whatever has the focus."""
        QTest.keyClicks(self._focus(), text)

    def press(self, key: Qt.Key) -> None:
        QTest.keyClick(self._focus(), key)

    def press_with(self, key: Qt.Key, modifier: Qt.KeyboardModifier) -> None:
        QTest.keyClick(self._focus(), key, modifier)

    def write(self, text: str) -> None:
        """Puts a prompt into the composer."""
        self.page.composer.field.setFocus()
        self.type_text(text)

    def send(self, prompt: str) -> None:
        self.write(prompt)
        self.press(Qt.Key.Key_Return)

    async def gets_answer(self, prompt: str) -> Turn:
        """Sends, and waits until the turn has ended."""
        before = len(self.session.turns)
        self.send(prompt)
        await self.until(lambda: len(self.session.turns) > before)
        await self.rests()
        return self.turn

    async def rests(self) -> None:
        """Nothing runs in the chat in front, and its page shows that."""
        await self.until(lambda: not self.session.is_running and self.page.composer.stop.isHidden())

    async def waits(self) -> None:
        """A call asks for consent."""
        await self.until(lambda: self.session.is_waiting and self.cards())

    def button(self, text: str, inside: QWidget | None = None) -> QAbstractButton:
        """The button that can be pressed and says so."""
        found = self._buttons(text, inside)
        assert found, f"no button {text!r}; there is:\n{self.words(inside)}"
        assert found[0].isEnabled(), f"{text!r} cannot be pressed"
        return found[0]

    def click(self, text: str, inside: QWidget | None = None) -> None:
        QTest.mouseClick(self.button(text, inside), Qt.MouseButton.LeftButton)

    async def clicks(self, text: str) -> None:
        """Waits until the button is there and can be pressed."""
        await self.until(lambda: any(each.isEnabled() for each in self._buttons(text)))
        self.click(text)

    async def details(self) -> str:
        """All that is said of what went over the wire in the last turn in sight."""
        await self.until(lambda: self.page.view.is_settled and self._details_buttons())
        QTest.mouseClick(self._details_buttons()[-1], Qt.MouseButton.LeftButton)
        await self.until(lambda: self.page.glass.inspecting.is_open)
        said = await self._seen_in(Tab.REQUEST) + await self._seen_in(Tab.RESPONSE)
        self.page.glass.inspecting.close()
        return "\n".join(said)

    async def _seen_in(self, tab: Tab) -> list[str]:
        panel = self.page.glass.inspecting.panel
        panel.show_tab(tab)
        view = panel.view(tab)
        await self.until(lambda: view.page.is_content)
        for page in range(view.switch.pages.count()):
            view.switch.show_page(page)
        await self.until(lambda: view.body.body)
        bodies = [each.body.decode(errors="replace") for each in view.findChildren(JsonView)]
        return [self.words(panel), *bodies]

    def _details_buttons(self) -> list[QAbstractButton]:
        """Those that can be pressed, from above."""
        view = self.page.view
        buttons = [each for each in self._buttons("Details", view) if each.isEnabled()]
        return sorted(buttons, key=lambda each: each.mapTo(view, QPoint()).y())

    def cards(self) -> list[ToolCard]:
        """The tool cards in sight, from above."""
        cards = [card for card in self.page.findChildren(ToolCard) if card.isVisible()]
        return sorted(cards, key=lambda card: card.mapTo(self.page, QPoint()).y())

    def sidebar(self) -> list[str]:
        """What a screen reader reads of each chat, from above."""
        rows = self.desk.shell.list.model()
        role = Qt.ItemDataRole.AccessibleTextRole
        texts = [rows.index(row, 0).data(role) for row in range(rows.rowCount())]
        return [text for text in texts if text]

    async def has_host(self, url: str, dialect: Dialect, **changes: object) -> None:
        """Sets the profile of the test's server up, and opens a new chat with it."""
        profile = ProviderProfile(
            id=HOST, name="Loopback", dialect=dialect, base_url=f"{url}/v1", model="model-a"
        )
        fields = profile.model_dump() | changes
        await self.desk.works.profiles.save(ProviderProfile.model_validate(fields))
        await self.desk.works.preferences.change(has_seen_welcome=True, default_profile_id=HOST)
        await self.opens_new_chat(HOST)

    async def opens_new_chat(self, profile_id: str = "") -> None:
        before = self.desk.shell.page
        self.desk.shell.new_chat(profile_id)
        await self.until(lambda: self.desk.shell.page not in (None, before))

    async def opens(self, chat_id: str) -> None:
        self.desk.shell.open_chat(chat_id)
        await self.until(lambda: self.desk.shell.page and self.page.chat_id == chat_id)

    def _buttons(self, text: str, inside: QWidget | None = None) -> list[QAbstractButton]:
        return [
            each
            for each in (inside or self.window).findChildren(QAbstractButton)
            if text in (each.text(), each.accessibleName()) and each.isVisible()
        ]

    def _focus(self) -> QWidget:
        # An offscreen window is not always made active again when a popup or dialog goes.
        focused = QApplication.focusWidget() or self.window.focusWidget()
        assert focused is not None, "nothing has the focus"
        return focused


def _words_of(widget: QWidget) -> str:
    match widget:
        case QLabel() | QAbstractButton():
            shown = widget.text()
        case QLineEdit():
            shown = widget.displayText()
        case QPlainTextEdit() | QTextEdit():
            shown = widget.toPlainText()
        case _:
            shown = ""
    return "\n".join(
        part for part in (shown, widget.accessibleName(), widget.accessibleDescription()) if part
    )


def _forget_language(qapp: QApplication) -> None:
    """A process has one language, and this one has other tests to run."""
    for translator in qapp.findChildren(QTranslator):
        qapp.removeTranslator(translator)
        translator.deleteLater()
    QLocale.setDefault(QLocale.system())


@asynccontextmanager
async def seated(qapp: QApplication, until: Until) -> AsyncIterator[Seat]:
    """Starts Callboard in this process, and closes its window as the user does."""
    callboard = open_in(qapp)
    assert callboard is not None, "another instance has the window"
    standing: asyncio.Future[Desk] = asyncio.get_running_loop().create_future()
    painted = asyncio.Event()
    callboard.window.painted.connect(painted.set)
    callboard.window.show()
    await painted.wait()
    running = asyncio.create_task(callboard.run(standing.set_result))
    await until(lambda: running.done() or standing.done())
    assert standing.done(), "Callboard gave up"
    callboard.window.activateWindow()
    await until(lambda: callboard.window.isActiveWindow() and callboard.window.pages.count())
    try:
        yield Seat(callboard.window, standing.result(), until)
    finally:
        callboard.window.close()
        code = await running
        callboard.window.deleteLater()
        _forget_language(qapp)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert code == 0
