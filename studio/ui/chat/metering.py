"""Keeps the meter in the header of one chat up to date."""

from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from studio.core.abilities import Abilities
from studio.core.chats import Turn
from studio.core.messages import Round
from studio.core.spending import Spent
from studio.ui.chat.chat_header import ChatHeader
from studio.ui.chat.choices import ModelChoice
from studio.ui.sessions import Session


@dataclass(frozen=True, slots=True)
class Measures:
    """`abilities` of a profile's model, from memory; `spent` is what a chat took so far; `cap` says
    how far the monthly cap of a profile's key is used, empty where there is nothing to say."""

    abilities: Callable[[str, str], Abilities]
    spent: Callable[[str], Awaitable[Spent]]
    cap: Callable[[str, str], str]


class Metering:
    """Lives as long as its chat page."""

    def __init__(
        self,
        header: ChatHeader,
        session: Session,
        measures: Measures,
        spawn: Callable[[Coroutine[Any, Any, object], str], None],
    ) -> None:
        self._header = header
        self._meter = header.meter
        self._session = session
        self._measures = measures
        self._spawn = spawn
        self._counted = ""

    def refresh(self, choice: ModelChoice | None) -> None:
        """`choice` is whom the next round asks."""
        last = _last_counted(self._session.turns)
        if choice is None:
            self._meter.show_round(None, Abilities())
            self._header.show_cap("")
            return
        key_id = self._session.chat.settings.key_id
        self._header.show_cap(self._measures.cap(choice.profile_id, key_id))
        abilities = self._measures.abilities(choice.profile_id, choice.model)
        self._meter.show_round(last, abilities)
        if last is not None and last.id != self._counted:
            self._counted = last.id
            self._spawn(self._show_spent(), "sum up the chat")

    async def _show_spent(self) -> None:
        self._meter.show_spent(await self._measures.spent(self._session.chat.id))


def _last_counted(turns: tuple[Turn, ...]) -> Round | None:
    """The last round whose tokens were reported."""
    rounds = (round_ for turn in reversed(turns) for round_ in reversed(turn.rounds))
    return next((each for each in rounds if each.usage.input_tokens is not None), None)
