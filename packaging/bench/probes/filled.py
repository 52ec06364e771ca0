"""Stored chats for the probes."""

import time

import stage
from served import text_of

from studio.core.chats import Chat, ChatSettings, Turn
from studio.core.messages import Dialect, Origin, Round, Stop, Text, TurnState
from studio.store.chats import SqliteChats


async def fill(on: stage.Stage, chat_id: str, messages: int) -> int:
    """A chat of so many prompts and answers; says how many characters they have.

    It is stored by another store: the window has not seen these turns.
    """
    store = SqliteChats(on.desk.works.database, time.time)
    await store.save_chat(Chat(chat_id, "Many", 1.0, 1.0, ChatSettings(profile_id="bench")))
    origin = Origin("bench", "Bench", Dialect.OPENAI_CHAT, "m")
    parent, characters = None, 0
    for number in range(messages // 2):
        prompt, answer = f"Question {number}?", text_of(300 + 37 * (number % 40))
        characters += len(prompt) + len(answer)
        identity = f"{chat_id}-{number}"
        round_ = Round(identity, origin, 1.0, (Text(answer),), Stop.END, "stop", ended_at=2.0)
        turn = Turn(
            identity,
            chat_id,
            parent,
            1.0,
            (Text(prompt),),
            (round_,),
            TurnState.COMPLETED,
            ended_at=2.0,
        )
        await store.save_turn(turn)
        parent = turn.id
    await on.desk.works.library.load()
    return characters
