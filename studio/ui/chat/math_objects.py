"""Formulas inside text documents: one letter each, drawn as a picture on the line of the text."""

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QObject, QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QFontMetricsF,
    QGuiApplication,
    QPainter,
    QPyTextObject,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextLine,
)
from typing_extensions import override

from studio.ui.chat.documents import FORMULAS_WAIT
from studio.ui.chat.formulas import Picture, shared
from studio.ui.chat.look import Look

OBJECT = "\ufffc"
_TYPE = QTextFormat.ObjectTypes.UserObject.value + 1
_TEX = QTextFormat.Property.UserProperty.value + 1
_IS_DISPLAY = _TEX + 1
_DRAWN_SOURCE = 200
_SHORT_SOURCE = 60  # characters; a longer one must be able to wrap
_SHALLOW = 1.5  # pixels below the line that hide in what every line has there


@dataclass(frozen=True, slots=True)
class Ink:
    """What a formula is written with: font, name of the colour, and the link it stands in."""

    look: Look
    font: QFont
    colour: str
    link: str = ""


def insert_formula(cursor: QTextCursor, tex: str, ink: Ink, *, is_display: bool = False) -> None:
    """One letter that is drawn as the formula, or as its source where it cannot be drawn."""
    has_failed = shared().failed(tex, is_display)
    if has_failed and len(tex) > _SHORT_SOURCE:
        cursor.insertText(tex, _source_format(ink))
        return
    char_format = _formula_format(tex, ink, is_display)
    if has_failed:
        # One letter all the same: what counts letters need not know what can be drawn.
        char_format.merge(_source_format(ink))
    document = cursor.document()
    picture = _picture(char_format)
    if picture is None:
        document.setProperty(FORMULAS_WAIT, document.property(FORMULAS_WAIT) or not has_failed)
    if picture is None or picture.descent >= _SHALLOW:
        # Qt puts the middle of such a letter at the middle of the text: see `_FormulaObject`.
        char_format.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignMiddle)
    layout = document.documentLayout()
    if layout.handlerForObject(_TYPE) is None:
        layout.registerHandler(_TYPE, _FormulaObject(document))
    cursor.insertText(OBJECT, char_format)


def _formula_format(tex: str, ink: Ink, is_display: bool) -> QTextCharFormat:
    char_format = QTextCharFormat()
    font = QFont(ink.font)
    font.setStrikeOut(False)
    char_format.setFont(font)
    char_format.setForeground(ink.look.colour("link" if ink.link else ink.colour))
    if ink.link:
        char_format.setAnchor(True)
        char_format.setAnchorHref(ink.link)
    char_format.setObjectType(_TYPE)
    char_format.setProperty(_TEX, tex)
    char_format.setProperty(_IS_DISPLAY, is_display)
    return char_format


def formula_of(char_format: QTextCharFormat) -> str:
    """The source of the formula that a letter stands for, or nothing."""
    return str(char_format.property(_TEX)) if char_format.objectType() == _TYPE else ""


def with_sources(document: QTextDocument, begin: int, end: int) -> str:
    """A stretch of the text with the sources of its formulas between dollar signs."""
    return "".join(_pieces(document, begin, end))


def _pieces(document: QTextDocument, begin: int, end: int) -> Iterator[str]:
    cursor = QTextCursor(document)
    cursor.setPosition(begin)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    for at, letter in enumerate(cursor.selectedText(), begin):
        if letter != OBJECT:
            yield letter
            continue
        cursor.setPosition(at + 1)
        tex = formula_of(cursor.charFormat())
        marks = "$$" if cursor.charFormat().property(_IS_DISPLAY) else "$"
        yield f"{marks}{tex}{marks}" if tex else letter


def _source_format(ink: Ink) -> QTextCharFormat:
    source = QTextCharFormat()
    font = QFont(ink.look.code)
    font.setPixelSize(max(11, round(ink.font.pixelSize() * 0.93)))
    source.setFont(font)
    source.setForeground(ink.look.colour("text_secondary"))
    return source


def _picture(char_format: QTextCharFormat, ratio: float = 0.0) -> Picture | None:
    return shared().picture(
        str(char_format.property(_TEX)),
        bool(char_format.property(_IS_DISPLAY)),
        char_format.font().pixelSize(),
        char_format.foreground().color().name(),
        ratio or _sharpness(),
    )


def _sharpness() -> float:
    """Of the sharpest screen: drawn once for all of them."""
    application = QGuiApplication.instance()
    return application.devicePixelRatio() if isinstance(application, QGuiApplication) else 1.0


class _FormulaObject(QPyTextObject):
    """Measures and paints the formulas of one document. Belongs to the document."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)

    @override
    def intrinsicSize(
        self,
        doc: QTextDocument,
        posInDocument: int,
        format: QTextFormat,
    ) -> QSizeF:
        char_format = format.toCharFormat()
        measure = _measure(doc, char_format, _picture(char_format))
        if not _is_lifted(char_format):
            return QSizeF(measure.width, measure.ascent)
        # Of a height h, (h + x) / 2 stand above the line, x being half of what an x is high.
        lift = _lift(char_format)
        height = max(2 * measure.ascent - lift, 2 * measure.descent + lift)
        return QSizeF(measure.width, height)

    @override
    def drawObject(
        self,
        painter: QPainter,
        rect: QRectF | QRect,
        doc: QTextDocument,
        posInDocument: int,
        format: QTextFormat,
    ) -> None:
        char_format = format.toCharFormat()
        rect = QRectF(rect)
        baseline = rect.bottom()
        if _is_lifted(char_format):
            # Measured by its own middle, Qt draws it in the middle of the line.
            line = _line_at(doc, posInDocument)
            baseline = rect.center().y() + (line.ascent() - line.descent()) / 2
        picture = _picture(char_format)
        if picture is None:
            _paint_source(painter, char_format, rect, baseline)
            return
        measure = _measure(doc, char_format, picture)
        place = QPointF(rect.left(), baseline - measure.ascent)
        _paint_picture(painter, picture, place, measure.width / picture.width)


@dataclass(frozen=True, slots=True)
class _Measure:
    width: float
    ascent: float
    descent: float


def _measure(
    document: QTextDocument, char_format: QTextCharFormat, picture: Picture | None
) -> _Measure:
    """A formula in a line that is wider than the text is made smaller: it cannot be wrapped."""
    if picture is None:
        metrics = QFontMetricsF(char_format.font())
        width = metrics.horizontalAdvance(str(char_format.property(_TEX))[:_DRAWN_SOURCE])
        room = _room(document, char_format, width)
        return _Measure(min(width, room), metrics.ascent(), metrics.descent())
    share = min(1.0, _room(document, char_format, picture.width) / picture.width)
    return _Measure(picture.width * share, picture.ascent * share, picture.descent * share)


def _line_at(document: QTextDocument, position: int) -> QTextLine:
    block = document.findBlock(position)
    return block.layout().lineForTextPosition(position - block.position())


def _is_lifted(char_format: QTextCharFormat) -> bool:
    return char_format.verticalAlignment() is QTextCharFormat.VerticalAlignment.AlignMiddle


def _paint_picture(painter: QPainter, picture: Picture, place: QPointF, share: float) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, share < 1)
    if share == 1:
        # On whole pixels of the screen, or every stroke would be blurred.
        transform = painter.deviceTransform()
        on_device = transform.map(place)
        snapped = QPointF(round(on_device.x()), round(on_device.y()))
        place = transform.inverted()[0].map(snapped)
        painter.drawImage(place, picture.image)
    else:
        size = QSizeF(picture.width, picture.ascent + picture.descent) * share
        painter.drawImage(QRectF(place, size), picture.image)
    painter.restore()


def _paint_source(
    painter: QPainter, char_format: QTextCharFormat, rect: QRectF, baseline: float
) -> None:
    painter.save()
    source = str(char_format.property(_TEX))
    colour = QColor(char_format.foreground().color())
    if not shared().failed(source, bool(char_format.property(_IS_DISPLAY))):
        colour.setAlphaF(0.6)
    painter.setPen(colour)
    painter.setFont(char_format.font())
    source = source[:_DRAWN_SOURCE]
    metrics = QFontMetricsF(char_format.font())
    shown = metrics.elidedText(source, Qt.TextElideMode.ElideRight, rect.width() + 1)
    painter.drawText(QPointF(rect.left(), baseline), shown)
    painter.restore()


def _room(document: QTextDocument, char_format: QTextCharFormat, width: float) -> float:
    room = document.textWidth()
    return width if char_format.property(_IS_DISPLAY) or room <= 0 else max(40.0, room)


def _lift(char_format: QTextCharFormat) -> float:
    # As Qt counts it, in whole pixels.
    return QFontMetrics(char_format.font()).xHeight() / 2
