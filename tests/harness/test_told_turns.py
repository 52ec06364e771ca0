"""Who is told of turns that have ended."""

from dataclasses import replace

import pytest

from studio.core.chats import Turn
from tests.fakes import says
from tests.harness.open_chat import CHAT, OpenChat


@pytest.mark.parametrize("is_kept", [True, False])
async def test_of_a_chat_that_is_not_kept_nobody_is_told(is_kept: bool) -> None:
    told: list[Turn] = []
    chat = OpenChat(says("One."), chat=replace(CHAT, is_kept=is_kept))
    chat.session._means = replace(chat.session._means, note_turn=told.append)
    await chat.session.send("Hello")
    assert [turn.prompt_text for turn in told] == (["Hello"] if is_kept else [])
