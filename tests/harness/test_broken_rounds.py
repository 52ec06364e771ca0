"""What a round has cost that never came to its end."""

from __future__ import annotations

import asyncio

from typing_extensions import override

from studio.core import events as ev
from studio.core.chats import Assignment, Chat, ChatSettings, Turn
from studio.core.errors import Category, Failure, IncompleteRoundError
from studio.core.messages import Round, Usage
from studio.core.settings import Settings
from studio.harness.live_turn import Means
from studio.harness.session import SessionController
from tests.conftest import Until
from tests.fakes import (
    HANG,
    FakeAdapter,
    FakeFactory,
    FakeTime,
    FakeTools,
    MemoryStore,
    Script,
    ids,
    says,
)

CHAT = Chat("c1", "", 1_000.0, 1_000.0, ChatSettings("fake", "scripted-1"))
CUT_OFF = IncompleteRoundError(Failure(Category.CUT_OFF))


class ReportingFactory(FakeFactory):
    """Its adapters have heard of some tokens, whatever becomes of the round."""

    @override
    async def create(self, assignment: Assignment) -> FakeAdapter:
        adapter = await super().create(assignment)
        adapter.reported = Usage(25, 1)
        return adapter


def session_with(noted: list[tuple[str, Usage]], *rounds: Script) -> SessionController:
    def note(turn: Turn, round_: Round) -> None:
        noted.append((round_.id, round_.usage))

    time = FakeTime()
    factory = ReportingFactory(*rounds)
    means = Means(MemoryStore(), factory, time.clock, ids(), time.sleep, note_round=note)
    return SessionController(CHAT, means, FakeTools(), Settings)


async def test_a_round_that_was_cut_off_is_noted_with_what_was_reported() -> None:
    noted: list[tuple[str, Usage]] = []
    session = session_with(noted, [ev.TextDelta("Hal"), CUT_OFF])
    await session.send("hello")
    assert noted == [(session.turns[0].rounds[0].id, Usage(25, 1))]


async def test_a_round_that_was_stopped_is_noted_too(until: Until) -> None:
    noted: list[tuple[str, Usage]] = []
    session = session_with(noted, [ev.TextDelta("Hal"), HANG])
    seen: list[ev.Event] = []
    session.subscribe(lambda _, event: seen.append(event))

    async def stop() -> None:
        await until(lambda: any(isinstance(event, ev.TextDelta) for event in seen))
        await session.stop()

    await asyncio.gather(session.send("hello"), stop())
    assert noted == [(session.turns[0].rounds[0].id, Usage(25, 1))]


async def test_a_round_that_came_to_its_end_is_noted_once() -> None:
    noted: list[tuple[str, Usage]] = []
    session = session_with(noted, says("Hello"))
    await session.send("hello")
    assert noted == [(session.turns[0].rounds[0].id, Usage())]
