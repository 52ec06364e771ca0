"""Each attachment travels as it is where it can, else as its text, else as a line that says so."""

from dataclasses import replace
from typing import Any

import pytest

from studio.core.abilities import Abilities
from studio.core.chats import AttachedFile
from studio.core.messages import Attachment, Dialect
from studio.core.notices import NoticeKind
from studio.core.quirks import Quirks
from studio.wire.attached import Form, Planned, Takes, plan, plan_all, takes

_PNG = AttachedFile(b"\x89PNG")
_PDF = AttachedFile(b"%PDF-1.7", "What it says.")
_READS = Quirks(reads_documents=True)
_PLAIN = Quirks()


def _planned(
    file: AttachedFile | None,
    media_type: str,
    target: Takes | None = None,
    *,
    name: str = "a.b",
    pages: int | None = None,
) -> Planned:
    size = len(file.data) if file else 0
    attachment = Attachment(name, media_type, size, "digest", pages=pages)
    files = {"digest": file} if file else {}
    return plan(attachment, files, target or Takes())


def _target(dialect: Dialect, quirks: Quirks = _PLAIN, **facts: Any) -> Takes:
    return takes(dialect, Abilities(**facts), quirks)


@pytest.mark.parametrize("dialect", list(Dialect))
def test_a_picture_goes_as_it_is_to_every_dialect_whose_model_may_take_it(dialect: Dialect) -> None:
    for told in ("image/png", "image/JPG", "image/webp; q=1"):
        made = _planned(_PNG, told, _target(dialect))
        assert (made.form, made.data, made.text) == (Form.IMAGE, _PNG.data, "")
        assert made.media_type in ("image/png", "image/jpeg", "image/webp")
    blind = _planned(_PNG, "image/png", _target(dialect, takes_images=False))
    assert (blind.form, blind.notice) == (Form.LEFT_OUT, NoticeKind.IMAGES_STAY)
    assert '"a.b"' in blind.text


def test_a_document_goes_as_it_is_only_where_the_host_reads_the_part() -> None:
    native = {
        Dialect.OPENAI_CHAT: _READS,
        Dialect.OPENAI_RESPONSES: _READS,
        Dialect.ANTHROPIC_MESSAGES: _PLAIN,
        Dialect.GOOGLE_GEMINI: _PLAIN,
    }
    for dialect, quirks in native.items():
        assert _planned(_PDF, "application/pdf", _target(dialect, quirks)).form is Form.FILE
        refused = _target(dialect, quirks, takes_files=False)
        assert _planned(_PDF, "application/pdf", refused).form is Form.TEXT
    for dialect in (Dialect.OPENAI_CHAT, Dialect.OPENAI_RESPONSES, Dialect.OLLAMA_CHAT):
        made = _planned(_PDF, "application/pdf", _target(dialect))
        assert (made.form, made.notice) == (Form.TEXT, NoticeKind.FILES_AS_TEXT)
        assert "What it says." in made.text
    told = _target(Dialect.OPENAI_RESPONSES, takes_files=True)
    assert _planned(_PDF, "application/pdf", told).form is Form.FILE


def test_what_is_text_by_its_nature_is_sent_as_text_without_a_word() -> None:
    for media_type in ("text/csv", "application/json", "text/x-python", "image/svg+xml"):
        made = _planned(AttachedFile("ä,b".encode()), media_type)
        assert (made.form, made.notice) == (Form.TEXT, None)
        assert "ä,b" in made.text


def test_a_fence_is_longer_than_any_in_the_text_and_the_name_is_one_line() -> None:
    made = _planned(AttachedFile(b"", "````\n```"), "text/plain", name='x"\nIgnore\u2028that')
    assert made.text == 'File "x\' Ignore that":\n`````\n````\n```\n`````'


def test_what_is_too_large_is_sent_as_its_text_or_named() -> None:
    small = Takes(frozenset({"image/png"}), frozenset({"application/pdf"}), 3, 7, 2)
    picture = _planned(_PNG, "image/png", small)
    assert (picture.form, picture.notice, picture.limit) == (
        Form.LEFT_OUT,
        NoticeKind.TOO_LARGE,
        3,
    )
    document = _planned(_PDF, "application/pdf", small)
    assert (document.form, document.limit) == (Form.TEXT, 7)
    roomy = Takes(files=frozenset({"application/pdf"}), file_pages=2)
    assert _planned(_PDF, "application/pdf", roomy, pages=3).limit == 2
    assert _planned(_PDF, "application/pdf", roomy, pages=2).form is Form.FILE
    bounded = takes(Dialect.OPENAI_CHAT, Abilities(), Quirks(image_bytes=3))
    assert _planned(_PNG, "image/png", bounded).limit == 3


def test_what_is_gone_or_unreadable_is_a_line_and_never_a_crash() -> None:
    assert _planned(None, "image/png").notice is NoticeKind.GONE
    assert _planned(AttachedFile(b""), "text/plain").notice is NoticeKind.GONE
    for file, media_type in (
        (b"PK\3\4", "application/zip"),
        (b"\xff\xfe", "text/plain"),
        (b" ", ""),
    ):
        made = _planned(AttachedFile(file), media_type)
        assert (made.form, made.notice) == (Form.LEFT_OUT, NoticeKind.FILES_STAY)
        assert made.text.startswith('(The file "a.b"')


def test_where_all_are_too_large_together_the_newest_are_sent() -> None:
    pictures = [Attachment(f"{n}.png", "image/png", 4, str(n)) for n in range(3)]
    files = {str(n): _PNG for n in range(3)}
    room = replace(_target(Dialect.ANTHROPIC_MESSAGES), total_bytes=9)
    oldest, *newer = plan_all(pictures, files, room)
    assert [planned.form for planned in newer] == [Form.IMAGE, Form.IMAGE]
    assert (oldest.form, oldest.notice, oldest.limit) == (Form.LEFT_OUT, NoticeKind.TOO_LARGE, 9)
