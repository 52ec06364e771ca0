"""Attachments in a trace: kept or left out, what is asked with them is asked again."""

from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from studio.core.attachments import ReadFile
from studio.core.chats import AttachedFile, ChatSettings
from studio.core.messages import Attachment, Dialect
from studio.core.profiles import PRACTICE_ID
from studio.core.trace import SUFFIX, Trace
from studio.core.trace_lines import trace_lines
from studio.harness.trace_ports import Choice, Matter
from studio.store.paths import Paths
from studio.store.traces import load_trace
from studio.traces import WorksTraces
from studio.wiring import new_id, open_works
from tests.traces.taken import differences, played

SECRET = b"\x89PNG\r\n\x1a\n" + b"a picture of a heron" * 20
TEXT = 'Notes of jane@corp.example:\n"the heron\tis \\ blue"\n'


def _attached(name: str, kind: str, data: bytes, text: str = "") -> ReadFile:
    digest = sha256(data).hexdigest()
    text_digest = sha256(text.encode()).hexdigest() if text else ""
    attachment = Attachment(name, kind, len(data), digest, text_digest)
    return ReadFile(attachment, AttachedFile(data, text))


async def _written(path: Path, dialect: Dialect, choice: Choice) -> Trace:
    works = await open_works(Paths.find(), pace=0)
    try:
        await works.profiles.change(PRACTICE_ID, dialect=dialect)
        session = await works.library.create(ChatSettings(profile_id=PRACTICE_ID))
        picture = _attached("heron.png", "image/png", SECRET)
        notes = _attached("notes.txt", "text/plain", TEXT.encode(), TEXT)
        paper = _attached("heron.pdf", "application/pdf", b"%PDF- a heron", TEXT)
        for each in (picture, notes, paper):
            await session.attach(each)
        await session.send("Look.", (picture.attachment, notes.attachment, paper.attachment))
        await session.send("time in Tokyo")
        await works.recorder.settled()
        traces = WorksTraces(works, lambda _: None, new_id)
        await traces.write(session, "", path, choice, lambda *_: None)
        return load_trace(path)
    finally:
        await works.close()


@pytest.mark.parametrize("keeps_files", [True, False])
@pytest.mark.parametrize("dialect", list(Dialect))
async def test_what_is_asked_with_files_is_asked_again(
    dialect: Dialect, keeps_files: bool, tmp_path: Path, callboard_home: Path
) -> None:
    choice = Choice(keeps_files=keeps_files)
    trace = await _written(tmp_path / f"a{SUFFIX}", dialect, choice)
    assert trace.head.has_files is keeps_files
    bodies = b"".join(each.request_body for turn in trace.turns for each in turn.recordings)
    assert len(trace.turns[0].files) == 3
    assert (b"heron\\tis" in bodies) is keeps_files
    files = b"".join(file.data for _, file in trace.turns[0].files)
    assert (b"a picture of a heron" in files) is keeps_files
    assert differences(await played(trace)) == []


async def test_a_text_that_is_attached_is_redacted_as_well(
    tmp_path: Path, callboard_home: Path
) -> None:
    choice = Choice(frozenset({Matter.EMAIL}), ("blue",))
    trace = await _written(tmp_path / f"a{SUFFIX}", Dialect.OPENAI_CHAT, choice)
    lines = "".join(trace_lines(replace(trace, targets=())))
    assert "jane@" not in lines
    assert "is \\\\ blue" not in lines
    assert differences(await played(trace)) == []
