"""A place in the transcript for a widget that somebody else makes."""

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from studio.ui.chat.blocks import RowWidget
from studio.ui.chat.documents import Writer
from studio.ui.chat.rows import CardRow

CardFactory = Callable[[str], QWidget]


@runtime_checkable
class Findable(Protocol):
    """A card in which something can be found."""

    def texts(self) -> list[QWidget]: ...

    def show_whole(self) -> None: ...


class CardBlock(RowWidget):
    """Holds one card while it is in sight. The card says `height_changed()` when it unfolds."""

    def __init__(self, parent: QWidget, writer: Writer, factory: CardFactory) -> None:
        super().__init__(parent, writer)
        self._factory = factory
        self._card: QWidget | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)

    @property
    def card(self) -> QWidget | None:
        """The widget that the factory made."""
        return self._card

    def texts(self) -> list[QWidget]:
        """What of the card can be found."""
        return list(self._card.texts()) if isinstance(self._card, Findable) else []

    @override
    def restyle(self, writer: Writer) -> None:
        self.writer = writer
        self._fitted = None

    @override
    def _show(self) -> None:
        row = self.row
        if not isinstance(row, CardRow):
            return
        card = self._card = self._factory(row.tool_use_id)
        self._layout.addWidget(card)
        _changes(card).connect(self._refit)

    @override
    def _fit(self, width: int) -> int:
        if self._card is None:
            return 0
        self._layout.invalidate()
        if self._card.hasHeightForWidth() or self._layout.hasHeightForWidth():
            return self._layout.totalHeightForWidth(width)
        return self._layout.totalSizeHint().height()


def _changes(card: QWidget) -> SignalInstance:
    signal: SignalInstance = getattr(card, "height_changed")  # noqa: B009  # QWidget has no such field
    return signal
