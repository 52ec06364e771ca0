"""Small line icons, drawn in the palette's colours and sharp at any scale.

Each is a few strokes on a grid of 16. Drawing them costs less than reading a file, and they change
colour with the theme.
"""

from collections.abc import Callable
from enum import Enum, auto

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap, QPixmapCache

SIZE = 16
_SCALES = (1, 2, 3)


class Icon(Enum):
    """What an icon stands for."""

    PLUS = auto()
    SETTINGS = auto()
    STOP = auto()
    SEND = auto()
    CHEVRON_DOWN = auto()
    CHEVRON_UP = auto()
    CHEVRON_RIGHT = auto()
    CHEVRON_LEFT = auto()
    MENU = auto()
    SIDEBAR = auto()
    TOOLS = auto()
    COMPUTER = auto()
    CLOUD = auto()
    CLOSE = auto()
    PENCIL = auto()
    BULB = auto()
    HIDDEN = auto()
    PAPERCLIP = auto()
    FILE = auto()
    TABLE = auto()
    PICTURE = auto()
    COPY = auto()
    QUOTE = auto()
    AGAIN = auto()
    BRANCH = auto()
    DELETE = auto()
    DETAILS = auto()
    WRAP = auto()
    SAVE = auto()
    LARGE = auto()
    INSPECT = auto()
    PAUSE = auto()


def icon(which: Icon, colour: str, disabled: str = "") -> QIcon:
    """The icon in one colour, `#rrggbb`."""
    made = QIcon()
    for scale in _SCALES:
        made.addPixmap(pixmap(which, colour, scale))
        if disabled:
            made.addPixmap(pixmap(which, disabled, scale), QIcon.Mode.Disabled)
    return made


def pixmap(which: Icon, colour: str, scale: float) -> QPixmap:
    """The icon at `scale` device pixels for each of its own; one for all who show it."""
    key = f"callboard {which.name} {colour} {scale}"
    drawn = QPixmap()
    if QPixmapCache.find(key, drawn):
        return drawn
    drawn = QPixmap(round(SIZE * scale), round(SIZE * scale))
    drawn.setDevicePixelRatio(scale)
    drawn.fill(Qt.GlobalColor.transparent)
    painter = QPainter(drawn)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw(painter, which, QColor(colour))
    painter.end()
    QPixmapCache.insert(key, drawn)
    return drawn


def draw(painter: QPainter, which: Icon, colour: QColor) -> None:
    """Draws on a grid of 16 at the painter's origin."""
    pen = QPen(colour, 1.5)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    path = QPainterPath()
    if which in _FILLED:
        _FILLED[which](path)
        painter.fillPath(path, colour)
        return
    _STROKED[which](path)
    painter.strokePath(path, pen)


def _line(path: QPainterPath, *points: tuple[float, float]) -> None:
    path.moveTo(*points[0])
    for point in points[1:]:
        path.lineTo(*point)


def _plus(path: QPainterPath) -> None:
    _line(path, (8, 3), (8, 13))
    _line(path, (3, 8), (13, 8))


def _settings(path: QPainterPath) -> None:
    """Two sliders: settings, without the teeth that blur at this size."""
    _line(path, (2, 5), (8, 5))
    _line(path, (12, 5), (14, 5))
    path.addEllipse(QPointF(10, 5), 2, 2)
    _line(path, (2, 11), (4, 11))
    _line(path, (8, 11), (14, 11))
    path.addEllipse(QPointF(6, 11), 2, 2)


def _stop(path: QPainterPath) -> None:
    path.addRoundedRect(QRectF(3.5, 3.5, 9, 9), 1.5, 1.5)


def _send(path: QPainterPath) -> None:
    _line(path, (8, 13), (8, 3))
    _line(path, (3.5, 7.5), (8, 3), (12.5, 7.5))


def _chevron_down(path: QPainterPath) -> None:
    _line(path, (4.5, 6.5), (8, 10), (11.5, 6.5))


def _chevron_up(path: QPainterPath) -> None:
    _line(path, (4.5, 10), (8, 6.5), (11.5, 10))


def _chevron_right(path: QPainterPath) -> None:
    _line(path, (6.5, 4.5), (10, 8), (6.5, 11.5))


def _chevron_left(path: QPainterPath) -> None:
    _line(path, (9.5, 4.5), (6, 8), (9.5, 11.5))


def _menu(path: QPainterPath) -> None:
    for x in (3.5, 8, 12.5):
        path.addEllipse(QPointF(x, 8), 1.3, 1.3)


def _sidebar(path: QPainterPath) -> None:
    path.addRoundedRect(QRectF(2, 3, 12, 10), 2, 2)
    _line(path, (6.5, 3), (6.5, 13))


def _tools(path: QPainterPath) -> None:
    """A spanner."""
    path.moveTo(13.4, 5)
    path.arcTo(QRectF(7.4, 2, 6.4, 6.4), 20, -250)
    _line(path, (8.3, 7.7), (3.2, 12.8))
    _line(path, (13.4, 4.6), (11, 6.2), (9.8, 5), (11.4, 2.6))


def _computer(path: QPainterPath) -> None:
    path.addRoundedRect(QRectF(2, 3, 12, 8), 1.5, 1.5)
    _line(path, (5.5, 13.5), (10.5, 13.5))


def _cloud(path: QPainterPath) -> None:
    path.moveTo(4.8, 12.5)
    path.arcTo(QRectF(2, 7, 5.5, 5.5), 270, -180)
    path.arcTo(QRectF(4.6, 3.2, 6.6, 6.6), 165, -150)
    path.arcTo(QRectF(9, 6.6, 5, 5.9), 90, -180)
    path.closeSubpath()


def _close(path: QPainterPath) -> None:
    _line(path, (4, 4), (12, 12))
    _line(path, (12, 4), (4, 12))


def _pencil(path: QPainterPath) -> None:
    _line(path, (3, 13), (3.6, 10.2), (10.6, 3.2), (12.8, 5.4), (5.8, 12.4), (3, 13))


def _bulb(path: QPainterPath) -> None:
    path.moveTo(6, 11)
    path.arcTo(QRectF(3.7, 2, 8.6, 8.6), 235, -290)
    path.lineTo(10, 11)
    path.lineTo(6, 11)
    _line(path, (6.4, 13.6), (9.6, 13.6))


def _hidden(path: QPainterPath) -> None:
    """An eye, crossed out: what is not kept."""
    path.moveTo(2, 8)
    path.quadTo(8, 1.8, 14, 8)
    path.quadTo(8, 14.2, 2, 8)
    path.addEllipse(QPointF(8, 8), 1.8, 1.8)
    _line(path, (3.5, 13), (12.5, 3))


def _paperclip(path: QPainterPath) -> None:
    path.moveTo(12.8, 7.4)
    path.lineTo(7.6, 12.6)
    path.cubicTo(4.6, 15.2, 0.9, 11.4, 3.5, 8.4)
    path.lineTo(8.6, 3.3)
    path.cubicTo(10.8, 1.4, 13.4, 4, 11.6, 6.2)
    path.lineTo(6.7, 11.1)
    path.cubicTo(5.4, 12.2, 4, 10.8, 5, 9.6)
    path.lineTo(9, 5.6)


def _file(path: QPainterPath) -> None:
    """A sheet with its corner turned down."""
    _line(path, (9.5, 2), (3.5, 2), (3.5, 14), (12.5, 14), (12.5, 5), (9.5, 2))
    _line(path, (9.5, 2), (9.5, 5), (12.5, 5))


def _table(path: QPainterPath) -> None:
    path.addRoundedRect(QRectF(2, 3, 12, 10), 1.5, 1.5)
    _line(path, (2, 6.5), (14, 6.5))
    _line(path, (6.5, 6.5), (6.5, 13))


def _picture(path: QPainterPath) -> None:
    path.addRoundedRect(QRectF(2, 3, 12, 10), 1.5, 1.5)
    _line(path, (2.5, 12), (6, 8), (8.5, 10.5), (10.5, 8.5), (13.5, 11.5))
    path.addEllipse(QPointF(10.5, 5.8), 0.9, 0.9)


def _copy(path: QPainterPath) -> None:
    """A sheet before another one."""
    path.addRoundedRect(QRectF(5.5, 5.5, 8, 8), 1.5, 1.5)
    _line(path, (10.5, 3), (4.5, 3))
    path.quadTo(3, 3, 3, 4.5)
    path.lineTo(3, 10.5)


def _quote(path: QPainterPath) -> None:
    """The bar of a quotation, and its lines."""
    _line(path, (3, 3), (3, 13))
    for y in (4.5, 8, 11.5):
        _line(path, (6, y), (13, y))


def _again(path: QPainterPath) -> None:
    """An arrow that goes round."""
    path.arcMoveTo(QRectF(3, 3, 10, 10), 20)
    path.arcTo(QRectF(3, 3, 10, 10), 20, 290)
    _line(path, (13.2, 2.6), (13, 6.2), (9.6, 5.6))


def _branch(path: QPainterPath) -> None:
    """A way that parts."""
    path.addEllipse(QPointF(4.5, 3.5), 1.6, 1.6)
    path.addEllipse(QPointF(4.5, 12.5), 1.6, 1.6)
    path.addEllipse(QPointF(11.5, 5), 1.6, 1.6)
    _line(path, (4.5, 5.2), (4.5, 10.8))
    path.moveTo(11.5, 6.7)
    path.cubicTo(11.5, 9.5, 4.5, 7.5, 4.5, 10.5)


def _delete(path: QPainterPath) -> None:
    """A bin."""
    _line(path, (2.8, 4.5), (13.2, 4.5))
    _line(path, (6, 4.2), (6.4, 2.6), (9.6, 2.6), (10, 4.2))
    _line(path, (4.2, 4.8), (4.9, 13.4), (11.1, 13.4), (11.8, 4.8))


def _details(path: QPainterPath) -> None:
    path.addEllipse(QPointF(8, 8), 5.6, 5.6)
    _line(path, (8, 7.4), (8, 11))
    _line(path, (8, 5), (8, 5.1))


def _wrap(path: QPainterPath) -> None:
    """A line that goes on below."""
    _line(path, (2.5, 3.5), (13.5, 3.5))
    _line(path, (2.5, 8), (11, 8))
    path.arcTo(QRectF(8.6, 8, 4.6, 4.6), 90, -180)
    path.lineTo(8.5, 12.6)
    _line(path, (10, 10.8), (8, 12.6), (10, 14.2))
    _line(path, (2.5, 12.6), (5.5, 12.6))


def _save(path: QPainterPath) -> None:
    _line(path, (8, 2.5), (8, 10))
    _line(path, (4.8, 7), (8, 10.2), (11.2, 7))
    _line(path, (2.5, 11), (2.5, 13.5), (13.5, 13.5), (13.5, 11))


def _inspect(path: QPainterPath) -> None:
    """A window with a pane at its end, in which bars stand below one another."""
    path.addRoundedRect(QRectF(2, 3, 12, 10), 2, 2)
    _line(path, (8, 3), (8, 13))
    _line(path, (10, 6), (11, 6))
    _line(path, (10, 8), (12, 8))
    _line(path, (11, 10), (12, 10))


def _large(path: QPainterPath) -> None:
    """Two corners that move apart."""
    _line(path, (9.5, 2.5), (13.5, 2.5), (13.5, 6.5))
    _line(path, (13.2, 2.8), (9.2, 6.8))
    _line(path, (6.5, 13.5), (2.5, 13.5), (2.5, 9.5))
    _line(path, (2.8, 13.2), (6.8, 9.2))


def _pause(path: QPainterPath) -> None:
    _line(path, (6, 4), (6, 12))
    _line(path, (10, 4), (10, 12))


_FILLED: dict[Icon, Callable[[QPainterPath], None]] = {Icon.STOP: _stop, Icon.MENU: _menu}
_STROKED: dict[Icon, Callable[[QPainterPath], None]] = {
    Icon.PLUS: _plus,
    Icon.SETTINGS: _settings,
    Icon.SEND: _send,
    Icon.CHEVRON_DOWN: _chevron_down,
    Icon.CHEVRON_UP: _chevron_up,
    Icon.CHEVRON_RIGHT: _chevron_right,
    Icon.CHEVRON_LEFT: _chevron_left,
    Icon.SIDEBAR: _sidebar,
    Icon.TOOLS: _tools,
    Icon.COMPUTER: _computer,
    Icon.CLOUD: _cloud,
    Icon.CLOSE: _close,
    Icon.PENCIL: _pencil,
    Icon.BULB: _bulb,
    Icon.HIDDEN: _hidden,
    Icon.PAPERCLIP: _paperclip,
    Icon.FILE: _file,
    Icon.TABLE: _table,
    Icon.PICTURE: _picture,
    Icon.COPY: _copy,
    Icon.QUOTE: _quote,
    Icon.AGAIN: _again,
    Icon.BRANCH: _branch,
    Icon.DELETE: _delete,
    Icon.DETAILS: _details,
    Icon.WRAP: _wrap,
    Icon.SAVE: _save,
    Icon.LARGE: _large,
    Icon.INSPECT: _inspect,
    Icon.PAUSE: _pause,
}
