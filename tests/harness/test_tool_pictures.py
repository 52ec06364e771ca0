"""Pictures that a tool brings are kept for the user; the model gets the words."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from hashlib import sha256
from typing import Any

from studio.core import events as ev
from studio.core.attachments import FILE_LIMITS
from studio.core.chats import Turn
from studio.core.messages import Attachment, Outcome, Round, ToolResult, ToolState, ToolUse
from studio.core.tools import Arguments, ToolOutput, ToolPicture
from studio.harness.tool_pictures import keeper
from studio.store.turn_json import TURN_VERSION, read_turn, write_turn
from tests.fakes import FakeTool, asks, call, says
from tests.harness.open_chat import OpenChat
from tests.harness.test_attaching import MemoryAttachments
from tests.ui.chat.transcripts import ORIGIN

PNG = b"\x89PNG\r\n\x1a\n" + b"rest"
SHOT = Attachment("shot.png", "image/png", len(PNG), sha256(PNG).hexdigest())


def brings(*pictures: ToolPicture, text: str = "Done.") -> FakeTool:
    async def run(arguments: Arguments) -> ToolOutput:
        await asyncio.sleep(0)
        return ToolOutput(text, pictures=pictures)

    return FakeTool("look", run)


def chat_with(tool: FakeTool) -> tuple[OpenChat, MemoryAttachments]:
    chat = OpenChat(asks(call("a", "look")), says("I see."), tools=(tool,))
    kept = MemoryAttachments()
    chat.session._means = replace(chat.session._means, attachments=kept)
    return chat, kept


def result_of(chat: OpenChat) -> ToolResult:
    return next(event.result for event in chat.events if isinstance(event, ev.ToolFinished))


async def test_a_picture_is_kept_with_the_chat_and_the_model_gets_the_words() -> None:
    chat, kept = chat_with(brings(ToolPicture(PNG, "image/jpeg", "shot.png")))
    await chat.session.send("Look")
    result = result_of(chat)
    assert result.files == (SHOT,)
    assert result.content == "Done."
    assert kept.files[SHOT.digest].data == PNG
    assert chat.session.turns[0].tool_uses[0].result == result
    stored = await chat.store.turns("c1")
    assert stored[0].tool_uses[0].result == result


async def test_a_picture_without_words_is_told_to_the_model_in_words() -> None:
    chat, _ = chat_with(brings(ToolPicture(PNG, name="shot.png"), text=""))
    await chat.session.send("Look")
    assert "pictures" in result_of(chat).content
    assert result_of(chat).outcome is Outcome.DONE


async def test_what_is_no_picture_is_left_out_and_one_without_a_name_gets_one() -> None:
    large = ToolPicture(PNG + b"x" * FILE_LIMITS.file_bytes)
    pictures = (ToolPicture(b"<svg/>", "image/png"), large, ToolPicture(b""), ToolPicture(PNG))
    chat, kept = chat_with(brings(*pictures, ToolPicture(PNG, name="again.png")))
    await chat.session.send("Look")
    assert [each.name for each in result_of(chat).files] == ["picture.png"]
    assert list(kept.files) == [SHOT.digest]


async def test_no_more_pictures_are_kept_than_anybody_looks_at() -> None:
    kept = MemoryAttachments()
    many = tuple(ToolPicture(PNG + bytes([number])) for number in range(60))
    assert len(await keeper(kept, "c1")(many)) == len(kept.files) == 20


def test_a_turn_comes_back_with_its_pictures_and_an_old_one_without() -> None:
    result = ToolResult("a", "Done.", Outcome.DONE, 5, (SHOT,))
    use = ToolUse(call("a", "look"), ToolState.ENDED, result)
    turn = Turn("t", "c", None, 0.0, (), (Round("r", ORIGIN, 0.0, (use,)),))
    written = write_turn(turn)
    assert read_turn(TURN_VERSION, written) == turn
    old: dict[str, Any] = json.loads(written)
    del old["rounds"][0]["parts"][0]["result"]["files"]
    read = read_turn(TURN_VERSION, json.dumps(old)).tool_uses[0].result
    assert read == replace(result, files=())
