"""The keys that are planted in an exchange, in every dialect and place, reach no clipboard, no
archive, no report and no collector."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from typing_extensions import override

from studio.adapters.wire_views import RecordedViews
from studio.core.chats import Chat
from studio.core.messages import Dialect
from studio.core.recording import Recording
from studio.harness.inspection_ports import StreamEvent
from studio.harness.spans import as_otlp
from studio.harness.subject import Subject
from studio.harness.taking import Take
from tests.archives import as_har
from tests.conftest import Until
from tests.fakes import ids
from tests.traces.corpus import stand
from tests.traces.test_planted_traces import KEYS, PROFILE, VAULT, echoing
from tests.ui.fake_chats import FakeSession
from tests.ui.inspector.taking_stage import CallsToo, TakingStage, picks, taking_stage

TAKES = (Take.CURL, Take.HTTPX, Take.REPORT)


class Real(CallsToo):
    """Frames what was recorded as the real one does."""

    @override
    async def stream(self, recording: Recording) -> Sequence[StreamEvent]:
        return RecordedViews(ids(), lambda _: None).stream(recording)


def assert_no_key(text: str) -> None:
    assert text
    for key in KEYS.values():
        # A part of it tells as much.
        assert key[-16:-4] not in text


async def copied(stage: TakingStage, take: Take, turn_id: str) -> str:
    stage.taking.start(take, Subject(turn_id))
    await stage.spawned.settle()
    assert stage.taken[-1] is take
    return stage.clipboard


@pytest.mark.parametrize("status", [200, 401, 400, 500])
@pytest.mark.parametrize("dialect", list(Dialect))
async def test_no_key_is_in_what_is_taken_along(
    qapp: QApplication,
    until: Until,
    tmp_path: Path,
    dialect: Dialect,
    status: int,
) -> None:
    async with stand(tmp_path) as there:
        there.keys = VAULT
        query = f"?api_key={KEYS['query']}"
        trace = await there.taken(echoing(dialect, status), query, **PROFILE)
    (traced,) = trace.turns
    # A host elsewhere: what Callboard itself answers can be copied nowhere.
    recordings = [
        replace(each, url=each.url.replace("practice.", "host.")) for each in traced.recordings
    ]
    session = FakeSession(Chat("c", "Planted", 1.0, 1.0), (traced.turn,))
    async with taking_stage(until, Real(*recordings), session) as stage:
        texts = {take: await copied(stage, take, traced.turn.id) for take in TAKES}
        for text in (*texts.values(), stage.taking.note.text()):
            assert_no_key(text)
    assert "$API_KEY" in texts[Take.CURL]
    assert "API_KEY" in texts[Take.HTTPX]
    assert_no_key(as_har(recordings, "1"))
    assert_no_key(as_otlp(traced.turn, "1"))


async def test_no_key_is_in_a_file_that_is_saved(
    qapp: QApplication, until: Until, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with stand(tmp_path / "stand") as there:
        there.keys = VAULT
        trace = await there.taken(
            echoing(Dialect.OPENAI_CHAT, 401), f"?api_key={KEYS['query']}", **PROFILE
        )
    (traced,) = trace.turns
    picks(monkeypatch, tmp_path / "saved")
    session = FakeSession(Chat("c", "Planted", 1.0, 1.0), (traced.turn,))
    async with taking_stage(until, Real(*traced.recordings), session) as stage:
        for take in (Take.HAR_OF_TURN, Take.HAR_OF_CHAT, Take.SAVE_REPORT):
            stage.taking.start(take, Subject(traced.turn.id))
            await stage.pick()
            await stage.spawned.settle()
            assert stage.taken[-1] is take
    for name in ("saved.har", "saved.md"):
        assert_no_key((tmp_path / name).read_text("utf-8"))
