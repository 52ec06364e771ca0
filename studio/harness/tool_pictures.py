"""Pictures that tools bring: looked at, bounded, and kept with the chat."""

from collections.abc import Awaitable, Callable
from hashlib import sha256

from studio.core.attachments import FILE_LIMITS, FileKind, clean_name, recognised
from studio.core.chats import AttachedFile
from studio.core.messages import Attachment
from studio.core.tools import ToolPicture
from studio.harness.chat_ports import AttachmentStore

KeepPictures = Callable[[tuple[ToolPicture, ...]], Awaitable[tuple[Attachment, ...]]]

_MOST = 20  # of one result


async def keep_none(pictures: tuple[ToolPicture, ...]) -> tuple[Attachment, ...]:
    """For turns that nothing is ever kept of."""
    return ()


def keeper(store: AttachmentStore, chat_id: str) -> KeepPictures:
    """Keeps pictures with this chat. What is none, too large or too many is left out."""

    async def keep(pictures: tuple[ToolPicture, ...]) -> tuple[Attachment, ...]:
        kept: dict[str, Attachment] = {}
        for picture in pictures[:_MOST]:
            attachment = _attachment(picture)
            if attachment is not None and attachment.digest not in kept:
                await store.save_attachment(chat_id, attachment, AttachedFile(picture.data))
                kept[attachment.digest] = attachment
        return tuple(kept.values())

    return keep


def _attachment(picture: ToolPicture) -> Attachment | None:
    """The type is read from the bytes: what a tool says of it may be wrong."""
    data = picture.data
    known = recognised("picture", data[:4096])
    is_drawn = known is not None and known.kind is FileKind.PICTURE and known.is_sendable
    if known is None or not is_drawn or len(data) > FILE_LIMITS.file_bytes:
        return None
    name = clean_name(picture.name or f"picture.{known.media_type.partition('/')[2]}")
    return Attachment(name, known.media_type, len(data), sha256(data).hexdigest())
