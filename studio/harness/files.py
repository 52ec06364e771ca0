"""Files on their way into a prompt: read, looked at, kept with the chat."""

from dataclasses import replace

from typing_extensions import override

from studio.core.attachments import (
    FILE_LIMITS,
    FileError,
    FileKind,
    FileLimits,
    FileTrouble,
    ReadFile,
    attachments_of,
    clean_name,
    kind_of,
)
from studio.core.chats import Assignment, AttachedFile
from studio.core.messages import Attachment
from studio.harness.chat_ports import AttachmentStore
from studio.harness.ports import FileReader, Pictures


class Files:
    """One for the application. Reads files for any chat; keeps nothing itself."""

    def __init__(
        self, reader: FileReader, pictures: Pictures, limits: FileLimits = FILE_LIMITS
    ) -> None:
        self._reader = reader
        self._pictures = pictures
        self.limits = limits

    async def read_path(self, path: str) -> ReadFile:
        """Raises `FileError`. Cancelling ends the work."""
        return await self._looked_at(await self._reader.read_path(path))

    async def read_bytes(self, name: str, data: bytes) -> ReadFile:
        """What was pasted. Raises `FileError`."""
        return await self._looked_at(await self._reader.read_bytes(name, data))

    def check_room(self, name: str, count: int) -> None:
        """Whether one more fits beside `count` others. Raises `FileError`."""
        if count >= self.limits.files:
            raise FileError(clean_name(name), FileTrouble.TOO_MANY, self.limits.files)

    async def _looked_at(self, read: ReadFile) -> ReadFile:
        if kind_of(read.attachment.media_type) is FileKind.PICTURE:
            return await self._pictures.prepared(read)
        return read


class NoAttachments(AttachmentStore):
    """For chats that nothing is ever attached to."""

    @override
    async def save_attachment(
        self, chat_id: str, attachment: Attachment, file: AttachedFile
    ) -> None:
        raise FileError(attachment.name, FileTrouble.UNREADABLE)

    @override
    async def attached(
        self, chat_id: str, attachments: tuple[Attachment, ...]
    ) -> dict[str, AttachedFile]:
        return {}

    @override
    async def drop_attachment(self, chat_id: str, attachment: Attachment) -> None:
        return


NO_ATTACHMENTS = NoAttachments()


async def with_files(assignment: Assignment, store: AttachmentStore) -> Assignment:
    """The same with what its turns attach. Raises `StorageError`; what is gone is left out."""
    turn = assignment.turn
    attachments = attachments_of((*assignment.earlier, turn))
    if not attachments:
        return assignment
    return replace(assignment, files=await store.attached(turn.chat_id, attachments))
