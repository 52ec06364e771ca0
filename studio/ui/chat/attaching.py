"""Files on their way beside a draft: read, kept with the chat, shown, taken away again."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import PurePath
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from studio.core.attachments import FileError, FileKind, ReadFile, clean_name, kind_of
from studio.core.messages import Attachment
from studio.harness.files import Files
from studio.ui.chat.drop_area import Brought
from studio.ui.chat.file_bar import Entry, FileBar
from studio.ui.chat.file_chip import THUMBNAIL
from studio.ui.file_texts import encoding_text, reduced_text
from studio.ui.pictures import png_of, thumbnail
from studio.ui.sessions import Session

_SIDE = THUMBNAIL * 3  # sharp on any screen

Reading = Callable[[], Awaitable[ReadFile]]
Spawn = Callable[[Coroutine[Any, Any, object], str], None]


class Attaching(QObject):
    """One for each page, gone with it; what is still being read then is given up.

    Signals: `changed()` when files came, went, or are being read no more.
    """

    changed = Signal()

    def __init__(self, session: Session, files: Files, spawn: Spawn, bar: FileBar) -> None:
        super().__init__(bar)
        self._session = session
        self._files = files
        self._spawn = spawn
        self._bar = bar
        self._pending: dict[str, Entry] = {}  # being read, or refused
        self._tasks: dict[str, asyncio.Task[object]] = {}
        self._notes: dict[str, str] = {}
        self._places: dict[str, int] = {}
        self._pictures: dict[str, QImage] = {}
        self._numbers = count(1)
        self._edited: tuple[Attachment, ...] | None = None
        bar.remove_requested.connect(self.remove)

    @property
    def attachments(self) -> tuple[Attachment, ...]:
        """Those of the message that is edited, else those beside the draft."""
        return self._session.chat.draft_attachments if self._edited is None else self._edited

    def edit(self, attachments: tuple[Attachment, ...] | None) -> None:
        """From now on these stand in the bar, and the draft's wait; None brings those back."""
        self._edited = attachments
        self._tell()

    @property
    def is_reading(self) -> bool:
        return any(entry.error is None for entry in self._pending.values())

    def refresh(self) -> None:
        """Shows what is beside the draft now."""
        kept = [
            Entry(each.digest, each.name, each, note=self._notes.get(each.digest, ""))
            for each in self.attachments
        ]
        pictures = {key: image for key, image in self._pictures.items() if not image.isNull()}
        self._bar.show_entries([*kept, *self._pending.values()], pictures)
        for each in self.attachments:
            if kind_of(each.media_type) is FileKind.PICTURE and each.digest not in self._pictures:
                self._pictures[each.digest] = QImage()
                self._spawn(self._load_picture(each), "show a thumbnail")

    def take(self, brought: Brought) -> None:
        """What was dropped or pasted."""
        self.add_paths(brought.paths)
        if brought.picture is not None:
            picture = brought.picture
            self._begin(self.tr("Pasted picture.png"), lambda: self._read_picture(picture))

    def add_paths(self, paths: Sequence[str]) -> None:
        for path in paths:
            self._begin(clean_name(PurePath(path).name), partial(self._files.read_path, path))

    def add_text(self, text: str) -> None:
        data = text.encode("utf-8", "replace")
        name = self.tr("Pasted text.txt")
        self._begin(name, partial(self._files.read_bytes, name, data))

    def add_read(self, read: ReadFile) -> None:
        """What is read already: a server's resource."""

        async def reading() -> ReadFile:
            return read

        self._begin(read.attachment.name, reading)

    def remove(self, entry_id: str) -> None:
        """Takes a file away; one that is being read is not read on."""
        task = self._tasks.pop(entry_id, None)
        if task is not None:
            task.cancel()
        if self._pending.pop(entry_id, None) is not None:
            self._tell()
            return
        for each in self.attachments:
            if each.digest == entry_id:
                self._take_away(each)

    def _take_away(self, attachment: Attachment) -> None:
        if self._edited is not None:
            self._edited = tuple(each for each in self._edited if each != attachment)
            self._tell()
            if attachment in self._session.chat.draft_attachments:
                return
        # What a turn holds stays in the store.
        self._spawn(self._session.detach(attachment), "remove a file")

    def forget_faults(self) -> None:
        """Once the message is sent nobody needs to know what was not in it."""
        faults = [key for key, entry in self._pending.items() if entry.error is not None]
        for key in faults:
            del self._pending[key]
        if faults:
            self._tell()

    def leave(self) -> None:
        for task in tuple(self._tasks.values()):
            task.cancel()

    def _begin(self, name: str, reading: Reading) -> None:
        key = f"reading-{next(self._numbers)}"
        waiting = sum(1 for entry in self._pending.values() if entry.error is None)
        try:
            self._files.check_room(name, len(self.attachments) + waiting)
        except FileError as error:
            self._pending[key] = Entry(key, name, error=error)
        else:
            self._pending[key] = Entry(key, name)
            self._spawn(self._read(key, name, reading), "read a file to attach")
        self._tell()

    async def _read(self, key: str, name: str, reading: Reading) -> None:
        task = asyncio.current_task()
        if task is None or key not in self._pending:
            return  # taken away again before it began
        self._tasks[key] = task
        try:
            read = await reading()
            self._note(read)
            await self._attach(key, read)
        except FileError as error:
            self._pending[key] = Entry(key, name, error=error)
        except BaseException:
            self._pending.pop(key, None)
            raise
        else:
            self._pending.pop(key, None)
        finally:
            self._tasks.pop(key, None)
            self._tell()

    async def _attach(self, key: str, read: ReadFile) -> None:
        before = self._session.chat.draft_attachments
        await self._session.attach(read)
        if self._edited is None:
            await self._put_in_order(key, read.attachment)
            return
        self._edited = tuple(dict.fromkeys((*self._edited, read.attachment)))
        if read.attachment not in before:
            # It belongs to the edited message: the draft stays as it was.
            await self._session.update(replace(self._session.chat, draft_attachments=before))

    async def _put_in_order(self, key: str, attachment: Attachment) -> None:
        """A small file is read before a large one; they stand as they were chosen."""
        self._places[attachment.digest] = int(key.rpartition("-")[2])
        ordered = tuple(sorted(self.attachments, key=lambda each: self._places.get(each.digest, 0)))
        if ordered != self.attachments:
            await self._session.update(replace(self._session.chat, draft_attachments=ordered))

    async def _read_picture(self, picture: QImage) -> ReadFile:
        # Packing a photo takes longer than a frame.
        data = await asyncio.to_thread(png_of, picture)
        return await self._files.read_bytes(self.tr("Pasted picture.png"), data)

    async def _load_picture(self, attachment: Attachment) -> None:
        file = await self._session.attached(attachment)
        if file is not None:
            image = await asyncio.to_thread(thumbnail, file.data, _SIDE)
            self._pictures[attachment.digest] = image
            self.refresh()

    def _note(self, read: ReadFile) -> None:
        notes = [encoding_text(read.encoding)] if read.encoding else []
        if read.is_reduced:
            notes.append(reduced_text())
        self._notes[read.attachment.digest] = " · ".join(notes)

    def _tell(self) -> None:
        self.refresh()
        self.changed.emit()
