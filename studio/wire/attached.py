"""What becomes of a file beside a prompt: sent as it is, as the text in it, or named only.

The choice is made here for every dialect, before anything is built, so that it can be told of
before anything is sent.
"""

import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from studio.core.abilities import Abilities
from studio.core.chats import AttachedFile
from studio.core.messages import Attachment, Dialect
from studio.core.notices import NoticeKind
from studio.core.quirks import Quirks

PDF = "application/pdf"
_MEBIBYTE = 1024 * 1024
_COMMON_IMAGES = frozenset({"image/png", "image/jpeg", "image/webp"})
_IMAGES = _COMMON_IMAGES | {"image/gif"}
_NAMES = {"image/jpg": "image/jpeg", "application/x-pdf": PDF}
# What is text by its nature loses nothing when it is sent as such.
_PLAIN = re.compile(r"text/|application/(json|xml|javascript|toml|yaml|x-)|.*\+(json|xml)$")
_FENCES = re.compile(r"`{3,}")


class Form(StrEnum):
    """How an attachment travels."""

    IMAGE = "image"
    FILE = "file"
    TEXT = "text"
    LEFT_OUT = "left_out"


@dataclass(frozen=True, slots=True)
class Takes:
    """What a target takes as it is: media types, and bounds for one attachment in bytes before
    encoding, for a document in pages, for all of a request. None is no bound that is known."""

    images: frozenset[str] = frozenset()
    files: frozenset[str] = frozenset()
    image_bytes: int | None = None
    file_bytes: int | None = None
    file_pages: int | None = None
    total_bytes: int | None = None

    def within(self, room: int) -> "Takes":
        images, files = self.image_bytes, self.file_bytes
        return replace(
            self,
            image_bytes=room if images is None else min(images, room),
            file_bytes=room if files is None else min(files, room),
        )


@dataclass(frozen=True, slots=True)
class Planned:
    """One attachment and its form. `text` is what a model reads instead of the file itself, and
    is empty where the file is sent. `notice` is what the user should know, and `limit` the bound
    that was met."""

    attachment: Attachment
    form: Form
    media_type: str
    data: bytes = field(default=b"", repr=False)
    text: str = field(default="", repr=False)
    notice: NoticeKind | None = None
    limit: int | None = None

    @property
    def title(self) -> str:
        """On one line: a name is no place for instructions to the model."""
        return " ".join(self.attachment.name.split())[:200] or "file"

    @property
    def is_native(self) -> bool:
        return self.form in (Form.IMAGE, Form.FILE)

    @property
    def base64(self) -> str:
        return b64encode(self.data).decode("ascii")

    @property
    def data_url(self) -> str:
        return f"data:{self.media_type};base64,{self.base64}"


def takes(dialect: Dialect, abilities: Abilities, quirks: Quirks) -> Takes:
    """What is not known of a model is taken as the dialect allows it."""
    known = _OF_DIALECT[dialect]
    is_promised = quirks.reads_documents or dialect not in _OPENAIS
    reads_files = is_promised if abilities.takes_files is None else abilities.takes_files
    # Other hosts of this dialect have each a part of their own for documents.
    if dialect is Dialect.OPENAI_CHAT:
        reads_files = reads_files and quirks.reads_documents
    return Takes(
        known.images if abilities.takes_images is not False else frozenset(),
        known.files if reads_files else frozenset(),
        quirks.image_bytes or known.image_bytes,
        quirks.file_bytes or known.file_bytes,
        known.file_pages,
        known.total_bytes,
    )


def plan_all(
    attachments: Sequence[Attachment], files: Mapping[str, AttachedFile], target: Takes
) -> tuple[Planned, ...]:
    """All attachments of one request, oldest first. Where they are too large together, the newest
    are sent: else a chat with many pictures would one day be refused for good."""
    if target.total_bytes is None:
        return tuple(plan(attachment, files, target) for attachment in attachments)
    made: list[Planned] = []
    room = target.total_bytes
    for attachment in reversed(attachments):
        planned = plan(attachment, files, target.within(room))
        if planned.limit == room:
            planned = replace(planned, limit=target.total_bytes)
        room -= len(planned.data)
        made.append(planned)
    return tuple(reversed(made))


def plan(attachment: Attachment, files: Mapping[str, AttachedFile], target: Takes) -> Planned:
    """Pure, and the same for the same files at every request: that keeps prompts cacheable."""
    file = files.get(attachment.digest)
    media_type = _media_type(attachment.media_type)
    is_image = media_type.startswith("image/")
    if file is None or not (file.data or file.text):
        return _left_out(attachment, "is no longer there", NoticeKind.GONE)
    taken = target.images if is_image else target.files
    limit = _met_limit(attachment, file, target, is_image=is_image) if media_type in taken else None
    if file.data and media_type in taken and limit is None:
        form = Form.IMAGE if is_image else Form.FILE
        return Planned(attachment, form, media_type, file.data)
    text = _text_of(media_type, file)
    if text.strip():
        return _as_text(attachment, media_type, text, limit)
    if limit is not None:
        return _left_out(attachment, "is too large to be sent", NoticeKind.TOO_LARGE, limit)
    if is_image:
        return _left_out(attachment, "is an image, which is not sent", NoticeKind.IMAGES_STAY)
    return _left_out(attachment, "has no text that could be read", NoticeKind.FILES_STAY)


def _media_type(told: str) -> str:
    plain = told.partition(";")[0].strip().lower()
    return _NAMES.get(plain, plain)


def _met_limit(
    attachment: Attachment, file: AttachedFile, target: Takes, *, is_image: bool
) -> int | None:
    most = target.image_bytes if is_image else target.file_bytes
    if most is not None and len(file.data) > most:
        return most
    pages = None if is_image else target.file_pages
    return pages if pages is not None and (attachment.pages or 0) > pages else None


def _text_of(media_type: str, file: AttachedFile) -> str:
    if file.text or not _PLAIN.match(media_type):
        return file.text
    try:
        return file.data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return ""


def _as_text(attachment: Attachment, media_type: str, text: str, limit: int | None) -> Planned:
    fence = "`" * max([3, *(len(found) + 1 for found in _FENCES.findall(text))])
    fenced = f"File {_quoted(attachment.name)}:\n{fence}\n{text.rstrip()}\n{fence}"
    notice = None if _PLAIN.match(media_type) else NoticeKind.FILES_AS_TEXT
    return Planned(attachment, Form.TEXT, media_type, text=fenced, notice=notice, limit=limit)


def _left_out(
    attachment: Attachment, why: str, notice: NoticeKind, limit: int | None = None
) -> Planned:
    text = f"(The file {_quoted(attachment.name)} {why}.)"
    media_type = _media_type(attachment.media_type)
    return Planned(attachment, Form.LEFT_OUT, media_type, text=text, notice=notice, limit=limit)


def _quoted(name: str) -> str:
    plain = " ".join(name.replace('"', "'").split())
    return f'"{plain[:200]}"'


# Most hosts that copied these two refuse the part that holds a document.
_OPENAIS = (Dialect.OPENAI_CHAT, Dialect.OPENAI_RESPONSES)
_OF_DIALECT = {
    # 50 MB for the request, after encoding.
    Dialect.OPENAI_CHAT: Takes(
        _IMAGES, frozenset({PDF}), 20 * _MEBIBYTE, 32 * _MEBIBYTE, total_bytes=36 * _MEBIBYTE
    ),
    Dialect.OPENAI_RESPONSES: Takes(
        _IMAGES, frozenset({PDF}), 20 * _MEBIBYTE, 32 * _MEBIBYTE, total_bytes=36 * _MEBIBYTE
    ),
    # 5 MiB for an image and 32 MB for the request, both after encoding, which adds a third.
    Dialect.ANTHROPIC_MESSAGES: Takes(
        _IMAGES,
        frozenset({PDF}),
        image_bytes=5 * _MEBIBYTE * 3 // 4,
        file_bytes=22 * _MEBIBYTE,
        file_pages=100,
        total_bytes=22 * _MEBIBYTE,
    ),
    # 20 MB for the request, after encoding.
    Dialect.GOOGLE_GEMINI: Takes(
        _COMMON_IMAGES | {"image/heic", "image/heif"},
        frozenset({PDF}),
        image_bytes=14 * _MEBIBYTE,
        file_bytes=14 * _MEBIBYTE,
        file_pages=1_000,
        total_bytes=14 * _MEBIBYTE,
    ),
    Dialect.OLLAMA_CHAT: Takes(_COMMON_IMAGES, image_bytes=100 * _MEBIBYTE),
}
