"""Every recorded exchange, ours and the shared ones: asked for over loopback, recorded into a real
database, written as a trace, read again and played. The bytes are the same, and so is the turn."""

import re
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from studio.core.messages import Dialect
from studio.core.recording import Recording
from studio.core.trace import Trace
from studio.harness.trace_ports import Choice, Matter
from tests.traces.corpus import ROOT, WIRES, Case, cases, own_cases, stand
from tests.traces.taken import differences, played, redacted_trace, written

# What it quotes is cut to a length, and is no longer as long when words of it are replaced.
_CUT = "chat-openrouter-pai-openrouter-web-search-annotations"

pytestmark = pytest.mark.slow


def wire_of(recordings: Iterable[Recording]) -> list[tuple[object, ...]]:
    """What must be the same, chunk for chunk."""
    return [
        (
            each.round_id,
            each.attempt,
            each.method,
            each.status,
            each.request_body,
            [chunk.data for chunk in each.chunks],
        )
        for each in recordings
    ]


async def _check(trace: Trace, case: Case) -> tuple[int, int]:
    again = written(trace)
    assert again == trace
    recorded = [each for traced in trace.turns for each in traced.recordings]
    replies = [each.response_body for each in recorded]
    # A reply that turns out to be an error is not read to its end.
    assert case.body == replies[0] or (recorded[0].error and case.body.startswith(replies[0]))
    wire: list[Recording] = []
    assert differences(await played(again, wire)) == []
    assert wire_of(wire) == wire_of(recorded)
    await _check_redacted(trace, case)
    return len(recorded), sum(len(reply) for reply in replies)


async def _check_redacted(trace: Trace, case: Case) -> None:
    """Without the longest words of its answer it plays as well, and they are nowhere."""
    found = sorted(
        set(re.findall(r"[^\W\d_]{5,}", case.text)) - {"https"}, key=lambda word: (-len(word), word)
    )
    words = tuple(found[:3])
    if not words:
        return
    choice = Choice(frozenset(Matter), words)
    safe = await redacted_trace(trace, choice)
    found_now = differences(await played(safe))
    assert found_now == [] or (case.name.startswith(_CUT) and "sources" in repr(found_now))
    answers = [part for each in safe.turns for round_ in each.turn.rounds for part in round_.parts]
    for word in words:
        found_at = re.search(re.escape(word), repr(answers), re.IGNORECASE)
        assert not found_at, repr(answers)[max(0, found_at.start() - 300) : found_at.end() + 100]


async def _check_all(
    cases: Iterable[Case], folder: Path, capsys: pytest.CaptureFixture[str], name: str
) -> int:
    exchanges = recordings = size = 0
    async with stand(folder) as there:
        for case in cases:
            try:
                count, length = await _check(await there.taken(case), case)
            except Exception as error:
                error.add_note(case.name)
                raise
            exchanges, recordings, size = exchanges + 1, recordings + count, size + length
    with capsys.disabled():
        sys.stdout.write(
            f"\n{name}: {exchanges} exchanges, {recordings} recordings, {size} bytes: "
            "wire and turns the same\n"
        )
    return exchanges


@pytest.mark.parametrize("dialect", list(Dialect))
async def test_our_own_recordings_play_the_same(
    dialect: Dialect, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await _check_all(own_cases(dialect), tmp_path, capsys, f"own {dialect}") == 7


@pytest.mark.skipif(not ROOT.is_dir(), reason="no shared recordings here")
@pytest.mark.parametrize("wire", list(WIRES))
async def test_every_shared_exchange_plays_the_same(
    wire: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await _check_all(cases(wire), tmp_path, capsys, f"shared {wire}") > 0
