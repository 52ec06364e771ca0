"""Writes what was recorded of turns as one HTTP archive, a round at a time: all of a chat may be
more than fits into memory."""

from collections.abc import Sequence
from functools import partial

from studio.core.recording import Recording
from studio.harness import har
from studio.harness.inspection_ports import Inspection
from studio.harness.text_sink import TextSink
from studio.harness.trace_ports import Told


async def write_har(
    turn_ids: Sequence[str], inspection: Inspection, version: str, sink: TextSink, told: Told
) -> int:
    """How many requests are in it. Raises `StorageError`; then, and when it is cancelled, nothing
    is left of the file. `told(done, total)` hears how many turns are written."""
    try:
        count = await _write(turn_ids, inspection, version, sink, told)
        await sink.finish()
    except BaseException:
        await sink.abandon()
        raise
    return count


async def _write(
    turn_ids: Sequence[str], inspection: Inspection, version: str, sink: TextSink, told: Told
) -> int:
    await sink.write(lambda: har.beginning(version))
    count = 0
    for number, turn_id in enumerate(turn_ids):
        told(number, len(turn_ids))
        outlines = await inspection.outlines(turn_id)
        for round_id in dict.fromkeys(each.round_id for each in _in_order(outlines)):
            for recording in _in_order(await inspection.round_recordings(round_id)):
                await sink.write(partial(_entry, recording, is_first=not count))
                count += 1
    told(len(turn_ids), len(turn_ids))
    await sink.write(lambda: har.ENDING)
    return count


def _in_order(recordings: Sequence[Recording]) -> list[Recording]:
    return sorted(recordings, key=lambda each: each.started_at)


def _entry(recording: Recording, *, is_first: bool) -> str:
    return ("" if is_first else ",\n") + har.entry(recording)
