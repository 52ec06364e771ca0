"""Says in the header of a chat that parts of it are not sent, so that nobody forgets it."""

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QPushButton

from studio.core.omitting import in_effect
from studio.ui.sessions import Session


class OmissionPill(QPushButton):
    """Hidden while nothing is left out. Clicked, it leads to what is."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.setProperty("kind", "pill")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleDescription(self.tr("Shows what of this chat is not sent."))
        self._unwatch = session.watch(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """The chat as it is now."""
        left_out = in_effect(self._session.turns, self._session.chat.settings.omissions)
        said = self.tr("Left out: {0}").format(QLocale().toString(len(left_out)))
        self.setText(said)
        self.setAccessibleName(said)
        self.setToolTip(self.tr("Parts of this chat are not sent to the model."))
        self.setVisible(bool(left_out))

    def leave(self) -> None:
        """The page goes."""
        self._unwatch()
