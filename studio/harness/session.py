"""The live controller of one open chat: send, stop, decide, and who hears of it."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import replace

from typing_extensions import override

from studio.core import events as ev
from studio.core.attachments import ReadFile
from studio.core.breakpoints import Breakpoint
from studio.core.chats import Assignment, AttachedFile, Chat, ChatSettings, Draft, Turn
from studio.core.errors import StudioError
from studio.core.messages import Attachment, Part, ToolCall, TurnState
from studio.core.notices import Notice
from studio.core.omissions import Omission
from studio.core.omitting import without
from studio.core.settings import Settings
from studio.core.tools import Tool, ToolSource
from studio.core.transcript import replay
from studio.harness import texts
from studio.harness.changing import Changing
from studio.harness.files import with_files
from studio.harness.live_turn import LiveTurn, Means, Work, tell_nobody
from studio.harness.loop import NO_EDITS, Edits
from studio.harness.observing import Observer, Observers
from studio.harness.titles import title_of
from studio.harness.toolbox import Toolbox
from studio.harness.watching import Changed

_log = logging.getLogger(__name__)

_WATCHED = (
    ev.ApprovalRequested
    | ev.ApprovalSettled
    | ev.BudgetReached
    | ev.BudgetSettled
    | ev.SendHeld
    | ev.SendSettled
    | ev.BreakpointHit
    | ev.BreakpointSettled
    | ev.TurnEnd
)


class SessionController(Changing):
    """Lives while the application does. Chats run independently of each other and of the window.

    One turn runs at a time; prompts that come meanwhile are queued and follow when it has
    completed. After Stop or a failure the queue stays, for the user to send or remove.
    """

    def __init__(
        self, chat: Chat, means: Means, tools: ToolSource, settings: Callable[[], Settings]
    ) -> None:
        super().__init__(chat, means, tools, settings)
        self._task: asyncio.Task[None] | None = None
        self._queue: list[Draft] = []
        self._observers = Observers()
        self._is_stored = False
        self._is_closing = False
        self._is_closed = False

    @property
    @override
    def turns(self) -> tuple[Turn, ...]:
        """The path shown, oldest first; the one being answered is last, as it stands."""
        if self._live is None:
            return self._turns
        return (*self._turns[:-1], self._live.turn())

    @property
    def is_stored(self) -> bool:
        """A new chat is stored with its first turn or draft, not before."""
        return self._is_stored

    @property
    def queue(self) -> tuple[str, ...]:
        """What waits, as it is shown: the words, or the names of the files without any."""
        return tuple(_shown(draft) for draft in self._queue)

    def subscribe(self, observer: Observer) -> Callable[[], None]:
        """`observer(turn_id, event)` hears every event from now on."""
        return self._observers.add(observer)

    def watch(self, changed: Changed) -> Callable[[], None]:
        """`changed()` is called when chat, queue, running or waiting have changed."""
        return self._watchers.add(changed)

    @override
    async def load(self) -> None:
        await super().load()
        self._is_stored = True

    async def send(self, prompt: str, attachments: tuple[Attachment, ...] = ()) -> None:
        """Runs a turn to its end, and then what was queued; queues while one runs.

        The attachments are the draft's, which `attach` has kept.
        """
        draft = Draft(prompt, attachments)
        if draft.is_empty:
            return
        if await self._is_free():
            await self._answer(self._new_turn(draft.prompt))
            await self._follow_up()
        elif not self._is_closing:
            self._queue.append(draft)
            self._watchers.tell()
            # A store that fails is told by the turn that runs; the prompt waits in memory then.
            with contextlib.suppress(StudioError):
                await self._save_chat()

    async def send_queued(self) -> None:
        """Sends what is queued, one after another, as long as the turns complete."""
        while self._queue and await self._is_free():
            await self._answer(self._new_turn(self.unqueue(0).prompt))
            if self._turns[-1].state is not TurnState.COMPLETED:
                return

    def unqueue(self, index: int) -> Draft:
        """Takes a prompt out of the queue."""
        draft = self._queue.pop(index)
        self._watchers.tell()
        return draft

    async def attach(self, read: ReadFile) -> None:
        """Keeps a file with the chat and puts it beside the draft. Raises `StorageError`."""
        attachment = read.attachment
        if not self._is_stored:
            await self._save_chat()
        await self._means.attachments.save_attachment(self.chat.id, attachment, read.file)
        others = tuple(each for each in self.chat.draft_attachments if each != attachment)
        await self.update(replace(self.chat, draft_attachments=(*others, attachment)))

    async def detach(self, attachment: Attachment) -> None:
        """Takes a file away from the draft, and erases it where nothing else holds it."""
        left = tuple(each for each in self.chat.draft_attachments if each != attachment)
        await self.update(replace(self.chat, draft_attachments=left))
        await self._means.attachments.drop_attachment(self.chat.id, attachment)

    async def attached(self, attachment: Attachment) -> AttachedFile | None:
        """What an attachment holds; None where it is gone. Raises `StorageError`."""
        files = await self._means.attachments.attached(self.chat.id, (attachment,))
        return files.get(attachment.digest)

    async def foresee(
        self, attachments: tuple[Attachment, ...], settings: ChatSettings
    ) -> tuple[Notice, ...]:
        """What of the next send would not travel as it is. Raises `StorageError`."""
        turn = self._new_turn(Draft("", attachments).prompt)
        sent = without(self.turns, settings.omissions)
        assignment = Assignment(sent, turn, self._toolbox(settings).definitions, settings)
        whole = await with_files(assignment, self._means.attachments)
        return self._means.factory.foresee(whole)

    async def stop(self) -> None:
        """Cancels the running turn; it is over and saved when this returns."""
        if self._live is not None and self._task is not None:
            self._live.stop()
            await asyncio.wait({self._task})

    async def continue_answer(self) -> None:
        """After a cut-off: asks for the rest, in a turn that follows."""
        if self._turns and await self._is_free():
            await self.send(texts.CONTINUE)

    async def update(self, chat: Chat) -> None:
        """Takes over title, settings, draft and whether the chat is kept, and never what was seen.

        Raises `StorageError`."""
        self.chat = replace(
            chat,
            head_id=self.chat.head_id,
            updated_at=max(chat.updated_at, self.chat.updated_at),
            trust=self.chat.trust,
        )
        self._watchers.tell()
        if self._is_stored or self._turns or chat.draft or chat.draft_attachments:
            await self._save_chat()

    async def set_breakpoints(self, breakpoints: tuple[Breakpoint, ...]) -> None:
        """Where the turns of this chat stop, from now on, the running one too."""
        await self._change(replace(self.chat.settings, breakpoints=breakpoints))

    async def omit(self, omission: Omission) -> None:
        """A part of an earlier turn is not sent any more, or only its beginning."""
        others = _others(self.chat.settings.omissions, omission.subject)
        await self._change(replace(self.chat.settings, omissions=(*others, omission)))

    async def restore(self, subject: str) -> None:
        """A part that was left out is sent again."""
        others = _others(self.chat.settings.omissions, subject)
        await self._change(replace(self.chat.settings, omissions=others))

    async def _change(self, settings: ChatSettings) -> None:
        await self.update(replace(self.chat, settings=settings))

    async def full_output(self, tool_use_id: str) -> str:
        """A tool's whole result, of which the turn may hold a shortened one."""
        kept = await self._means.store.output(tool_use_id)
        if kept is not None:
            return kept
        for turn in self.turns:
            for use in turn.tool_uses:
                if use.call.id == tool_use_id and use.result is not None:
                    return use.result.content
        return ""

    async def close(self) -> None:
        """For a chat that is being deleted or an application that ends: nothing starts any more."""
        self._is_closing = True
        await self.stop()
        if self._unsaved or self._queue:
            # The disk may have room by now. If not, that was told when the turn ended.
            with contextlib.suppress(StudioError):
                await self._save_all()
        await self._settle_errands()
        self._queue.clear()
        self._is_closed = True

    @override
    async def _is_still(self) -> bool:
        if self.is_running or self._is_closing:
            return False
        while (task := self._task) is not None and not self.is_running:
            # One that is done is heard of a turn of the loop later: only then is it on the path.
            await (asyncio.sleep(0) if task.done() else asyncio.wait({task}))
        return not self.is_running and not self._is_closing

    @override
    async def _follow_up(self) -> None:
        if self._turns and self._turns[-1].state is TurnState.COMPLETED:
            await self.send_queued()

    @override
    async def _answer(
        self,
        turn: Turn,
        pending: tuple[ToolCall, ...] = (),
        taken_over: tuple[tuple[str, str], ...] = (),
        settings: ChatSettings | None = None,
        edits: Edits = NO_EDITS,
    ) -> None:
        """Runs one turn in a task of its own, so that Stop ends the turn and not the sender."""
        earlier = self._turns
        asked_of = settings or self.chat.settings
        turn = replace(turn, omissions=asked_of.omissions)
        live = self._begin(turn, asked_of)
        sent = without(earlier, asked_of.omissions)
        assignment = Assignment(sent, turn, live.toolbox.definitions, asked_of)
        limits = self._settings().limits
        work = Work(self._save_all, assignment, limits, pending, taken_over, edits)
        task = self._task = asyncio.create_task(live.run(work), name="turn")
        task.add_done_callback(lambda done: self._end(live, done))
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError:
            # Nobody would be left to hear how it ends.
            await self.stop()
            raise

    def _begin(self, turn: Turn, settings: ChatSettings) -> LiveTurn:
        self._means.before_turn()
        toolbox = self._toolbox(settings)
        means = self._means
        if not self.chat.is_kept:
            means = replace(means, note_turn=tell_nobody)
        live = self._live = LiveTurn(means, turn, toolbox, self)
        self._tree.add(turn.id, turn.parent_id)
        self._turns = (*self._turns, turn)
        now = self._means.clock()
        title = self.chat.title or title_of(turn.prompt_text) or _name_of_first(turn)
        self.chat = replace(self.chat, title=title, head_id=turn.id, updated_at=now)
        for event in replay(turn):
            self._observers.tell(turn.id, event)
        self._watchers.tell()
        return live

    def _toolbox(self, settings: ChatSettings) -> Toolbox:
        return Toolbox(self._offered(settings), self._settings().tool_timeout)

    def _offered(self, settings: ChatSettings) -> tuple[Tool, ...]:
        tools = self._tools.tools()
        return tuple(tool for tool in tools if tool.definition.name not in settings.tools_off)

    def _end(self, live: LiveTurn, task: asyncio.Task[None]) -> None:
        turn = live.turn()
        self._turns = (*self._turns[:-1], turn)
        if not live.is_saved:
            self._unsaved[turn.id] = turn
        self._live = self._task = None
        if not task.cancelled() and task.exception() is not None:
            _log.error("A turn's end failed", exc_info=task.exception())
        self._watchers.tell()

    @override
    def _new_turn(self, prompt: tuple[Part, ...]) -> Turn:
        return Turn(
            id=self._means.new_id(),
            chat_id=self.chat.id,
            parent_id=self.end_id,
            created_at=self._means.clock(),
            prompt=prompt,
        )

    @override
    def hear(self, turn_id: str, event: ev.Event) -> None:
        self._observers.tell(turn_id, event)
        if isinstance(event, _WATCHED):
            self._watchers.tell()

    @override
    async def _save_chat(self) -> None:
        """A deleted chat does not come back by a late save."""
        if not self._is_closed:
            await self._means.store.save_chat(self._as_stored())
            self._is_stored = True

    def _as_stored(self) -> Chat:
        """What still waits is kept as a draft: whoever wrote it finds it at the next start."""
        if not self._queue:
            return self.chat
        waiting = (*self._queue, Draft(self.chat.draft, self.chat.draft_attachments))
        attachments = tuple(dict.fromkeys(each for draft in waiting for each in draft.attachments))
        return replace(
            self.chat,
            draft="\n\n".join(draft.text for draft in waiting if draft.text),
            draft_attachments=attachments,
        )

    @override
    async def _save_all(self) -> None:
        """The chat, and turns that could not be saved when they ended, the oldest first: a path
        with a gap would lose all that came before the gap."""
        await self._save_chat()
        for turn in tuple(self._unsaved.values()):
            await self._means.store.save_turn(turn)
            self._unsaved.pop(turn.id, None)


def _others(omissions: tuple[Omission, ...], subject: str) -> tuple[Omission, ...]:
    return tuple(each for each in omissions if each.subject != subject)


def _shown(draft: Draft) -> str:
    return draft.text.strip() or ", ".join(each.name for each in draft.attachments)


def _name_of_first(turn: Turn) -> str:
    names = [part.name for part in turn.prompt if isinstance(part, Attachment)]
    return title_of(names[0]) if names else ""
