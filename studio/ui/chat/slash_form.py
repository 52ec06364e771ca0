"""The blanks of a prompt or of a resource template, filled in above the message."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget
from typing_extensions import override

from studio.harness.server_ports import PromptArgument
from studio.ui.fields import LineEdit
from studio.ui.visible import visible

_QUIET_MS = 250
_MOST_SUGGESTIONS = 6


class BlanksForm(QFrame):
    """Lives while it is filled in.

    Signals: `filled(values)`, whole where something is demanded; `given_up()`;
    `typed(name, value)` after a pause, to be answered by `suggest`.
    """

    filled = Signal(object)
    given_up = Signal()
    typed = Signal(str, str)

    def __init__(self, title: str, blanks: Sequence[PromptArgument], action: str) -> None:
        super().__init__()
        self._blanks = tuple(blanks)
        self.edits: dict[str, LineEdit] = {}
        self._rooms: dict[str, QHBoxLayout] = {}
        self._last = ""
        self.setAccessibleName(title)
        self.take = _button(action, "primary")
        self.cancel = _button(self.tr("Cancel"))
        self.fault = _label("", "danger")
        self.fault.hide()
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(_QUIET_MS)
        self._quiet.timeout.connect(self._tell_typed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 4)
        column.setSpacing(6)
        column.addWidget(_label(title, "bold"))
        for blank in self._blanks:
            self._add(blank, column)
        column.addWidget(self.fault)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.take)
        row.addWidget(self.cancel)
        row.addStretch(1)
        column.addLayout(row)
        self.take.clicked.connect(self.submit)
        self.cancel.clicked.connect(self.given_up)

    def enter(self) -> None:
        """The focus goes to the first blank."""
        first: QWidget = next(iter(self.edits.values()), None) or self.take
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def values(self) -> Mapping[str, str]:
        """Without those that are empty."""
        return {name: edit.text() for name, edit in self.edits.items() if edit.text()}

    def submit(self) -> None:
        missing = [
            one.name
            for one in self._blanks
            if one.is_required and not self.edits[one.name].text().strip()
        ]
        if missing:
            self.show_fault(self.tr("Fill in {0}.").format(visible(", ".join(missing))))
            self.edits[missing[0]].setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self.filled.emit(self.values())

    def show_fault(self, sentence: str) -> None:
        self.fault.setText(sentence)
        self.fault.setVisible(bool(sentence))

    def show_busy(self, *, is_busy: bool) -> None:
        self.take.setEnabled(not is_busy)

    def suggest(self, name: str, values: Sequence[str]) -> None:
        """What the server would complete the blank with."""
        room = self._rooms[name]
        while (item := room.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for value in values[:_MOST_SUGGESTIONS]:
            offer = _button(visible(value)[:60], "link")
            offer.setAccessibleName(self.tr("Take {0}").format(visible(value)))
            offer.clicked.connect(lambda _=False, text=value: self._take(name, text))
            room.addWidget(offer)
        if values:
            room.addStretch(1)

    def _add(self, blank: PromptArgument, column: QVBoxLayout) -> None:
        shown = visible(blank.name)
        caption = shown if blank.is_required else self.tr("{0} (may be empty)").format(shown)
        edit = LineEdit()
        edit.setPlaceholderText(visible(blank.description)[:200])
        edit.setAccessibleName(caption)
        edit.setAccessibleDescription(visible(blank.description))
        edit.textEdited.connect(lambda: self._wait(blank.name))
        edit.returnPressed.connect(self.submit)
        label = _label(caption, "secondary")
        label.setBuddy(edit)
        self.edits[blank.name] = edit
        self._rooms[blank.name] = QHBoxLayout()
        self._rooms[blank.name].setSpacing(2)
        column.addWidget(label)
        column.addWidget(edit)
        column.addLayout(self._rooms[blank.name])

    def _take(self, name: str, value: str) -> None:
        self.edits[name].setText(value)
        self.edits[name].setFocus(Qt.FocusReason.OtherFocusReason)
        self.suggest(name, ())

    def _wait(self, name: str) -> None:
        self.show_fault("")
        self._last = name
        self._quiet.start()

    def _tell_typed(self) -> None:
        self.typed.emit(self._last, self.edits[self._last].text())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.given_up.emit()
        else:
            super().keyPressEvent(event)


def _label(text: str, kind: str) -> QLabel:
    label = QLabel(visible(text))
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("kind", kind)
    label.setWordWrap(True)
    return label


def _button(text: str, kind: str = "") -> QPushButton:
    button = QPushButton(text)
    button.setAutoDefault(False)
    if kind:
        button.setProperty("kind", kind)
    return button
