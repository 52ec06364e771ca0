"""The line on top of a chat: its title, where its words go, and what can be done with it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenu, QToolButton, QWidget

from studio.core.chats import Chat
from studio.harness.trust import ChipFacts
from studio.ui.buttons import icon_button
from studio.ui.chat.choices import ModelChoice
from studio.ui.chat.context_meter import ContextMeter
from studio.ui.chat.trust_chip import TrustChip
from studio.ui.chat_rows import title_of
from studio.ui.elided import ElidedLabel
from studio.ui.icons import Icon, icon
from studio.ui.theme import Theme
from studio.ui.tips import plain_tip

HEIGHT = 52


class ChatHeader(QFrame):
    """Signals: `sidebar_requested()`, `rename_requested()`, `options_requested()`,
    `keep_requested(is_kept)`, `find_requested()`, `export_requested()`, `trace_requested()`,
    `trace_open_requested()`, `delete_requested()`, `trust_requested()`, `inspect_requested()`.
    """

    sidebar_requested = Signal()
    rename_requested = Signal()
    options_requested = Signal()
    keep_requested = Signal(bool)
    find_requested = Signal()
    export_requested = Signal()
    trace_requested = Signal()
    trace_open_requested = Signal()
    delete_requested = Signal()
    trust_requested = Signal()
    inspect_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setProperty("kind", "header")
        self.setFixedHeight(HEIGHT)
        self._sidebar = icon_button(
            _with_keys(self.tr("Show or hide the list of chats ({0})"), "Ctrl+B"), "flat"
        )
        self._sidebar.clicked.connect(self.sidebar_requested)
        self.title = ElidedLabel()
        self.title.setProperty("kind", "heading")
        self.meter = ContextMeter(theme)
        self.cap = QLabel(self.tr("Monthly cap"))
        self.cap.setProperty("kind", "pill-warning")
        self.cap.hide()
        self.place = TrustChip()
        self.place.clicked.connect(self.trust_requested)
        self.not_kept, self.inspect = self._make_not_kept(), self._make_inspect()
        self.menu_button = icon_button(self.tr("What can be done with this chat"), "flat")
        self.menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu_button.setMenu(self._make_menu())
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 0, 12, 0)
        layout.setSpacing(8)
        layout.addWidget(self._sidebar)
        layout.addWidget(self.title, 1)
        for pill in (self.meter, self.cap, self.not_kept, self.place):
            layout.addWidget(pill, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self.inspect)
        layout.addWidget(self.menu_button)
        theme.changed.connect(self._paint_icons)
        self._paint_icons()

    def add_pill(self, pill: QWidget) -> None:
        """Puts something said of this chat before the meter."""
        layout = self.layout()
        if isinstance(layout, QHBoxLayout):
            at = layout.indexOf(self.meter)
            layout.insertWidget(at, pill, 0, Qt.AlignmentFlag.AlignVCenter)

    def show_chat(
        self,
        chat: Chat,
        choice: ModelChoice | None,
        facts: ChipFacts | None = None,
        *,
        may_change_keeping: bool,
    ) -> None:
        """`choice` is who answers, `facts` what of the chat may go there; `may_change_keeping` only
        before anything was stored."""
        self.title.setText(title_of(chat))
        self.not_kept.setVisible(not chat.is_kept)
        self._keep.setChecked(not chat.is_kept)
        self._keep.setEnabled(may_change_keeping)
        self.place.show_place(choice, facts)

    def show_cap(self, sentence: str) -> None:
        """How far the key's monthly cap is used; nothing for an empty sentence."""
        self.cap.setVisible(bool(sentence))
        self.cap.setToolTip(plain_tip(sentence))
        self.cap.setAccessibleDescription(sentence)

    def show_inspecting(self, is_shown: bool) -> None:
        """Whether the inspector is open."""
        self.inspect.setChecked(is_shown)
        self._inspect.setChecked(is_shown)

    @property
    def may_change_keeping(self) -> bool:
        return self._keep.isEnabled()

    def _make_inspect(self) -> QToolButton:
        button = icon_button(
            _with_keys(self.tr("Show or hide the inspector ({0})"), "Ctrl+I"), "flat"
        )
        button.setCheckable(True)
        button.clicked.connect(self.inspect_requested)
        return button

    def _make_not_kept(self) -> QLabel:
        pill = QLabel(self.tr("Not kept"))
        pill.setProperty("kind", "pill")
        pill.setToolTip(self.tr("This chat is gone when Callboard ends."))
        return pill

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
        self._inspect: QAction = menu.addAction(self.tr("Inspector"))
        self._inspect.setCheckable(True)
        self._inspect.setShortcut(QKeySequence("Ctrl+I"))
        self._inspect.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self._inspect.triggered.connect(self.inspect_requested)
        trust = menu.addAction(self.tr("Where did my data go?"))
        trust.triggered.connect(self.trust_requested)
        export = menu.addAction(self.tr("Export…"))
        export.triggered.connect(self.export_requested)
        trace = menu.addAction(self.tr("Export as trace…"))
        trace.triggered.connect(self.trace_requested)
        opening = menu.addAction(self.tr("Open trace…"))
        opening.triggered.connect(self.trace_open_requested)
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
        self.inspect.setIcon(icon(Icon.INSPECT, colour))
        self.menu_button.setIcon(icon(Icon.MENU, colour))


def _with_keys(text: str, keys: str) -> str:
    return text.format(QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText))
