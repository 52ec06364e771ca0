"""Adding a provider: one field for a key, a command, an address or a word to search for."""

from contextlib import aclosing

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget
from shiboken6 import isValid
from typing_extensions import override

from studio.core.pasted import Recognised, recognised
from studio.ui.chat.card_parts import StateIcon, Tone
from studio.ui.fields import LineEdit
from studio.ui.settings.add_list import AddList, AddRow, by_hand, catalogue_rows, server_row
from studio.ui.settings.connect_form import ConnectForm, recognised_text
from studio.ui.settings.errands import Errand, Errands
from studio.ui.settings.form import WIDE_CONTENT_WIDTH
from studio.ui.settings.needs import Needs
from studio.ui.settings.parts import button, labelled
from studio.ui.settings.sheet import NARROW

_PASTED = 8  # so many characters at once were not typed
_LONGEST = 100_000
_LINE_BREAKS = str.maketrans({"\u2028": "\n", "\u2029": "\n", "↵": "\n"})
_MARGIN = 28
_NARROW_MARGIN = 16
_LEAST_WIDTH = 120
_LEAST_HEIGHT = 120


class AddPanel(QWidget):
    """Lives as long as the providers page. Looks for local servers each time it is opened.

    Signals: `saved(profile_id)`; `closed()`.
    """

    saved = Signal(str)
    closed = Signal()

    def __init__(self, needs: Needs, errands: Errands) -> None:
        super().__init__()
        self._needs = needs
        self._errands = errands
        self._errand: Errand | None = None
        self._known = catalogue_rows(needs.catalogue)
        self._servers: list[AddRow] = []
        self._length = 0
        self._build()
        self._place()
        self._connect()

    def open_panel(self) -> None:
        """Empty, with the field ready to be typed or pasted into."""
        self._show_form(is_shown=False)
        self.field.clear()
        self._servers = []
        self._fill()
        self._look()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _build(self) -> None:
        self.field = LineEdit()
        self.field.setMaxLength(_LONGEST)
        placeholder = self.tr("Paste a key, a curl command or an address, or search")
        self.field.setPlaceholderText(placeholder)
        self.field.setAccessibleName(placeholder)
        self.list = AddList()
        self.form = ConnectForm(self._needs, self._errands, self.tr("Add"))
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.close_button = button(self.tr("Cancel"), name=self.tr("Add nothing"))
        self.looking = QWidget()
        icon = StateIcon(self._needs.theme)
        icon.show_tone(Tone.RUNNING, asks=False)
        self.looking_text = labelled("", "muted")
        row = QHBoxLayout(self.looking)
        row.setContentsMargins(2, 0, 2, 0)
        row.setSpacing(10)
        row.addWidget(icon)
        row.addWidget(self.looking_text, 1)
        self._icon = icon

    def _place(self) -> None:
        self._content = QWidget()
        self._content.setMaximumWidth(WIDE_CONTENT_WIDTH)
        top = QHBoxLayout()
        top.addWidget(labelled(self.tr("Add a provider"), "heading"), 1)
        top.addWidget(self.close_button)
        self._column = column = QVBoxLayout(self._content)
        column.setSpacing(12)
        column.addLayout(top)
        column.addWidget(self.field)
        column.addWidget(self.looking)
        column.addWidget(self.list, 1)
        inside = QWidget()
        below = QVBoxLayout(inside)
        below.setContentsMargins(0, 0, 0, 0)
        below.addWidget(self.form)
        below.addStretch(1)
        self.area.setWidget(inside)
        column.addWidget(self.area, 1)
        around = QHBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(self._content, 1)
        # Not what its parts would like: the other pages beside it have to become narrow too.
        self.setMinimumSize(_LEAST_WIDTH, _LEAST_HEIGHT)

    def _connect(self) -> None:
        self.field.textChanged.connect(self._take_text)
        self.field.installEventFilter(self)
        self.list.installEventFilter(self)
        self.list.taken.connect(self._take_row)
        self.form.given_up.connect(self._go_back)
        self.form.saved.connect(self._finish)
        self.close_button.clicked.connect(self._close)

    def _look(self) -> None:
        self._stop_looking()
        self.looking_text.setText(self.tr("Looking for servers on this computer…"))
        self._icon.show_tone(Tone.RUNNING, asks=False)
        self.looking.show()
        self._errand = self._errands.start(self._find(), "settings: find local servers")

    async def _find(self) -> None:
        async with aclosing(self._needs.servers.find()) as servers:
            async for server in servers:
                if isValid(self):
                    self._servers.append(server_row(server, self._needs.catalogue))
                    self._fill()
        if isValid(self):
            self._errand = None
            none = self.tr("No server was found on this computer.")
            self.looking_text.setText(none)
            self._icon.show_tone(Tone.NEUTRAL, asks=False)
            self.looking.setVisible(not self._servers and self.area.isHidden())

    def _stop_looking(self) -> None:
        if self._errand is not None:
            self._errand.cancel()
            self._errand = None

    def _take_text(self, text: str) -> None:
        """What is pasted is read at once; what is typed is searched for, and read at Return."""
        grown = len(text) - self._length
        self._length = len(text)
        if grown >= _PASTED:
            found = self._read()
            if found is not None:
                self._show_found(found)
                return
        self._fill()

    def _read(self) -> Recognised | None:
        text = self.field.text().translate(_LINE_BREAKS)
        return recognised(text, self._needs.catalogue)

    def _fill(self) -> None:
        words = self.field.text().casefold().split()
        rows = [*self._servers, *self._known, by_hand()]
        fitting = [row for row in rows if all(word in row.words for word in words)]
        found = self._read() if words else None
        if found is not None and found.base_url and not found.key:
            line = self.tr("Use this address")
            fitting.insert(0, AddRow(found, found.base_url, line))
        self.list.show_rows(tuple(fitting) or (by_hand(),))

    def _take_return(self) -> None:
        found = self._read()
        if found is not None:
            self._show_found(found)
        else:
            self.list.take()

    def _take_row(self, row: AddRow) -> None:
        self._show(row.found, "")

    def _show_found(self, found: Recognised) -> None:
        of_key = self.tr("key {0}")
        said = self.tr("Recognised: {0}").format(recognised_text(found, of_key))
        self._show(found, said)

    def _show(self, found: Recognised, said: str) -> None:
        """The key leaves the field in which it can be read."""
        self.field.clear()
        self._show_form(is_shown=True)
        self.form.show_found(found, said)

    def _show_form(self, *, is_shown: bool) -> None:
        self.area.setVisible(is_shown)
        self.field.setVisible(not is_shown)
        self.list.setVisible(not is_shown)
        self.looking.setVisible(not is_shown and not self._servers)

    def _go_back(self) -> None:
        self.form.forget()
        self._show_form(is_shown=False)
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _finish(self, profile_id: str) -> None:
        self._stop_looking()
        self.saved.emit(profile_id)

    def _close(self) -> None:
        self.form.forget()
        self.field.clear()
        self._stop_looking()
        self.closed.emit()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The arrows move in the list while the field has the focus; Return takes."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return super().eventFilter(watched, event)
        if watched is self.field and not self.field.is_composing:
            if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
                self.list.step(1 if event.key() == Qt.Key.Key_Down else -1)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._take_return()
                return True
        return super().eventFilter(watched, event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc goes one step back, not out of the settings."""
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self.area.isHidden():
            self._close()
        else:
            self._go_back()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_narrow = self.width() < NARROW
        margin = _NARROW_MARGIN if is_narrow else _MARGIN
        self._column.setContentsMargins(margin, 22, margin, 14)
        self.form.form.set_narrow(is_narrow)

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():  # which it is when the window is only minimised
            self.form.forget()
            self.field.clear()
            self._stop_looking()
