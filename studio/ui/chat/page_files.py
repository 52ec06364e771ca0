"""All that one chat page does with files: picked, pasted, dropped, shown, foreseen."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from importlib import import_module
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from studio.core.attachments import FileKind, kind_of
from studio.core.chats import Draft
from studio.core.messages import Attachment
from studio.core.pictures import FetchedPicture, PictureError, PictureTrouble
from studio.core.trace import SUFFIX
from studio.harness.files import Files
from studio.ui.chat.attaching import Attaching, Spawn
from studio.ui.chat.choices import Choices
from studio.ui.chat.composer import ATTACH_KEYS, Composer
from studio.ui.chat.drop_area import Brought, DropArea
from studio.ui.chat.file_tile import PICTURE_SIDE
from studio.ui.chat.foreseeing import Foreseeing
from studio.ui.dialogs import picked_files
from studio.ui.pictures import seen, thumbnail
from studio.ui.sessions import Session
from studio.ui.theme import Theme

# Loaded when something is first looked at.
_FILE_VIEW = "studio.ui.chat.file_view"
_LARGE = "studio.ui.chat.picture_opening"
_SHELF = "studio.ui.chat.picture_shelf"
_MOST_TILES = 60
_PICTURE_SIDE = 960

FetchPicture = Callable[[str], Awaitable[FetchedPicture]]


async def no_pictures(address: str) -> FetchedPicture:
    """For pages that reach nothing outside."""
    raise PictureError(PictureTrouble.UNREACHABLE, address)


class PageFiles(QObject):
    """Lives as long as its page. Signals: `trace_brought(path)`, for a trace that was dropped."""

    trace_brought = Signal(str)

    def __init__(
        self, page: QWidget, session: Session, composer: Composer, files: Files, spawn: Spawn
    ) -> None:
        super().__init__(page)
        self._page = page
        self._session = session
        self._composer = composer
        self._spawn = spawn
        self.attaching = Attaching(session, files, spawn, composer.files)
        self._foreseeing = Foreseeing(session, spawn, composer.foreseen)
        self.drop_area = DropArea(page)
        self._choices = Choices()
        self._tiles: dict[str, QImage] = {}  # small pictures of the transcript, by digest
        self._connect()

    @property
    def attachments(self) -> tuple[Attachment, ...]:
        """Those of the message in the composer."""
        return self.attaching.attachments

    def refresh(self, choices: Choices) -> None:
        """Chat or choices have changed."""
        self._choices = choices
        self.attaching.refresh()
        self._tell_composer()

    def sent(self) -> None:
        """The message is on its way, with its files."""
        self.attaching.forget_faults()
        self._foreseeing.sent()

    def leave(self) -> None:
        self.attaching.leave()
        self._foreseeing.stop()

    def take_back(self, waiting: Draft) -> None:
        """The files of a waiting message stand beside the draft again, which is saved."""
        files = dict.fromkeys((*waiting.attachments, *self._session.chat.draft_attachments))
        changed = replace(
            self._session.chat, draft=self._composer.text(), draft_attachments=tuple(files)
        )
        self._spawn(self._session.update(changed), "take a message back")

    def drop(self, waiting: Draft) -> None:
        """A waiting message was removed: its files go with it, where nothing else holds them."""
        for attachment in waiting.attachments:
            if attachment not in self.attachments:
                self._spawn(self._session.detach(attachment), "remove a file")

    def show(self, attachment: Attachment, theme: Theme) -> None:
        self._spawn(self._show(attachment, theme), "show a file")

    def give_thumbnail(self, attachment: Attachment, take: Callable[[QImage], None]) -> None:
        """For a prompt in the transcript: at once where it is known, else when it is read."""
        known = self._tiles.get(attachment.digest)
        if known is not None:
            take(known)
        else:
            self._spawn(self._load_tile(attachment, take), "show a thumbnail")

    def give_picture(self, attachment: Attachment, take: Callable[[QImage], None]) -> None:
        """For a result in the transcript: larger than a thumbnail, and read each time."""
        self._spawn(self._load_picture(attachment, take), "show a picture of a result")

    async def _load_picture(self, attachment: Attachment, take: Callable[[QImage], None]) -> None:
        file = await self._session.attached(attachment)
        if file is not None:
            image, _ = await asyncio.to_thread(seen, file.data, _PICTURE_SIDE)
            take(image)

    async def _load_tile(self, attachment: Attachment, take: Callable[[QImage], None]) -> None:
        file = await self._session.attached(attachment)
        if file is None:
            return
        image = await asyncio.to_thread(thumbnail, file.data, PICTURE_SIDE * 2)
        if len(self._tiles) >= _MOST_TILES:
            del self._tiles[next(iter(self._tiles))]
        self._tiles[attachment.digest] = image
        take(image)

    def show_picture(self, picture: object, theme: Theme) -> None:
        """One that an answer names, which is here already (a `ShelvedPicture`)."""
        opening: Any = import_module(_LARGE)
        self._spawn(opening.open_shelved(picture, theme, self._page, self._spawn), "show a picture")

    def load_picture(self, address: str, fetch: FetchPicture) -> None:
        """One that an answer names: the reader wants it."""
        shelf: Any = import_module(_SHELF).shared()
        self._spawn(shelf.load(address, fetch), "load a picture")

    async def _show(self, attachment: Attachment, theme: Theme) -> None:
        file = await self._session.attached(attachment)
        if file is not None and kind_of(attachment.media_type) is FileKind.PICTURE:
            opening: Any = import_module(_LARGE)
            named = (attachment.name, file.data)
            if await opening.open_picture(named, theme, self._page, self._spawn):
                return
        view: Any = import_module(_FILE_VIEW)
        view.FileView(theme, attachment, file, self._page).show()

    def _connect(self) -> None:
        composer = self._composer
        QShortcut(QKeySequence(ATTACH_KEYS), self._page, composer.attach.click)
        composer.attach_requested.connect(lambda: self._spawn(self._pick(), "attach files"))
        composer.files_brought.connect(self.attaching.take)
        composer.text_attached.connect(self.attaching.add_text)
        self.drop_area.dropped.connect(self._take)
        self.drop_area.text_dropped.connect(composer.field.insertFromMimeData)
        for dropped in (self.drop_area.dropped, self.drop_area.text_dropped):
            dropped.connect(composer.field.setFocus)
        self.attaching.changed.connect(self._tell_composer)

    def _take(self, brought: Brought) -> None:
        """A trace alone is opened; among other files it is a file."""
        if len(brought.paths) == 1 and brought.paths[0].lower().endswith(SUFFIX):
            self.trace_brought.emit(brought.paths[0])
        else:
            self.attaching.take(brought)

    def _tell_composer(self) -> None:
        attaching = self.attaching
        self._composer.show_files(has_files=bool(self.attachments), is_reading=attaching.is_reading)
        self._foreseeing.look(self.attachments, self._choices)

    async def _pick(self) -> None:
        self.attaching.add_paths(await picked_files(self._page, self.tr("Attach files")))
        self._composer.field.setFocus()
