"""A picture that an answer names: a labelled placeholder until the reader asks for it."""

import re

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt, QUrl
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from typing_extensions import override

from studio.ui.chat.blocks import block_indent, paint_containers
from studio.ui.chat.documents import Writer
from studio.ui.chat.image_texts import fault_text, placeholder_text
from studio.ui.chat.inline import Span, read_inline
from studio.ui.chat.picture_button import PictureButton
from studio.ui.chat.picture_row import PictureRow
from studio.ui.chat.picture_shelf import ShelvedPicture, host_of, is_written_in, shared
from studio.ui.chat.rows import BlockRow
from studio.ui.icons import SIZE, Icon, draw

_HEIGHT = 420
_PADDING = 12
_RADIUS = 8

# What the reader of Markdown leaves as text, since no such address may be followed.
_SOURCE = re.compile(r"!\[([^\]]*)\]\(\s*(\S+?)[\s)].*", re.DOTALL)


class ImageBlock(PictureRow):
    """Nothing is fetched unasked: the address alone would tell its server who reads, and when."""

    def __init__(self, parent: QWidget, writer: Writer) -> None:
        super().__init__(parent, writer)
        translate = QCoreApplication.translate
        self._span = Span("")
        self._picture: ShelvedPicture | None = None
        self._frame = QRectF()
        self._label = QLabel(self)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setWordWrap(True)
        self._load = self._button(translate("Transcript", "Load"))
        self._load.clicked.connect(self._want)
        self._browse = self._button(translate("Transcript", "Open in browser"))
        self._browse.clicked.connect(self._open_link)
        self._button_of_picture = PictureButton(self, writer.look)
        self._button_of_picture.clicked.connect(self._open_picture)
        shared().changed.connect(self._hear)

    @override
    def restyle(self, writer: Writer) -> None:
        super().restyle(writer)
        self._button_of_picture.restyle(writer.look)

    @override
    def _show(self) -> None:
        row = self.row
        if not isinstance(row, BlockRow):
            return
        spans = read_inline(row.block.text, row.references)
        self._span = next((span for span in spans if span.is_image), _refused(row.block.text))
        self._show_state()
        address = self._span.image
        shelf = shared()
        if is_written_in(address) and not (shelf.picture(address) or shelf.fault(address)):
            # It came with the text: there is nobody to tell.
            self._want()

    def _show_state(self) -> None:
        address, shelf = self._span.image, shared()
        self._picture = shelf.picture(address)
        fault = shelf.fault(address)
        is_here = self._picture is not None
        is_remote = bool(host_of(address))
        said = placeholder_text(self._span.text, address, is_loading=shelf.is_loading(address))
        if fault is not None:
            said = f"{said}\n{fault_text(fault)}"
        self._label.setText(said)
        self._label.setVisible(not is_here)
        self.setAccessibleName(said)
        again = QCoreApplication.translate("Transcript", "Try again")
        load = QCoreApplication.translate("Transcript", "Load")
        self._load.setText(load if fault is None else again)
        self._load.setAccessibleName(f"{self._load.text()}: {self._name()}")
        self._load.setVisible(is_remote and not is_here and not shelf.is_loading(address))
        self._browse.setVisible(is_remote and fault is not None)
        self._button_of_picture.setVisible(is_here)
        if self._picture is not None:
            self._button_of_picture.show_picture(self._picture.preview, self._name())

    def _name(self) -> str:
        name = self._picture.name if self._picture is not None else ""
        unnamed = QCoreApplication.translate("Transcript", "unnamed")
        return self._span.text or name or unnamed

    @override
    def _fit(self, width: int) -> int:
        left = block_indent(self.row, self.writer.look)
        room = max(40, width - left)
        if self._picture is not None:
            size = self._button_of_picture.size_in(QSize(room, self.writer.look.px(_HEIGHT)))
            self._button_of_picture.setGeometry(left, self.lead, size.width(), size.height())
            self._frame = QRectF()
            return self.lead + size.height()
        return self._fit_placeholder(left, room)

    def _fit_placeholder(self, left: int, room: int) -> int:
        self._label.setFont(self.writer.look.text)
        buttons = [each for each in (self._load, self._browse) if not each.isHidden()]
        sizes = [each.sizeHint() for each in buttons]
        start = left + _PADDING + SIZE + 8
        taken = sum(size.width() + 8 for size in sizes)
        wide = room - (start - left) - _PADDING
        # Beside the words where there is room for both, else below.
        is_beside = wide - taken >= min(240, wide // 2)
        words = max(40, wide - taken if is_beside else wide)
        height = self._label.heightForWidth(words)
        bar = max((size.height() for size in sizes), default=0)
        line = max(height, bar) if is_beside else height
        top = self.lead + _PADDING
        self._label.setGeometry(start, top + (line - height) // 2, words, height)
        x = start + words + 8 if is_beside else start
        y = top + (line - bar) // 2 if is_beside else top + height + 8
        for button, size in zip(buttons, sizes, strict=True):
            button.setGeometry(x, y, size.width(), size.height())
            x += size.width() + 8
        bottom = (top + line if is_beside or not bar else y + bar) + _PADDING
        self._frame = QRectF(left, self.lead, room, bottom - self.lead)
        return bottom

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        paint_containers(self, self.writer.look.line_height)
        if self._frame.isEmpty():
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        path = QPainterPath()
        path.addRoundedRect(self._frame.adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
        painter.fillPath(path, self.writer.look.colour("surface"))
        painter.strokePath(path, QPen(self.writer.look.colour("border"), 1))
        line = self._label.geometry()
        painter.translate(self._frame.left() + _PADDING, line.center().y() - SIZE / 2 + 1)
        draw(painter, Icon.PICTURE, self.writer.look.colour("text_secondary"))

    def _want(self) -> None:
        self.picture_wanted.emit(self._span.image)

    def _open_link(self) -> None:
        self.link_opened.emit(QUrl(self._span.image), self._span.image)

    def _open_picture(self) -> None:
        if self._picture is not None:
            self.picture_opened.emit(self._picture)

    def _hear(self, address: str) -> None:
        if self.row is not None and address == self._span.image:
            had_focus = self._load.hasFocus()
            self._show_state()
            if had_focus and self._picture is not None:
                self._button_of_picture.setFocus()
            self.update()
            self._refit()

    def _button(self, text: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setAutoDefault(True)  # Enter presses it, as the space bar does
        return button


def _refused(source: str) -> Span:
    found = _SOURCE.fullmatch(source)
    return Span(found[1], is_image=True, image=found[2]) if found is not None else Span(source)
