"""How full the model's window is: a short bar and a percentage in the header of a chat."""

from PySide6.QtCore import QLocale, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from studio.core.abilities import Abilities
from studio.core.messages import Round
from studio.core.spending import Spent, comparable, context_fill
from studio.ui.moments import money, token_count
from studio.ui.theme import FontKind, Theme
from studio.ui.tips import plain_tip

_BAR = QSize(44, 6)
_GAP = 7
_NEARLY_FULL = 0.8


class ContextMeter(QWidget):
    """Lives as long as its header. Hidden where the window of the model is not known."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._fill: float | None = None
        self._spent = Spent()
        self._told = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)
        self.hide()

    @property
    def fill(self) -> float | None:
        """From 0 to 1; None where it is not known."""
        return self._fill

    def show_round(self, last: Round | None, abilities: Abilities) -> None:
        """The last round that reported its tokens, and the model that will be asked next."""
        self._fill = context_fill(last, abilities)
        self._told = ""
        if last is not None and self._fill is not None:
            counts = comparable(last.usage, last.origin.dialect)
            self._told = self.tr("{0} of {1} tokens of the model's window are used.").format(
                _number(counts.all_input + counts.all_output),
                _number(abilities.context_tokens or 0),
            )
        self.setVisible(self._fill is not None)
        self._describe()
        self.updateGeometry()
        self.update()

    def show_spent(self, spent: Spent) -> None:
        """What the whole chat took so far."""
        self._spent = spent
        self._describe()

    def _describe(self) -> None:
        lines = [self._told]
        if self._spent.rounds:
            facts = [
                self.tr("{0} tokens in").format(token_count(self._spent.input_tokens)),
                self.tr("{0} out").format(token_count(self._spent.output_tokens)),
            ]
            if self._spent.usd is not None:
                facts.append(money(self._spent.usd))
            lines.append(self.tr("This chat so far: {0}").format(" · ".join(facts)))
        told = "\n".join(line for line in lines if line)
        self.setToolTip(plain_tip(told))
        self.setAccessibleName(self.tr("Context: {0}").format(self._percentage()))
        self.setAccessibleDescription(told)

    def _percentage(self) -> str:
        if self._fill is None:
            return ""
        percent = max(1, round(self._fill * 100)) if self._fill > 0 else 0
        return self.tr("{0} %").format(QLocale().toString(percent))

    @override
    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        width = metrics.horizontalAdvance(self.tr("{0} %").format("100"))
        return QSize(_BAR.width() + _GAP + width + 4, max(22, metrics.height()))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._fill is None:
            return
        palette = self._theme.palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        top = (self.height() - _BAR.height()) / 2
        whole = QRectF(0, top, _BAR.width(), _BAR.height())
        if self.isRightToLeft():
            whole.moveRight(self.width())
        painter.setBrush(QColor(palette.border))
        painter.drawRoundedRect(whole, 3, 3)
        full = QRectF(whole)
        full.setWidth(max(_BAR.height(), whole.width() * self._fill))
        if self.isRightToLeft():
            full.moveRight(whole.right())
        painter.setBrush(QColor(palette.warning if self._fill >= _NEARLY_FULL else palette.accent))
        painter.drawRoundedRect(full, 3, 3)
        painter.setFont(self._theme.font(FontKind.CAPTION))
        painter.setPen(QColor(palette.text_muted))
        room = QRectF(self.rect())
        room.setLeft(_BAR.width() + _GAP if not self.isRightToLeft() else 0)
        if self.isRightToLeft():
            room.setRight(whole.left() - _GAP)
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), self._percentage())
        painter.end()


def _number(count: int) -> str:
    return QLocale().toString(count)
