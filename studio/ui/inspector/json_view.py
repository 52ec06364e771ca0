"""A body as a tree with search, or as the bytes it is. Bodies of 20 MB open without a stall.

It is read on the GUI thread, 7 ms at a time: a thread of Python would hold the interpreter's lock
just as long, and every call that Qt makes into Python while painting would wait for it.
"""

from collections.abc import Callable, Iterable, Mapping

from PySide6.QtCore import QElapsedTimer, QLocale, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from studio.core.finding import Query
from studio.harness.inspection_ports import JsonPath
from studio.ui.accessible import announce
from studio.ui.buttons import icon_button
from studio.ui.chat.big_text import BigText
from studio.ui.chat.find_field import FindField
from studio.ui.chat.whole_text import WholeText
from studio.ui.focus import focus_goes_to
from studio.ui.icons import Icon, icon
from studio.ui.inspector.json_index import JsonIndex, shown
from studio.ui.inspector.json_model import Mark
from studio.ui.inspector.json_tree import JsonTree
from studio.ui.near_keys import NearKeys
from studio.ui.texts import size
from studio.ui.theme import Theme

_SLICE_MS = 7
_STEPS = 200
_TREE, _RAW, _READING = range(3)


class JsonView(QWidget):
    """Belongs to the tab it stands in. What is no JSON is shown as text.

    Signals: `path_selected(path)`, `path_hovered(path)`, `ready()` when a body has been read.
    """

    path_selected = Signal(object)
    path_hovered = Signal(object)
    ready = Signal()

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._name = name
        self._body = b""
        self._index: JsonIndex | None = None
        self._marks: dict[JsonPath, Mark] = {}
        self._wanted: tuple[JsonPath, bool] | None = None
        self.raw_text: BigText | None = None
        self.tree = JsonTree(theme, name)
        self.tree.path_selected.connect(self.path_selected)
        self.tree.path_hovered.connect(self.path_hovered)
        self.tree.whole_wanted.connect(self._show_whole)
        self.tree.finder.changed.connect(self._tell_hits)
        self._reading = QTimer(self)
        self._reading.setInterval(0)
        self._reading.setSingleShot(True)
        self._reading.timeout.connect(self._read_on)
        self._build()
        find = QKeySequence(QKeySequence.StandardKey.Find).toString()
        next_, before = (lambda: self._go_by(1)), (lambda: self._go_by(-1))
        NearKeys(self, {find: self._begin_to_find, "F3": next_, "Shift+F3": before})
        theme.changed.connect(self._paint_icons)
        self._paint_icons()
        focus_goes_to(self, self.tree)

    @property
    def name(self) -> str:
        """What it shows, as a screen reader says it."""
        return self._name

    @property
    def body(self) -> bytes:
        return self._body

    @property
    def is_ready(self) -> bool:
        return self._index is not None and self._index.is_complete

    @property
    def index(self) -> JsonIndex | None:
        """What was read of the body; None where nothing is shown."""
        return self._index

    def show_body(self, body: bytes | str) -> None:
        """Shows another body; marks and places asked for are those of the new one from now on."""
        self._body = body.encode("utf-8", "surrogatepass") if isinstance(body, str) else body
        self._marks, self._wanted = {}, None
        self.tree.show_index(None)
        self._drop_raw()
        self.raw.setChecked(False)
        self.note.hide()
        self._index = JsonIndex(self._body)
        self._pages.setCurrentIndex(_READING)
        self._read_on()

    def clear(self) -> None:
        """Shows nothing."""
        self.show_body(b"")

    def mark(self, paths: Iterable[JsonPath], kind: Mark) -> None:
        """Marks more values; those of this kind before are marked no longer."""
        kept = {path: mark for path, mark in self._marks.items() if mark is not kind}
        self.set_marks({**kept, **dict.fromkeys(paths, kind)})

    def set_marks(self, marks: Mapping[JsonPath, Mark]) -> None:
        """Replaces all marks."""
        self._marks = dict(marks)
        if self.is_ready:
            self.tree.set_marks(self._marks)

    def reveal(self, path: JsonPath, *, select: bool = True) -> bool:
        """Unfolds and scrolls to a value, as soon as the body has been read."""
        if self.is_ready:
            return self.tree.reveal(path, select=select)
        self._wanted = (path, select)
        return True

    def _build(self) -> None:
        self.note = QLabel()
        self.note.setProperty("kind", "warning")
        self.note.setWordWrap(True)
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.hide()
        self._progress = QLabel()
        self._progress.setProperty("kind", "muted")
        self._progress.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.tree)
        raw_page = QWidget()
        self._raw_room = QVBoxLayout(raw_page)
        self._raw_room.setContentsMargins(0, 0, 0, 0)
        self._pages.addWidget(raw_page)
        self._pages.addWidget(self._progress)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(self._build_bar())
        layout.addWidget(self.note)
        layout.addWidget(self._pages, 1)

    def _build_bar(self) -> QHBoxLayout:
        self.field = FindField(self.tr("Find names and values"))
        self.field.textChanged.connect(self._search)
        self.field.next_wanted.connect(lambda: self._go_by(1))
        self.field.previous_wanted.connect(lambda: self._go_by(-1))
        self.field.left.connect(self._leave_field)
        self.count = QLabel()
        self.count.setProperty("kind", "muted")
        self.previous = self._icon_button(self.tr("Previous hit"), lambda: self._go_by(-1))
        self.next = self._icon_button(self.tr("Next hit"), lambda: self._go_by(1))
        self.raw = QPushButton(self.tr("Raw"))
        self.raw.setProperty("kind", "flat")
        self.raw.setCheckable(True)
        self.raw.setAutoDefault(False)
        self.raw.setToolTip(self.tr("Show the bytes as they are"))
        self.raw.toggled.connect(self._show_raw)
        row = QHBoxLayout()
        row.setSpacing(4)
        row.addWidget(self.field, 1)
        for each in (self.count, self.previous, self.next, self.raw):
            row.addWidget(each)
        return row

    def _icon_button(self, name: str, act: Callable[[], object]) -> QToolButton:
        button = icon_button(name)
        button.setFixedSize(26, 28)
        button.setEnabled(False)
        button.clicked.connect(act)
        return button

    def _read_on(self) -> None:
        index = self._index
        if index is None or index.is_complete:
            self._finish()
            return
        clock = QElapsedTimer()
        clock.start()
        while not index.is_complete and clock.elapsed() < _SLICE_MS:
            index.read(_STEPS)
        if index.is_complete:
            self._finish()
            return
        percent = QLocale().toString(int(index.progress * 100))
        self._progress.setText(self.tr("Reading {0}: {1} %").format(size(len(self._body)), percent))
        self._reading.start()

    def _finish(self) -> None:
        index = self._index
        if index is None:
            return
        is_json = index.fault is None and len(index) > 0
        self.raw.setVisible(is_json)
        if not is_json:
            self._say_no_json(index)
            self._show_raw(True)
            self.ready.emit()
            return
        if index.is_cut:
            self._note(self.tr("It ends too early: this is what came of it."))
        self.tree.show_index(index)
        self.tree.set_marks(self._marks)
        self._pages.setCurrentIndex(_RAW if self.raw.isChecked() else _TREE)
        if self._wanted is not None:
            wanted, self._wanted = self._wanted, None
            self.tree.reveal(wanted[0], select=wanted[1])
        self.ready.emit()

    def _say_no_json(self, index: JsonIndex) -> None:
        if index.fault is not None and self._body[:1] in (b"{", b"["):
            at = QLocale().toString(index.fault)
            self._note(
                self.tr("This is no valid JSON from byte {0} on; shown as it is.").format(at)
            )

    def _note(self, text: str) -> None:
        self.note.setText(text)
        self.note.show()

    def _show_raw(self, is_raw: bool) -> None:
        if not is_raw:
            self._pages.setCurrentIndex(_TREE)
        else:
            if self.raw_text is None:
                self._make_raw()
            self._pages.setCurrentIndex(_RAW)
        self._search()

    def _make_raw(self) -> None:
        view = self.raw_text = BigText(self._theme, shown(self._body))
        view.setAccessibleName(self.tr("{0}, raw").format(self._name))
        view.finder.changed.connect(self._tell_hits)
        self._raw_room.addWidget(view)

    def _drop_raw(self) -> None:
        if self.raw_text is not None:
            self._raw_room.removeWidget(self.raw_text)
            self.raw_text.hide()
            self.raw_text.deleteLater()
            self.raw_text = None

    @property
    def _is_raw(self) -> bool:
        return self.raw_text is not None and self._pages.currentIndex() == _RAW

    def _search(self) -> None:
        query = Query(self.field.text())
        if self._is_raw and self.raw_text is not None:
            view = self.raw_text
            view.finder.search(query, view.lines.start(view.top_row))
        else:
            chosen = self.tree.chosen()
            self.tree.finder.search(query, 0 if chosen is None else chosen)

    def _go_by(self, step: int) -> None:
        if self._is_raw and self.raw_text is not None:
            self.raw_text.finder.go_by(step)
        else:
            self.tree.finder.go_by(step)
        announce(self.count, self.count.text())

    def _tell_hits(self) -> None:
        raw = self.raw_text if self._is_raw else None
        finder = self.tree.finder if raw is None else raw.finder
        said, number = "", QLocale().toString
        if finder.total:
            total = number(finder.total) + ("" if finder.is_done else "…")
            said = self.tr("{0} of {1}").format(number(finder.number), total)
        elif self.field.text():
            said = self.tr("No hits") if finder.is_done else self.tr("Looking…")
        self.count.setText(said)
        for each in (self.previous, self.next):
            each.setEnabled(finder.total > 0)

    def _begin_to_find(self) -> None:
        self.field.setFocus()
        self.field.selectAll()

    def _leave_field(self) -> None:
        self.field.clear()
        (self.tree if self.raw_text is None or not self._is_raw else self.raw_text).setFocus()

    def _show_whole(self, title: str, text: str) -> None:
        WholeText(self._theme, title or self._name, text, self).show()

    def _paint_icons(self) -> None:
        colour, off = self._theme.palette.text_secondary, self._theme.palette.border_strong
        self.previous.setIcon(icon(Icon.CHEVRON_UP, colour, off))
        self.next.setIcon(icon(Icon.CHEVRON_DOWN, colour, off))

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._paint_icons()
