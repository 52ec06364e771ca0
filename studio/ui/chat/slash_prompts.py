"""Prompts of servers as slash commands: `/` at the beginning of a message offers them."""

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout
from shiboken6 import isValid
from typing_extensions import override

from studio.core.errors import StudioError
from studio.ui.chat.attaching import Spawn
from studio.ui.chat.composer import Composer
from studio.ui.chat.slash_form import BlanksForm
from studio.ui.chat.slash_list import OfferList
from studio.ui.chat.slash_offers import OfferedPrompt, ServerOffers
from studio.ui.failure_texts import failure_text

_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_TAKING = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab})
_LONGEST = 100  # of what may be the beginning of a name


class SlashPrompts(QObject):
    """One for each page, gone with its composer. The strip stands above the field and hides
    nothing; typing stays in the field."""

    def __init__(self, offers: ServerOffers, composer: Composer, spawn: Spawn) -> None:
        super().__init__(composer)
        self._offers = offers
        self._composer = composer
        self._spawn = spawn
        self._is_composing = False
        self._refused = ""  # what stood in the field when the user closed the list
        self._work = 0  # the newest work; what an older one brings comes too late
        self.form: BlanksForm | None = None
        self.strip = QFrame()
        self.list = OfferList(self.tr("Prompts of servers"))
        self.said = QLabel()
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        self.said.setWordWrap(True)
        self.said.setProperty("kind", "secondary")
        self._column = QVBoxLayout(self.strip)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self._column.addWidget(self.list)
        self._column.addWidget(self.said)
        self.strip.hide()
        self.said.hide()
        composer.put_above(self.strip)
        composer.field.installEventFilter(self)
        composer.field.textChanged.connect(self._look)
        self.list.taken.connect(self.take)

    def take(self, offer: object) -> None:
        """Fetches a prompt at once, or asks for its blanks first."""
        if not isinstance(offer, OfferedPrompt):
            return
        if not offer.prompt.arguments:
            self._fetch(offer, {})
            return
        title = f"/{offer.prompt.name} · {offer.server_name}"
        form = BlanksForm(title, offer.prompt.arguments, self.tr("Insert"))
        form.filled.connect(lambda values: self._fetch(offer, values))
        form.given_up.connect(self.close)
        form.typed.connect(lambda name, value: self._complete(offer, name, value))
        self._drop_form()
        self.form = form
        self._column.addWidget(form)
        self.list.hide()
        self.said.hide()
        self.strip.show()
        form.show()
        form.enter()

    def close(self) -> None:
        """What is typed stays; nothing is offered for it any more."""
        self._work += 1
        self._refused = self._composer.field.toPlainText()
        self._drop_form()
        self.strip.hide()
        self._composer.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _look(self) -> None:
        text = self._composer.field.toPlainText()
        if self.form is not None or text == self._refused:
            return
        self._refused = ""
        is_command = text.startswith("/") and len(text) < _LONGEST and len(text.split()) == 1
        fitting = self._fitting(text[1:].casefold()) if is_command and text == text.strip() else []
        self.list.show_offers([(_line(one), one.prompt.description, one) for one in fitting])
        self.list.setVisible(bool(fitting))
        self.said.hide()
        self.strip.setVisible(bool(fitting))

    def _fitting(self, word: str) -> list[OfferedPrompt]:
        """Names that begin so come first."""
        found = [
            one
            for one in self._offers.prompts()
            if word in f"{one.prompt.name} {one.server_name}".casefold()
        ]
        return sorted(found, key=lambda one: not one.prompt.name.casefold().startswith(word))

    def _fetch(self, offer: OfferedPrompt, values: Mapping[str, str]) -> None:
        self._work += 1
        if self.form is not None:
            self.form.show_busy(is_busy=True)
        self.list.hide()
        self._say(self.tr("Asking {0}…").format(offer.server_name))
        self._spawn(self._fetched(offer, values, self._work), "fetch a server's prompt")

    async def _fetched(self, offer: OfferedPrompt, values: Mapping[str, str], work: int) -> None:
        try:
            name = offer.prompt.name
            words = await self._offers.host.prompt(offer.server_id, name, values)
        except StudioError as error:
            if isValid(self) and work == self._work:
                self._tell(error)
            return
        if isValid(self) and work == self._work:
            self._drop_form()
            self.strip.hide()
            self._refused = words  # a prompt that begins with a slash is no command again
            self._composer.set_text(words)
            self._composer.flush_draft()
            self._composer.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _tell(self, error: StudioError) -> None:
        text = failure_text(error.failure)
        said = " ".join(filter(None, (text.title, error.failure.message)))
        if self.form is None:
            self._say(said)
            return
        self.said.hide()
        self.form.show_fault(said)
        self.form.show_busy(is_busy=False)

    def _say(self, text: str) -> None:
        self.said.setText(text)
        self.said.show()
        self.strip.show()

    def _complete(self, offer: OfferedPrompt, name: str, value: str) -> None:
        form = self.form

        async def work() -> None:
            found = await self._offers.suggestions(offer.server_id, offer.prompt.name, name, value)
            if found and isValid(self) and form is not None and form is self.form:
                form.suggest(name, found)

        self._spawn(work(), "complete a blank of a prompt")

    def _drop_form(self) -> None:
        if self.form is not None:
            self.form.hide()
            self.form.deleteLater()
            self.form = None

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QInputMethodEvent):
            self._is_composing = bool(event.preeditString())
        is_key = isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress
        if is_key and not self._is_composing and not self.strip.isHidden():
            return self._take_key(event)
        return super().eventFilter(watched, event)

    def _take_key(self, event: QEvent) -> bool:
        key = Qt.Key(event.key()) if isinstance(event, QKeyEvent) else Qt.Key.Key_unknown
        if key == Qt.Key.Key_Escape:
            self.close()
        elif self.list.isHidden():
            return False
        elif key in _STEPS:
            self.list.step(_STEPS[key])
        elif key in _TAKING:
            self.take(self.list.offer)
        else:
            return False
        return True


def _line(offer: OfferedPrompt) -> str:
    words = (f"/{offer.prompt.name}", offer.server_name, offer.prompt.description)
    return " · ".join(filter(None, words))
