"""The sides of a chat page: the conversation above its composer, and whatever opens beside it."""

from PySide6.QtWidgets import QHBoxLayout, QSplitter, QVBoxLayout, QWidget

_COMPOSER_WIDTH = 700
_SIDE = 24
# What stands below may need the room: an empty chat that is not in sight would keep it.
_LEAST_BODY = 80


class PageSides(QSplitter):
    """Belongs to a chat page. `chat` is the conversation, `foot` takes what stands below it."""

    def __init__(self, body: QWidget) -> None:
        super().__init__()
        body.setMinimumHeight(_LEAST_BODY)
        foot = QWidget()
        foot.setMaximumWidth(_COMPOSER_WIDTH)
        self.foot = QVBoxLayout(foot)
        self.foot.setContentsMargins(0, 0, 0, 0)
        self.foot.setSpacing(6)
        row = QHBoxLayout()
        row.setContentsMargins(_SIDE, 4, _SIDE, 16)
        row.addStretch(0)
        row.addWidget(foot, 1)
        row.addStretch(0)
        self.chat = chat = QWidget()
        column = QVBoxLayout(chat)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(body, 1)
        column.addLayout(row)
        self.addWidget(chat)
        self.setChildrenCollapsible(False)
        self.setHandleWidth(1)
        self.setStretchFactor(0, 1)
