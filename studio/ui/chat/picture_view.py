"""A picture in a window of its own: as large as one likes, moved by hand, copied, saved.

Loaded when the first picture is opened.
"""

from collections.abc import Callable

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import (
    QGuiApplication,
    QImage,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPixmap,
    QResizeEvent,
    QShortcut,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QGraphicsPixmapItem,
    QGraphicsScene,
    QGraphicsView,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from studio.ui.elided import ElidedLabel
from studio.ui.theme import Theme

_SIZE = QSize(900, 680)
_STEP = 1.25
_LEAST = 0.02
_MOST = 16.0


class PictureView(QDialog):
    """Thrown away when it is closed. `save` asks where and writes."""

    def __init__(
        self,
        theme: Theme,
        image: QImage,
        caption: str,
        save: Callable[[], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(caption.partition(" · ")[0])
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(_SIZE)
        self._image = image
        self._save = save
        self.sheet = PictureSheet(image, theme.palette.surface)
        self.sheet.setAccessibleName(caption)
        self._scale = QLabel()
        self._scale.setProperty("kind", "muted")
        self._scale.setMinimumWidth(48)
        self._scale.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.setSpacing(10)
        layout.addWidget(self.sheet, 1)
        layout.addLayout(self._foot(caption))
        self.sheet.on_scale = self._tell_scale
        QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self, self.copy)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Save), self, self._save)
        self.sheet.setFocus()

    def copy(self) -> None:
        """The picture goes to the clipboard."""
        QGuiApplication.clipboard().setImage(self._image)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.sheet.fit()

    def _foot(self, caption: str) -> QHBoxLayout:
        words = ElidedLabel()
        words.setText(caption)
        words.setProperty("kind", "muted")
        sheet = self.sheet
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(words, 1)
        row.addWidget(self._scale)
        buttons = (
            ("-", self.tr("Smaller (-)"), lambda: sheet.zoom(1 / _STEP)),
            ("+", self.tr("Larger (+)"), lambda: sheet.zoom(_STEP)),
            (self.tr("Fit"), self.tr("Fit into the window (0)"), sheet.fit),
            (self.tr("100 %"), self.tr("As large as it is (1)"), sheet.show_whole),
            (self.tr("Copy"), self.tr("Copy the picture"), self.copy),
            (self.tr("Save as…"), self.tr("Save the picture as a file"), self._save),
            (self.tr("Close"), self.tr("Close this window"), self.close),
        )
        for text, tip, pressed in buttons:
            row.addWidget(_button(text, tip, pressed))
        return row

    def _tell_scale(self, scale: float) -> None:
        self._scale.setText(self.tr("{0} %").format(round(scale * 100)))


class PictureSheet(QGraphicsView):
    """The picture itself. The wheel with Ctrl and the keys + - 0 1 zoom, the arrows move it."""

    def __init__(self, image: QImage, background: str) -> None:
        super().__init__()
        self.on_scale: Callable[[float], None] = lambda _: None
        self._fits = True
        scene = QGraphicsScene(self)
        self._item = QGraphicsPixmapItem(QPixmap.fromImage(image))
        self._item.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
        scene.addItem(self._item)
        self.setScene(scene)
        self.setSceneRect(self._item.boundingRect())
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setBackgroundBrush(Qt.GlobalColor.transparent)
        self.setStyleSheet(f"background: {background}")
        self.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self.setDragMode(QGraphicsView.DragMode.ScrollHandDrag)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @property
    def scale_now(self) -> float:
        """How many pixels of the screen one of the picture takes."""
        return self.transform().m11() * self.devicePixelRatioF()

    def fit(self) -> None:
        """As large as there is room, never larger than it is."""
        room, size = self.viewport().size(), self._item.boundingRect().size()
        if room.isEmpty() or size.isEmpty():
            return
        share = min(room.width() / size.width(), room.height() / size.height())
        self._set(min(share, 1 / self.devicePixelRatioF()), None)
        self._fits = True

    def show_whole(self) -> None:
        """One pixel of the picture on one of the screen."""
        self._set(1 / self.devicePixelRatioF(), None)

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Larger or smaller around a point of the window, or around its middle."""
        self._set(self.transform().m11() * factor, at)

    def _set(self, scale: float, at: QPointF | None) -> None:
        self._fits = False
        scale = min(_MOST, max(_LEAST, scale))
        place = at or QPointF(self.viewport().rect().center())
        under = self.mapToScene(place.toPoint())
        self.resetTransform()
        self.scale(scale, scale)
        moved = self.mapFromScene(under) - place.toPoint()
        self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() + moved.x())
        self.verticalScrollBar().setValue(self.verticalScrollBar().value() + moved.y())
        self.on_scale(self.scale_now)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._fits:
            self.fit()

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            steps = event.angleDelta().y() / 120
            self.zoom(_STEP**steps, event.position())
            event.accept()
        else:
            super().wheelEvent(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Plus | Qt.Key.Key_Equal:
                self.zoom(_STEP)
            case Qt.Key.Key_Minus:
                self.zoom(1 / _STEP)
            case Qt.Key.Key_0:
                self.fit()
            case Qt.Key.Key_1:
                self.show_whole()
            case _:
                super().keyPressEvent(event)


def _button(text: str, tip: str, pressed: Callable[[], object]) -> QPushButton:
    button = QPushButton(text)
    button.setAutoDefault(False)
    button.setToolTip(tip)
    button.setAccessibleName(tip)
    button.clicked.connect(lambda: pressed())
    return button
