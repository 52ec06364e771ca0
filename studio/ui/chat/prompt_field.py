"""Where a prompt is typed: plain text only, growing with what is in it."""

from PySide6.QtCore import QEvent, QMimeData, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QFocusEvent, QInputMethodEvent, QKeyEvent, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget
from typing_extensions import override

from studio.ui.chat.drop_area import brings_files, brought
from studio.ui.fields import COMPOSING_KEYS
from studio.ui.theme import FontKind, Theme

# One line of a million characters takes Qt half a minute to lay out, so that a long paste is kept
# beside the field. These still appear in an instant, in whatever lines they come.
MAX_TYPED = 30_000
_MINIMUM_LINES = 1
_MARGIN = 2
_SHARE_OF_PAGE = 0.4
_FIRST_ROOM = 240


class PromptField(QPlainTextEdit):
    """Signals: `submitted()` on Return; `pasted_long(text)`, for a paste that is not put into the
    field because it would freeze it; `recalled()` on Up where nothing is typed;
    `pasted_files(Brought)`; `focus_changed(has_focus)`.

    Shift+Return breaks the line. The Return that ends an input method's composing does neither.
    """

    submitted = Signal()
    pasted_long = Signal(str)
    recalled = Signal()
    pasted_files = Signal(object)
    focus_changed = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_composing = False
        self._room = _FIRST_ROOM
        self._theme = theme
        self.setFont(theme.font(FontKind.TEXT))
        theme.changed.connect(self._take_font)
        self.setTabChangesFocus(True)
        self.setAccessibleName(self.tr("Message"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(_MARGIN)
        # Told once for each line that is laid out: a long text would fit itself thousandfold.
        self._fitting = QTimer(self)
        self._fitting.setSingleShot(True)
        self._fitting.timeout.connect(self._fit)
        self.document().documentLayout().documentSizeChanged.connect(self._fit_soon)
        self._fit()

    def limit_to(self, height_of_page: int) -> None:
        """Grows to two fifths of the page at most, then scrolls."""
        self._room = round(height_of_page * _SHARE_OF_PAGE)
        self._fit()

    def _take_font(self) -> None:
        """Text that was zoomed is typed as large as it is read."""
        font = self._theme.font(FontKind.TEXT)
        self.setFont(font)
        # WORKAROUND: under a style sheet its own font stays, in which the placeholder is drawn.
        self.viewport().setFont(font)
        self._fit_soon()

    def _is_all_in_sight(self) -> bool:
        return self.verticalScrollBar().maximum() == 0

    def _fit_soon(self) -> None:
        if not self._fitting.isActive():
            self._fitting.start(0)

    def _fit(self) -> None:
        # A plain text document tells its height in lines.
        lines = max(_MINIMUM_LINES, round(self.document().size().height()))
        wanted = lines * self.fontMetrics().lineSpacing() + 2 * _MARGIN + 2
        least = _MINIMUM_LINES * self.fontMetrics().lineSpacing() + 2 * _MARGIN + 2
        height = min(wanted, max(self._room, 3 * least))
        needs_bar = height < wanted
        self.setVerticalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAsNeeded
            if needs_bar
            else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        )
        if height != self.height():
            self.setFixedHeight(height)

    @override
    def sizeHint(self) -> QSize:
        return QSize(300, self.minimumHeight())

    @override
    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasText() or brings_files(source)

    @override
    def insertFromMimeData(self, source: QMimeData) -> None:
        if brings_files(source):
            self.pasted_files.emit(brought(source))
            return
        # Null characters end the text for some servers, and no keyboard types them.
        text = source.text().replace("\0", "")
        if len(text) + self.document().characterCount() > MAX_TYPED:
            self.pasted_long.emit(text)
            return
        self.textCursor().insertText(text)
        self.ensureCursorVisible()

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if brings_files(event.mimeData()):
            event.ignore()  # left to the page, which shows where to drop them
            return
        super().dragEnterEvent(event)

    @override
    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._is_composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    @override
    def event(self, event: QEvent) -> bool:
        is_ours = isinstance(event, QKeyEvent) and event.key() in COMPOSING_KEYS
        if self._is_composing and is_ours and event.type() is QEvent.Type.ShortcutOverride:
            # Else a shortcut on the same key would take what belongs to the input method.
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._is_composing and event.key() in COMPOSING_KEYS:
            event.accept()
            return
        is_return = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_return and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            event.accept()
            self.submitted.emit()
            return
        if event.key() == Qt.Key.Key_Up and self.document().isEmpty():
            event.accept()
            self.recalled.emit()
            return
        pages = event.key() in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
        if event.key() == Qt.Key.Key_Escape or (pages and self._is_all_in_sight()):
            # Left to the page: it stops the answer, or moves the transcript.
            event.ignore()
            return
        super().keyPressEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_changed.emit(True)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_changed.emit(False)
