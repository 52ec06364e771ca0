"""What the next send will not carry as it is, in one calm line above the prompt."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from studio.core.messages import Attachment
from studio.core.notices import Notice, NoticeKind
from studio.ui.elided import ElidedLabel
from studio.ui.file_texts import notice_text


class ForeseenLine(QWidget):
    """Hidden while all travels. Several notices are one line that unfolds.

    Signals: `unfolded(is_unfolded)`.
    """

    unfolded = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._notices: tuple[Notice, ...] = ()
        self._line = ElidedLabel()
        self._line.setProperty("kind", "muted")
        self.more = QPushButton()
        self.more.setProperty("kind", "link")
        self.more.clicked.connect(self._toggle)
        self._all = QLabel()
        self._all.setProperty("kind", "small")
        self._all.setWordWrap(True)
        self._all.hide()
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(self._line, 1)
        row.addWidget(self.more)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2, 0, 2, 0)
        layout.setSpacing(2)
        layout.addLayout(row)
        layout.addWidget(self._all)
        self.setAccessibleName(self.tr("What will not be sent as it is"))
        self.hide()

    @property
    def text(self) -> str:
        return "" if self.isHidden() else self._line.text()

    @property
    def details(self) -> str:
        return "" if self._all.isHidden() else self._all.text()

    def show_notices(
        self, notices: tuple[Notice, ...], attachments: tuple[Attachment, ...]
    ) -> None:
        words = {each.name: each.words for each in attachments}
        sentences = [notice_text(notice, _words_of(notice, words)) for notice in notices]
        self._notices = notices
        self._line.setText(self._summary(sentences))
        self._all.setText("\n".join(f"{sentence}." for sentence in sentences))
        self.more.setVisible(len(sentences) > 1 or any(len(each.names) > 1 for each in notices))
        self._fold(False)
        self.setVisible(bool(sentences))

    def _summary(self, sentences: list[str]) -> str:
        if len(sentences) < 2:
            return "".join(sentences)
        more = self.tr("and {0} more notes").format(len(sentences) - 1)
        if len(sentences) == 2:
            more = self.tr("and 1 more note")
        return f"{sentences[0]}, {more}"

    def _toggle(self) -> None:
        self._fold(self._all.isHidden())
        self.unfolded.emit(not self._all.isHidden())

    def _fold(self, is_open: bool) -> None:
        self._all.setVisible(is_open)
        self.more.setText(self.tr("Less") if is_open else self.tr("Details"))


def _words_of(notice: Notice, words: dict[str, int | None]) -> int | None:
    is_one = notice.kind is NoticeKind.FILES_AS_TEXT and len(notice.names) == 1
    return words.get(notice.names[0]) if is_one else None
