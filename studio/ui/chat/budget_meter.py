"""How much of its budgets the running turn has used: one thin line, with the figures in its tip."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from studio.core.limits import Limits, Spending
from studio.ui.budget_texts import Gauge, gauge_text, gauges
from studio.ui.theme import Theme
from studio.ui.tips import plain_tip

_HEIGHT = 3
_NEAR = 0.8  # of a budget: from here on it stands out
_FIRST = 0.05  # less is not shown: most answers need no meter


class BudgetMeter(QWidget):
    """Shows the fullest budget. Hidden while nothing runs; nothing in it ticks."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._fullest: Gauge | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(_HEIGHT)
        self.setAccessibleName(self.tr("Used of the budgets of this answer"))
        theme.changed.connect(self.update)
        self.hide()

    @property
    def share(self) -> float:
        """How full the fullest budget is, from 0 to 1."""
        return self._fullest.share if self._fullest is not None else 0.0

    def show_spent(self, spent: Spending | None, limits: Limits) -> None:
        """What the running turn has used; None when none runs."""
        all_gauges = gauges(spent, limits) if spent is not None else ()
        self._fullest = max(all_gauges, key=lambda each: each.share, default=None)
        told = "\n".join(gauge_text(each) for each in all_gauges)
        self.setToolTip(plain_tip(told))
        self.setAccessibleDescription(told)
        self.setVisible(self.share >= _FIRST)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(120, _HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        palette = self._theme.palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(palette.border))
        painter.drawRoundedRect(QRectF(self.rect()), 1.5, 1.5)
        filled = QRectF(self.rect())
        filled.setWidth(self.width() * self.share)
        if self.layoutDirection() is Qt.LayoutDirection.RightToLeft:
            filled.moveRight(self.width())
        ink = palette.warning if self.share >= _NEAR else palette.text_muted
        painter.setBrush(QColor(ink))
        painter.drawRoundedRect(filled, 1.5, 1.5)
        painter.end()
