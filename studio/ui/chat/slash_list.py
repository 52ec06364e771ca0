"""Offers above the prompt, one a line, chosen by arrow keys while typing goes on elsewhere."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem
from typing_extensions import override

from studio.ui.accessible import announce
from studio.ui.tips import plain_tip
from studio.ui.visible import visible

_MOST_ROWS = 7
_OFFER = Qt.ItemDataRole.UserRole


class OfferList(QListWidget):
    """As high as its rows, up to some. Signals: `taken(offer)` for a click."""

    taken = Signal(object)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setUniformItemSizes(True)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.itemClicked.connect(lambda item: self.taken.emit(item.data(_OFFER)))

    def show_offers(self, offers: Sequence[tuple[str, str, object]]) -> None:
        """Each with its line and its tooltip. The first is chosen."""
        self.clear()
        for line, tip, offer in offers:
            item = QListWidgetItem(visible(" ".join(line.split())))
            item.setToolTip(plain_tip(visible(tip)))
            item.setData(_OFFER, offer)
            self.addItem(item)
        self.setCurrentRow(0)
        self._fit()

    @property
    def offer(self) -> object | None:
        """The chosen one."""
        item = self.currentItem()
        offer: object | None = None if item is None else item.data(_OFFER)
        return offer

    def step(self, by: int) -> None:
        if self.count():
            self.setCurrentRow((self.currentRow() + by) % self.count())
            announce(self, self.currentItem().text())

    def texts(self) -> list[str]:
        return [self.item(at).text() for at in range(self.count())]

    def _fit(self) -> None:
        rows = min(self.count(), _MOST_ROWS)
        self.setFixedHeight(rows * max(self.sizeHintForRow(0), 0) + 4)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()
