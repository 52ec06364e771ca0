"""The transport on the loop of the program, which is Qt's."""

import asyncio
import time

import pytest
from PySide6.QtWidgets import QApplication

from studio.core.events import RoundEvent
from tests.adapters.rig import heard_from, profile, rig, text_of
from tests.conftest import Until
from tests.loopback import DONE, answer, chat_delta, chat_end, loopback, silence, stream

HELLO = chat_delta(content="hello")


async def test_a_round_streams_and_is_tried_again(qapp: QApplication) -> None:
    scripts = (answer("{}", 503), stream(HELLO, chat_end(), DONE))
    async with loopback(*scripts) as server, rig(profile(server.url)) as r:
        assert text_of(await heard_from(await r.adapter())) == "hello"
        assert len(await r.settled()) == 2


async def test_stop_is_quick_in_the_silence(qapp: QApplication, until: Until) -> None:
    async with loopback(silence(HELLO)) as server, rig(profile(server.url)) as r:
        events: list[RoundEvent] = []
        task = asyncio.create_task(heard_from(await r.adapter(), events))
        await until(lambda: events)
        start = time.perf_counter()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert time.perf_counter() - start < 2
        await asyncio.wait_for(server.hung_up.wait(), 2)
