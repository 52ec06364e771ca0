"""What the transcript needs of rows with a picture, which are loaded late."""

from PySide6.QtCore import Signal

from studio.ui.chat.blocks import RowWidget


class PictureRow(RowWidget):
    """Signals: `picture_wanted(address)`, `picture_opened(ShelvedPicture)`, and
    `link_opened(QUrl, label)` for the browser."""

    picture_wanted = Signal(str)
    picture_opened = Signal(object)
    link_opened = Signal(object, str)
