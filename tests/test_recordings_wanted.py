"""Who wants no recordings kept has none written."""

from __future__ import annotations

from pathlib import Path

import pytest

from studio.core.chats import ChatSettings
from studio.core.messages import TurnState
from studio.core.profiles import PRACTICE_ID
from studio.store.paths import Paths
from studio.wiring import open_works

PACE = 100_000.0


@pytest.mark.parametrize("none", [{"recordings_days": 0}, {"recordings_bytes": 0}])
async def test_what_is_not_to_be_kept_is_not_written_from_that_moment_on(
    callboard_home: Path, none: dict[str, int]
) -> None:
    works = await open_works(Paths.find(), pace=PACE)
    try:
        session = await works.library.create(ChatSettings(PRACTICE_ID))
        await session.send("time in Tokyo")
        (first,) = session.turns
        assert len(await works.inspection.recordings(first.id)) == 2
        assert len(await works.inspection.calls(first.id)) == 1
        kept = await works.recordings.recorded_bytes()
        await works.preferences.change(**none)
        await session.send("time in Tokyo")
        second = session.turns[-1]
        assert second.state is TurnState.COMPLETED
        assert second.tool_uses
        assert tuple(await works.inspection.recordings(second.id)) == ()
        assert tuple(await works.inspection.calls(second.id)) == ()
        assert await works.recordings.recorded_bytes() == kept
        await works.preferences.change(recordings_days=1, recordings_bytes=1_000_000)
        await session.send("time in Tokyo")
        assert len(await works.inspection.recordings(session.turns[-1].id)) == 2
    finally:
        await works.close()
