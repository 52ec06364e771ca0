"""The bar below a settings page: what was just done and can be undone, or what went wrong.

What cannot be brought back is done only when the time for Undo is over, or when the page is left.
"""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from studio.core.errors import Failure
from studio.ui.failure_texts import failure_text
from studio.ui.settings.errands import Errands
from studio.ui.settings.parts import button, labelled

UNDO_MILLISECONDS = 10_000


@dataclass(frozen=True, slots=True)
class Link:
    """A page that has to do with what was done."""

    text: str
    address: str


@dataclass(frozen=True, slots=True)
class Offer:
    """`commit` does it for good, `undo` puts back what the page showed before."""

    text: str
    commit: Callable[[], Coroutine[Any, Any, object]]
    undo: Callable[[], None]
    link: Link | None = None


def ignored(_address: str) -> None:
    """For pages whose notices have no links."""


class Notices(QWidget):
    """Lives as long as its page.

    Signals: `settled()`, when an offer was taken or its time was over.
    """

    settled = Signal()

    def __init__(
        self,
        errands: Errands,
        open_address: Callable[[str], None] = ignored,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._errands = errands
        self._open_address = open_address
        self._offer: Offer | None = None
        self._text = labelled("", "secondary")
        self.undo_button = button(self.tr("Undo"))
        self.close_button = button(self.tr("Close"), "flat", self.tr("Close this notice"))
        self.link_button = button("", "link")
        self.link_button.clicked.connect(self._open_link)
        self.undo_button.clicked.connect(self._undo)
        self.close_button.clicked.connect(self.settle)
        banner = QFrame()
        banner.setProperty("kind", "banner")
        around = QVBoxLayout(self)
        around.setContentsMargins(16, 0, 16, 12)
        around.addWidget(banner)
        row = QHBoxLayout(banner)
        row.setContentsMargins(14, 8, 8, 8)
        row.addWidget(self._text, 1)
        row.addWidget(self.link_button)
        row.addWidget(self.undo_button)
        row.addWidget(self.close_button)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(UNDO_MILLISECONDS)
        self._timer.timeout.connect(self.settle)
        errands.failed.connect(self.tell_failure)
        self.hide()

    @property
    def text(self) -> str:
        return self._text.text()

    def offer(self, offer: Offer) -> None:
        """An earlier offer counts as refused: its work is done now."""
        self.settle()
        self._offer = offer
        self._show(offer.text, can_undo=True)
        if offer.link is not None:
            self.link_button.setText(offer.link.text)
            self.link_button.setToolTip(offer.link.address)
            self.link_button.show()
        self._timer.start()

    def tell_failure(self, failure: Failure) -> None:
        text = failure_text(failure)
        self.settle()
        self._show(" ".join(filter(None, (text.title, failure.message, text.advice))))

    def tell(self, text: str) -> None:
        """Something was done that needs no answer."""
        self.settle()
        self._show(text)

    def settle(self) -> None:
        """Does what still waits, and goes away."""
        waiting = self._taken()
        if waiting is not None:
            self._errands.start(waiting.commit(), "settings: what was not undone")
            self.settled.emit()

    async def finish(self) -> None:
        """At exit: what the user did not undo is done before Callboard ends."""
        waiting = self._taken()
        if waiting is not None:
            await waiting.commit()

    def _undo(self) -> None:
        waiting = self._taken()
        if waiting is not None:
            waiting.undo()
            self.settled.emit()

    def _open_link(self) -> None:
        if self._offer is not None and self._offer.link is not None:
            self._open_address(self._offer.link.address)

    def _taken(self) -> Offer | None:
        self._timer.stop()
        self.hide()
        waiting, self._offer = self._offer, None
        return waiting

    def _show(self, text: str, *, can_undo: bool = False) -> None:
        self._text.setText(text)
        self.undo_button.setVisible(can_undo)
        self.link_button.hide()
        self.show()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))
