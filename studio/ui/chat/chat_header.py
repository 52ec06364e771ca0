"""The line on top of a chat: its title, where its words go, and what can be done with it."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenu, QToolButton, QWidget

from studio.core.chats import Chat
from studio.ui.chat.choices import ModelChoice
from studio.ui.chat.context_meter import ContextMeter
from studio.ui.chat_rows import title_of
from studio.ui.elided import ElidedLabel
from studio.ui.icons import Icon, icon
from studio.ui.theme import Theme
from studio.ui.tips import plain_tip

HEIGHT = 52


class ChatHeader(QFrame):
    """Signals: `sidebar_requested()`, `rename_requested()`, `options_requested()`,
    `keep_requested(is_kept)`, `find_requested()`, `export_requested()`, `delete_requested()`.
    """

    sidebar_requested = Signal()
    rename_requested = Signal()
    options_requested = Signal()
    keep_requested = Signal(bool)
    find_requested = Signal()
    export_requested = Signal()
    delete_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setProperty("kind", "header")
        self.setFixedHeight(HEIGHT)
        keys = QKeySequence("Ctrl+B").toString(QKeySequence.SequenceFormat.NativeText)
        hint = self.tr("Show or hide the list of chats ({0})").format(keys)
        self._sidebar = _flat_button(hint)
        self._sidebar.clicked.connect(self.sidebar_requested)
        self.title = ElidedLabel()
        self.title.setProperty("kind", "heading")
        self.meter = ContextMeter(theme)
        self.cap = QLabel(self.tr("Monthly cap"))
        self.cap.setProperty("kind", "pill-warning")
        self.cap.hide()
        self.place = QLabel()
        self.not_kept = QLabel(self.tr("Not kept"))
        self.not_kept.setProperty("kind", "pill")
        self.not_kept.setToolTip(self.tr("This chat is gone when Callboard ends."))
        self.menu_button = _flat_button(self.tr("What can be done with this chat"))
        self.menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu_button.setMenu(self._make_menu())
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 0, 12, 0)
        layout.setSpacing(8)
        layout.addWidget(self._sidebar)
        layout.addWidget(self.title, 1)
        for pill in (self.meter, self.cap, self.not_kept, self.place):
            layout.addWidget(pill, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self.menu_button)
        theme.changed.connect(self._paint_icons)
        self._paint_icons()

    def show_chat(
        self, chat: Chat, choice: ModelChoice | None, *, may_change_keeping: bool
    ) -> None:
        """`choice` is who answers; `may_change_keeping` only before anything was stored."""
        self.title.setText(title_of(chat))
        self.not_kept.setVisible(not chat.is_kept)
        self._keep.setChecked(not chat.is_kept)
        self._keep.setEnabled(may_change_keeping)
        self.place.setVisible(choice is not None)
        if choice is not None:
            self._show_place(choice)

    def show_cap(self, sentence: str) -> None:
        """How far the key's monthly cap is used; nothing for an empty sentence."""
        self.cap.setVisible(bool(sentence))
        self.cap.setToolTip(plain_tip(sentence))
        self.cap.setAccessibleDescription(sentence)

    @property
    def may_change_keeping(self) -> bool:
        return self._keep.isEnabled()

    def _show_place(self, choice: ModelChoice) -> None:
        if choice.stays_here:
            text, kind = self.tr("Stays on this computer"), "pill-success"
            hint = self.tr("Nothing you write in this chat leaves this computer.")
        else:
            text, kind = self.tr("Goes to {0}").format(choice.profile_name), "pill"
            hint = self.tr("What you write in this chat is sent to {0}.").format(
                choice.profile_name
            )
        room = 200
        self.place.setTextFormat(Qt.TextFormat.PlainText)
        self.place.setText(
            self.place.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room)
        )
        self.place.setAccessibleName(text)
        self.place.setToolTip(plain_tip(hint))
        if self.place.property("kind") != kind:
            self.place.setProperty("kind", kind)
            self.place.style().unpolish(self.place)
            self.place.style().polish(self.place)

    def _make_menu(self) -> QMenu:
        menu = QMenu(self)
        rename = menu.addAction(self.tr("Rename…"))
        rename.triggered.connect(self.rename_requested)
        options = menu.addAction(self.tr("Chat settings…"))
        options.triggered.connect(self.options_requested)
        find = menu.addAction(self.tr("Find…"))
        find.setShortcut(QKeySequence(QKeySequence.StandardKey.Find))
        find.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        find.triggered.connect(self.find_requested)
        export = menu.addAction(self.tr("Export…"))
        export.triggered.connect(self.export_requested)
        self._keep: QAction = menu.addAction(self.tr("Don't keep this chat"))
        self._keep.setCheckable(True)
        self._keep.triggered.connect(lambda is_off: self.keep_requested.emit(not is_off))
        menu.addSeparator()
        delete = menu.addAction(self.tr("Delete"))
        delete.triggered.connect(self.delete_requested)
        return menu

    def _paint_icons(self) -> None:
        colour = self._theme.palette.text_secondary
        self._sidebar.setIcon(icon(Icon.SIDEBAR, colour))
        self.menu_button.setIcon(icon(Icon.MENU, colour))


def _flat_button(name: str) -> QToolButton:
    button = QToolButton()
    button.setProperty("kind", "flat")
    button.setIconSize(QSize(16, 16))
    button.setToolTip(name)
    button.setAccessibleName(name)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
