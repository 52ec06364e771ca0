"""The user's prompt: a bubble at the right edge of the column."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QCoreApplication, QLocale, QRect, QRectF, Signal
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from shiboken6 import isValid
from typing_extensions import override

from studio.core.messages import Attachment
from studio.ui.chat.bubble import PADDING, bubble_room
from studio.ui.chat.documents import Writer
from studio.ui.chat.file_tile import FileTile
from studio.ui.chat.mirroring import mirrored, reads_from_right
from studio.ui.chat.parting_row import PartingRow
from studio.ui.chat.rows import PromptRow
from studio.ui.chat.text_view import TextView

# A line's spare height is above its letters: less room above looks like the same.
_PADDING_TOP = 6
_PADDING_BOTTOM = 10
_RADIUS = 14
_SMALL_RADIUS = 4
_TILE_GAP = 6
_BELOW_GAP = 8


class PromptBlock(PartingRow):
    """A piece of a prompt.

    Signals: `whole_requested()`, `attachment_requested(Attachment)`, and
    `thumbnail_wanted(Attachment, take)`, where `take(image)` shows it.
    """

    whole_requested = Signal()
    attachment_requested = Signal(object)
    thumbnail_wanted = Signal(object, object)

    def __init__(self, parent: QWidget, writer: Writer) -> None:
        super().__init__(parent, writer)
        self.bubble = QRectF()
        self._view = TextView(self)
        self._view.setAccessibleName(QCoreApplication.translate("Transcript", "Your prompt"))
        self._tiles: list[FileTile] = []
        self._as_attached: list[FileTile] = []
        self._more = QPushButton(self)
        self._more.setProperty("kind", "link")
        self._more.clicked.connect(self.whole_requested)
        self._said: QLabel | None = None

    @property
    @override
    def text_view(self) -> TextView:
        return self._view

    def texts(self) -> list[QWidget]:
        """What of the prompt can be found: its words, then its files as they were attached."""
        return [self._view, *self._as_attached]

    @override
    def _show(self) -> None:
        row = self.row
        if not isinstance(row, PromptRow):
            return
        self.writer.prompt(self._view.document(), row.text)
        self._view.setVisible(bool(row.text))
        self._show_tiles(row.attachments)
        hidden = QLocale().toString(row.hidden)
        show = QCoreApplication.translate("Transcript", "Show all ({0} more characters)")
        self._more.setText(show.format(hidden))
        self._more.setVisible(row.hidden > 0)

    def _show_tiles(self, attachments: tuple[Attachment, ...]) -> None:
        for tile in self._tiles:
            tile.hide()
            tile.deleteLater()
        tiles = [FileTile(self, each, self.writer.look) for each in attachments]
        self._as_attached = tiles
        # Pictures are taller: they have lines of their own, before the others.
        self._tiles = sorted(tiles, key=lambda tile: not tile.is_picture)
        for tile in self._tiles:
            tile.show()
            tile.clicked.connect(partial(self.attachment_requested.emit, tile.attachment))
            if tile.is_picture:
                self.thumbnail_wanted.emit(tile.attachment, self._taker(tile.attachment))

    def _taker(self, attachment: Attachment) -> Callable[[QImage], None]:
        def take(image: QImage) -> None:
            # By the time it comes this block may show another prompt, or be gone.
            for tile in self._tiles if isValid(self) else ():
                if tile.attachment == attachment:
                    tile.show_image(image)

        return take

    @override
    def _fit(self, width: int) -> int:
        row = self.row
        if not isinstance(row, PromptRow):
            return 0
        widest = bubble_room(width)
        height = self._view.height_at(widest)
        # Pieces of one prompt are all as wide as they may be, or their edges would not meet.
        is_whole = row.opens and row.closes and not row.hidden
        used = min(widest, int(self._view.document().idealWidth()) + 2) if is_whole else widest
        height = self._view.height_at(used) if is_whole else height
        if not row.text:
            height = 0
            used = 0 if is_whole else widest
        used = max(used, self._tiles_width(widest))
        left = width - used - PADDING
        top = _PADDING_TOP if row.opens else 0
        self._view.setGeometry(mirrored(self, QRect(left, top, used, height), width))
        bottom = self._fit_foot(left, top + height, used)
        self._mirror_foot(width)
        total = bottom + (_PADDING_BOTTOM if row.closes else 0)
        if not (row.text or is_whole):
            total = max(total, _RADIUS)  # the bubble's edge, above or below a block
        bubble = QRect(left - PADDING, 0, used + 2 * PADDING, total)
        self.bubble = QRectF(mirrored(self, bubble, width))
        return total + self._fit_below(width, total)

    def _fit_below(self, width: int, top: int) -> int:
        """The switch and the note stand below the bubble, at its edge; returns the room they
        take."""
        said = self._said if self.note else None
        switch = self.switch if self.switch_size().height() else None
        shown = [each for each in (switch, said) if each is not None]
        height = max((each.sizeHint().height() for each in shown), default=-2)
        edge = width
        for each in shown:
            size = each.sizeHint()
            down = top + 2 + (height - size.height()) // 2
            place = QRect(edge - size.width(), down, size.width(), size.height())
            each.setGeometry(mirrored(self, place, width))
            edge = place.left() - _BELOW_GAP
        return height + 2

    @override
    def _show_note(self) -> None:
        if self._said is None:
            self._said = QLabel(self)
            self._said.setProperty("kind", "caption")
        self._said.setText(self.note)
        self._said.setVisible(bool(self.note))

    def _mirror_foot(self, width: int) -> None:
        for each in (*self._tiles, self._more):
            each.setGeometry(mirrored(self, each.geometry(), width))

    def _fit_foot(self, left: int, top: int, width: int) -> int:
        if self._tiles:
            top = self._fit_tiles(left, top + _TILE_GAP, width)
        if not self._more.isHidden():
            size = self._more.sizeHint()
            self._more.setGeometry(left, top + 2, min(width, size.width()), size.height())
            top += size.height() + 2
        return top

    def _fit_tiles(self, left: int, top: int, width: int) -> int:
        x, y, line = left, top, 0
        for tile in self._tiles:
            size = tile.sizeHint()
            wide = min(size.width(), width)
            if line and (x + wide > left + width or size.height() != line):
                x, y, line = left, y + line + _TILE_GAP, 0
            tile.setGeometry(x, y, wide, size.height())
            x += wide + _TILE_GAP
            line = max(line, size.height())
        return y + line

    def _tiles_width(self, most: int) -> int:
        widths = [tile.sizeHint().width() + _TILE_GAP for tile in self._tiles]
        return min(sum(widths) - _TILE_GAP, most) if widths else 0

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        row = self.row
        if not isinstance(row, PromptRow):
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        above = 0 if row.opens else _RADIUS
        below = 0 if row.closes else _RADIUS
        frame = self.bubble.adjusted(0, -above, 0, below)
        painter.fillPath(
            _bubble_path(frame, is_left=reads_from_right(self)), self.writer.look.colour("bubble")
        )


def _bubble_path(frame: QRectF, *, is_left: bool) -> QPainterPath:
    """All corners round, the last one less so: it points at who wrote."""
    path = QPainterPath()
    path.addRoundedRect(frame, _RADIUS, _RADIUS)
    corner = QPainterPath()
    left = frame.left() if is_left else frame.right() - 30
    corner.addRoundedRect(QRectF(left, frame.bottom() - 30, 30, 30), _SMALL_RADIUS, _SMALL_RADIUS)
    return path.united(corner)
