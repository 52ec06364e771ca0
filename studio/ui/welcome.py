"""The first thing a new user sees: three ways to begin."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QPlainTextEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from studio.core.pasted import Recognised, recognised
from studio.ui.focus import focus_goes_to
from studio.ui.settings.errands import Errands
from studio.ui.settings.needs import Needs
from studio.ui.settings.notices import Notices
from studio.ui.settings.parts import button, bytes_text, labelled, painted
from studio.ui.theme import FontKind

_CONNECT = "studio.ui.welcome_connect"
_WIDTH = 720
_NARROW = 560
_LINES = 3
_QUIET_MILLISECONDS = 400


class WelcomePage(QWidget):
    """Lives until the first choice was made, and comes again while no provider is there.

    Signals: `provider_ready(profile_id)`; `practice_chosen()`; `small_model_chosen()`;
    `settings_requested()`.
    """

    provider_ready = Signal(str)
    practice_chosen = Signal()
    small_model_chosen = Signal()
    settings_requested = Signal()

    def __init__(self, needs: Needs) -> None:
        super().__init__()
        painted(self, "page")
        self._needs = needs
        self._errands = Errands(needs.spawn, self)
        self.notices = Notices(self._errands)
        self._made: Any = None
        self._is_narrow = False
        self._build_connect()
        self._build_others()
        self._place()
        self._connect()
        self._show_form(is_shown=False)

    def _build_connect(self) -> None:
        self.paste = QPlainTextEdit()
        self.paste.setProperty("kind", "field")
        self.paste.setFont(self._needs.theme.font(FontKind.CODE))
        self.paste.setPlaceholderText(self.tr("Paste an API key, a base URL or a curl command"))
        self.paste.setAccessibleName(self.tr("API key, base URL or curl command"))
        self.paste.setTabChangesFocus(True)
        self.paste.setFixedHeight(self.paste.fontMetrics().lineSpacing() * _LINES + 20)
        self.hint = labelled("", "muted")
        self.by_hand = button(self.tr("Set it up by hand"), "link")
        focus_goes_to(self, self.paste)
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(_QUIET_MILLISECONDS)

    def _build_others(self) -> None:
        self.practice = button(self.tr("Start the tour"))
        self.small = button(self.tr("Try it"), name=self.tr("Try the small model"))
        self.small.setEnabled(False)
        self.small_state = labelled(self.tr("Looking for it…"), "muted")

    def _place(self) -> None:
        self.content = QWidget()
        self.content.setMaximumWidth(_WIDTH)
        column = QVBoxLayout(self.content)
        column.setContentsMargins(24, 32, 24, 24)
        column.setSpacing(14)
        column.addStretch(1)
        column.addWidget(labelled(self.tr("Welcome to Callboard"), "title"))
        promise = self.tr(
            "Talk to language models and see what they really do. How would you like to begin?"
        )
        column.addWidget(labelled(promise, "secondary"))
        column.addSpacing(6)
        column.addWidget(self._connect_card())
        self._pair = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._pair.setSpacing(14)
        self._pair.addWidget(self._practice_card(), 1)
        self._pair.addWidget(self._small_card(), 1)
        column.addLayout(self._pair)
        column.addStretch(2)
        self.area = area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        area.setWidget(self.content)
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(area, 1)
        around.addWidget(self.notices)

    def _connect_card(self) -> QFrame:
        text = self.tr(
            "Callboard finds out which provider it is for. The key goes into the system keyring."
        )
        card, column = self._card(self.tr("Connect a provider"), text)
        for widget in (self.paste, self.hint, self.by_hand):
            column.addWidget(widget)
        self._connect_column = column
        return card

    @property
    def connect_form(self) -> Any:
        """A `WelcomeConnect`, loaded and made when something was pasted: who takes the tour needs
        none of it."""
        if self._made is None:
            made = self._made = import_module(_CONNECT).WelcomeConnect(self._needs, self._errands)
            made.hide()
            made.set_narrow(self._is_narrow)
            made.given_up.connect(lambda: self._show_form(is_shown=False))
            made.ready.connect(self._finish)
            self._connect_column.addWidget(made)
        return self._made

    def _practice_card(self) -> QFrame:
        text = self.tr(
            "A tour through everything Callboard does, offline and without a key. It plays a "
            "script: there is no model behind it."
        )
        card, column = self._card(self.tr("Practice tour"), text)
        column.addStretch(1)
        column.addWidget(self.practice)
        return card

    def _small_card(self) -> QFrame:
        text = self.tr(
            "SmolLM2 with 135 million parameters, right here on this computer. A toy: fluent, and "
            "often wrong."
        )
        card, column = self._card(self.tr("Try the small model"), text)
        column.addWidget(self.small_state)
        column.addStretch(1)
        column.addWidget(self.small)
        return card

    def _card(self, title: str, text: str) -> tuple[QFrame, QVBoxLayout]:
        card = QFrame()
        card.setProperty("kind", "card")
        card.setAccessibleName(title)
        column = QVBoxLayout(card)
        column.setContentsMargins(18, 16, 18, 16)
        column.setSpacing(8)
        column.addWidget(labelled(title, "heading"))
        column.addWidget(labelled(text, "secondary"))
        return card, column

    def _connect(self) -> None:
        self.paste.textChanged.connect(self._quiet.start)
        self._quiet.timeout.connect(self.read)
        self.by_hand.clicked.connect(lambda: self._choose(self.settings_requested.emit))
        self.practice.clicked.connect(lambda: self._choose(self.practice_chosen.emit))
        self.small.clicked.connect(lambda: self._choose(self.small_model_chosen.emit))

    async def finish(self) -> None:
        """At exit: what is being saved is done before Callboard ends."""
        await self._errands.finish()

    def read(self) -> None:
        """Reads what was pasted, and takes it out of sight once it is understood."""
        self._quiet.stop()
        text = self.paste.toPlainText()
        found = recognised(text, self._needs.catalogue)
        if found is None:
            unknown = self.tr("This is no key, no address and no curl command that can be read.")
            self.hint.setText(unknown if text.strip() else "")
            self.hint.setVisible(bool(text.strip()))
            return
        self._clear_paste()
        self._show_form(is_shown=True)
        self.connect_form.show_found(found)
        self._tell_found(found)

    def _tell_found(self, found: Recognised) -> None:
        if found.row is not None:
            text = self.tr("This looks like {0}.").format(found.row.name)
        elif found.base_url:
            text = self.tr("An address that Callboard does not know. Check the fields.")
        else:
            text = self.tr("A key that Callboard does not know. Choose whose it is.")
        self.hint.setText(text)
        self.hint.show()

    def _clear_paste(self) -> None:
        """Undo would bring the key back: the history goes too."""
        self.paste.setPlainText("")
        self.paste.document().clearUndoRedoStacks()
        self._quiet.stop()

    def _show_form(self, *, is_shown: bool) -> None:
        if is_shown or self._made is not None:
            self.connect_form.setVisible(is_shown)
        self.paste.setVisible(not is_shown)
        self.by_hand.setVisible(not is_shown)
        self.hint.hide()
        if not is_shown:
            if self._made is not None:
                self._made.forget()
            self.paste.setFocus()

    def _finish(self, profile_id: str) -> None:
        self._show_form(is_shown=False)
        self._choose(lambda: self.provider_ready.emit(profile_id))

    def _choose(self, tell: Callable[[], None]) -> None:
        """A choice was made: Callboard begins with it, and not here, from the next start on."""
        work = self._needs.preferences.change(has_seen_welcome=True)
        self._errands.start(work, "welcome: seen")
        tell()

    async def _look_for_small_model(self) -> None:
        files = await self._needs.local_models.files(())
        bundled = [file for file in files if file.is_bundled]
        self.small.setEnabled(bool(bundled))
        if bundled:
            size = bytes_text(bundled[0].size)
            self.small_state.setText(self.tr("{0}, nothing leaves this computer.").format(size))
        else:
            self.small_state.setText(
                self.tr("It is not installed here. Any GGUF file works too: see the settings.")
            )

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._errands.start(self._look_for_small_model(), "welcome: look for the small model")

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_narrow = self.width() < _NARROW
        direction = QBoxLayout.Direction
        self._pair.setDirection(direction.TopToBottom if is_narrow else direction.LeftToRight)
        self._is_narrow = is_narrow
        if self._made is not None:
            self._made.set_narrow(is_narrow)
