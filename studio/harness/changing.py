"""Another path beside an earlier one: the same prompt again, another one, or another course of a
turn from one of its rounds, calls or results on."""

from abc import abstractmethod
from dataclasses import replace

from studio.core.chats import ChatSettings, Draft, Turn
from studio.core.messages import Attachment, Outcome, Part, ToolCall, ToolResult
from studio.harness.deciding import Deciding
from studio.harness.forking import (
    asked_instead,
    forked_before_result,
    forked_before_round,
    forked_with_result,
    omissions_in_both,
    shortened_in_both,
)
from studio.harness.loop import NO_EDITS, Edits


class Changing(Deciding):
    """The part of a session controller that changes the past. Nothing is overwritten: what is
    changed becomes a turn beside the old one. While a turn runs, all of this does nothing."""

    @abstractmethod
    async def _answer(
        self,
        turn: Turn,
        pending: tuple[ToolCall, ...] = (),
        taken_over: tuple[tuple[str, str], ...] = (),
        settings: ChatSettings | None = None,
        edits: Edits = NO_EDITS,
    ) -> None:
        """Runs one turn to its end, after the path that is shown."""

    @abstractmethod
    def _new_turn(self, prompt: tuple[Part, ...]) -> Turn:
        """At the end of the path that is shown."""

    @abstractmethod
    async def _follow_up(self) -> None:
        """What was queued meanwhile."""

    @property
    def end_id(self) -> str | None:
        """The last turn of the path that is shown."""
        return self._turns[-1].id if self._turns else None

    async def run_again(self, tool_use_id: str, arguments: str | None = None) -> None:
        """Runs a call of an ended turn again, perhaps with other arguments (JSON text); the answer
        goes on from there, in a fork. Rules and the user are asked again."""
        # Asked first: a turn that has just ended is on the path only then.
        turn = self._turn_of_call(tool_use_id) if await self._is_free() else None
        if turn is None:
            return
        means = self._means
        forked = forked_before_result(turn, tool_use_id, means.clock, means.new_id)
        if forked is not None:
            fork, call = forked
            edits = NO_EDITS if arguments is None else {call.id: arguments}
            await self._go_on(turn, fork, (call,), edits=edits)

    async def replace_result(
        self, tool_use_id: str, content: str, *, is_error: bool = False
    ) -> None:
        """Goes on from a result that the user wrote, in a fork. What the chat has seen stays
        seen."""
        # Asked first: a turn that has just ended is on the path only then.
        turn = self._turn_of_call(tool_use_id) if await self._is_free() else None
        if turn is None:
            return
        outcome = Outcome.FAILED if is_error else Outcome.DONE
        result = ToolResult(tool_use_id, content, outcome, len(content), is_replaced=True)
        means = self._means
        fork = forked_with_result(turn, result, means.clock, means.new_id)
        if fork is not None:
            await self._go_on(turn, fork)

    async def resend(
        self, turn_id: str, round_id: str, settings: ChatSettings | None = None
    ) -> None:
        """Asks for a round again, perhaps another model or with other parameters, for this turn
        only. The rounds before it stay as they were."""
        if await self._path_before(turn_id) is None:
            return
        turn = next(each for each in self._turns if each.id == turn_id)
        means = self._means
        fork = forked_before_round(turn, round_id, means.clock, means.new_id)
        if fork is not None:
            await self._go_on(turn, fork, settings=settings)

    async def retry(self) -> None:
        """Sends the last turn's prompt again."""
        if self._turns:
            await self.regenerate(self._turns[-1].id)

    async def regenerate(self, turn_id: str, profile_id: str = "", model: str = "") -> None:
        """The same prompt again, perhaps asked of another model, for this turn only."""
        before = await self._path_before(turn_id)
        if before is not None:
            prompt = self._turns[len(before)].prompt
            asked_of = asked_instead(self.chat.settings, profile_id, model)
            await self._answer_after(before, prompt, asked_of)

    async def edit(
        self, turn_id: str, prompt: str, attachments: tuple[Attachment, ...] = ()
    ) -> None:
        """Another prompt in the place of that turn's. The attachments are kept with the chat."""
        draft = Draft(prompt, attachments)
        before = None if draft.is_empty else await self._path_before(turn_id)
        if before is not None:
            await self._answer_after(before, draft.prompt, self.chat.settings)

    def _turn_of_call(self, tool_use_id: str) -> Turn | None:
        for turn in self._turns:
            if any(use.call.id == tool_use_id for use in turn.tool_uses):
                return turn
        return None

    async def _go_on(
        self,
        turn: Turn,
        fork: Turn,
        pending: tuple[ToolCall, ...] = (),
        settings: ChatSettings | None = None,
        edits: Edits = NO_EDITS,
    ) -> None:
        """In the place of `turn`."""
        ids = [each.id for each in self._turns]
        if turn.id not in ids:
            return  # the path was changed meanwhile
        self._turns = self._turns[: ids.index(turn.id)]
        fork = replace(fork, parent_id=self.end_id)
        now = self.chat.settings
        both = omissions_in_both(now.omissions, turn, fork)
        self.chat = replace(self.chat, settings=replace(now, omissions=both))
        await self._answer(fork, pending, shortened_in_both(turn, fork), settings, edits)
        await self._follow_up()

    async def _answer_after(
        self, before: tuple[Turn, ...], prompt: tuple[Part, ...], settings: ChatSettings
    ) -> None:
        self._turns = before
        await self._answer(self._new_turn(prompt), settings=settings)
        await self._follow_up()
