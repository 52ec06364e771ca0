"""An earlier prompt in the composer: sent again it stands beside the old one, which stays."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFrame, QLabel

from studio.core.chats import Turn
from studio.core.messages import Attachment
from studio.ui.chat.composer import Composer
from studio.ui.chat.page_files import PageFiles
from studio.ui.chat.strip import Strip, framed_row
from studio.ui.elided import ElidedLabel
from studio.ui.icons import Icon
from studio.ui.theme import Theme


class EditingStrip(Strip):
    """Above the composer while an earlier message is edited. Signals: `cancelled()`."""

    cancelled = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.setAccessibleName(self.tr("Editing an earlier message"))
        theme.changed.connect(self._fill)

    def open(self) -> None:
        self._fill()
        self.show()

    def _fill(self) -> None:
        self._show_rows([self._row()])

    def _row(self) -> QFrame:
        row, layout = framed_row()
        what = ElidedLabel(self.tr("Editing an earlier message. The old version stays."))
        what.setProperty("kind", "secondary")
        keys = QLabel(self.tr("Esc"))
        keys.setProperty("kind", "muted")
        cancel = self._button(Icon.CLOSE, self.tr("Cancel editing (Esc)"))
        cancel.clicked.connect(self.cancelled)
        layout.addWidget(what, 1)
        layout.addWidget(keys)
        layout.addWidget(cancel)
        return row


class Editing(QObject):
    """Owned by the page. The draft waits meanwhile and comes back after send or cancel.

    Signals: `ended()`.
    """

    ended = Signal()

    def __init__(self, theme: Theme, composer: Composer, files: PageFiles) -> None:
        super().__init__(composer)
        self._composer = composer
        self._files = files
        self._draft = ""
        self.turn_id = ""
        self.strip = EditingStrip(theme)
        self.strip.cancelled.connect(self.cancel)
        composer.put_above(self.strip)

    @property
    def is_on(self) -> bool:
        return bool(self.turn_id)

    @property
    def draft(self) -> str:
        """What stood in the composer before."""
        return self._draft

    def begin(self, turn: Turn) -> None:
        """Puts the turn's prompt into the composer."""
        if not self.is_on:
            if self._composer.has_untold_draft:
                self._composer.flush_draft()
            self._draft = self._composer.text()
        self.turn_id = turn.id
        files = tuple(part for part in turn.prompt if isinstance(part, Attachment))
        self._files.attaching.edit(files)
        self._composer.set_text(turn.prompt_text)
        self.strip.open()
        self._composer.field.setFocus()

    def cancel(self) -> None:
        """The old draft is back."""
        if self.is_on:
            self._end()

    def take(self) -> tuple[str, tuple[Attachment, ...]]:
        """Ends it to send: which turn, and with which files."""
        taken = self.turn_id, self._files.attachments
        self._end()
        return taken

    def _end(self) -> None:
        self.turn_id = ""
        self.strip.hide()
        self._files.attaching.edit(None)
        self._composer.set_text(self._draft)
        self._draft = ""
        self._composer.field.setFocus()
        self.ended.emit()
