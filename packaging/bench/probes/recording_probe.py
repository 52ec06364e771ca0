"""Processor time of streaming with and without recording: `recording_probe.py DIALECT PAIRS`.

Both by turns in one process, each in a chat of its own; putting it into the database counts.
"""

import sys
from typing import Any

import stage

from studio.adapters.recorder import AttemptRecord, Recorder
from studio.core.messages import Dialect

_MODEL = "text-40000-4000"
_ON = (
    (AttemptRecord, "add", AttemptRecord.add),
    (Recorder, "keep", Recorder.keep),
)


def _forget(*_: object) -> None:
    return


def _record(*, is_on: bool) -> None:
    """Off is what a Callboard without recordings would do: nothing with the bytes."""
    for where, name, kept in _ON:
        setattr(where, name, kept if is_on else _forget)


async def _cost(on: stage.Stage, *, is_on: bool) -> float:
    """Milliseconds for each 1,000 characters."""
    _record(is_on=is_on)
    session = await on.chat_with(_MODEL)
    used = stage.cpu()
    await session.send("go on")
    await on.desk.works.recorder.settled()
    used = stage.cpu() - used
    return used * 1e6 / len(session.turns[-1].rounds[-1].text)


async def _measure(on: stage.Stage) -> dict[str, Any]:
    profiles = on.desk.works.profiles
    await profiles.change("bench", dialect=Dialect(sys.argv[1]), has_key=True)
    # With a key, which is looked for in all that is recorded.
    await profiles.keep_key_until_exit("bench", "bench-0123456789abcdef-0123456789abcdef")
    await _cost(on, is_on=True)  # warms up
    costs: dict[bool, list[float]] = {True: [], False: []}
    for pair in range(int(sys.argv[2])):
        for is_on in (True, False) if pair % 2 else (False, True):
            costs[is_on].append(await _cost(on, is_on=is_on))
    return {"on": costs[True], "off": costs[False]}


stage.run(_measure)
