"""A chat and a list of chats whose events and states a test decides."""

from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, field, replace

from studio.core import events as ev
from studio.core.attachments import ReadFile
from studio.core.breakpoints import Breakpoint, Hit, Resume
from studio.core.chats import AttachedFile, Chat, ChatSettings, Draft, Turn
from studio.core.decisions import BudgetChoice, Decision, SendChoice
from studio.core.limits import Limits, Spending
from studio.core.messages import Attachment, Part, Text
from studio.core.notices import Notice
from studio.core.omissions import Omission
from studio.core.questions import Answer
from studio.core.search import SearchHit
from studio.core.transcript import TurnFold
from studio.core.trust import Level

Changed = Callable[[], None]


class FakeSession:
    """Folds the events it is told, as the real one does; writes down what it was asked."""

    def __init__(self, chat: Chat, turns: tuple[Turn, ...] = ()) -> None:
        self.chat = chat
        self.is_running = False
        self.is_waiting = False
        self.queue: tuple[str, ...] = ()
        self.questions: tuple[ev.ApprovalRequested, ...] = ()
        self.budget: ev.BudgetReached | None = None
        self.held_request: ev.SendHeld | None = None
        self.spent: tuple[Spending, Limits] | None = None
        self.hits: tuple[Hit, ...] = ()
        self.asked: list[object] = []
        self.waiting_files: tuple[Attachment, ...] = ()
        self.held: dict[str, AttachedFile] = {}
        self.notices: tuple[Notice, ...] = ()
        self.foreseen_for: list[tuple[tuple[Attachment, ...], ChatSettings]] = []
        self.siblings: list[tuple[str, ...]] = []
        self.paths: dict[str, tuple[Turn, ...]] = {}
        self.deleted: dict[str, tuple[Turn, ...]] = {}
        self.branch_end: str | None = None
        self._folds = {turn.id: TurnFold(turn) for turn in turns}
        self._observers: list[Callable[[str, ev.Event], None]] = []
        self._watchers: list[Changed] = []

    @property
    def turns(self) -> tuple[Turn, ...]:
        return tuple(fold.turn() for fold in self._folds.values())

    @property
    def listeners(self) -> int:
        return len(self._observers) + len(self._watchers)

    def begin(self, turn_id: str, prompt: str, *attachments: Attachment) -> None:
        """A turn starts to run."""
        parts: tuple[Part, ...] = (*attachments, Text(prompt))
        self._folds[turn_id] = TurnFold(Turn(turn_id, self.chat.id, None, 1.0, parts))
        self.is_running = True
        self.tell(turn_id, ev.TurnStarted(parts, 1.0))
        self.change()

    def forget(self, turn_id: str) -> None:
        """Takes a turn off the path shown, as a retry does."""
        del self._folds[turn_id]

    def tell(self, turn_id: str, *events: ev.Event) -> None:
        for event in events:
            if not isinstance(event, ev.TurnStarted):
                self._folds[turn_id].apply(event)
            for observer in tuple(self._observers):
                observer(turn_id, event)

    def change(self, **changes: object) -> None:
        """Sets attributes and tells the watchers."""
        for name, value in changes.items():
            setattr(self, name, value)
        for watcher in tuple(self._watchers):
            watcher()

    def subscribe(self, observer: Callable[[str, ev.Event], None]) -> Changed:
        self._observers.append(observer)
        return lambda: self._observers.remove(observer)

    def watch(self, changed: Changed) -> Changed:
        self._watchers.append(changed)
        return lambda: self._watchers.remove(changed)

    async def load(self) -> None:
        self.asked.append("load")

    async def send(self, prompt: str, attachments: tuple[Attachment, ...] = ()) -> None:
        self.asked.append(("send", prompt, *attachments))

    async def send_queued(self) -> None:
        self.asked.append("send queued")

    def unqueue(self, index: int) -> Draft:
        waiting = [*self.queue]
        taken = waiting.pop(index)
        self.change(queue=tuple(waiting))
        return Draft(taken, self.waiting_files)

    async def attach(self, read: ReadFile) -> None:
        kept = (*self.chat.draft_attachments, read.attachment)
        self.held[read.attachment.digest] = read.file
        await self.update(replace(self.chat, draft_attachments=kept))

    async def detach(self, attachment: Attachment) -> None:
        left = tuple(each for each in self.chat.draft_attachments if each != attachment)
        await self.update(replace(self.chat, draft_attachments=left))

    async def attached(self, attachment: Attachment) -> AttachedFile | None:
        return self.held.get(attachment.digest)

    async def foresee(
        self, attachments: tuple[Attachment, ...], settings: ChatSettings
    ) -> tuple[Notice, ...]:
        self.foreseen_for.append((attachments, settings))
        return self.notices

    async def stop(self) -> None:
        self.asked.append("stop")
        self.change(is_running=False)

    def decide(self, tool_use_id: str, decision: Decision) -> None:
        self.asked.append((tool_use_id, decision))

    def answer(self, tool_use_id: str, answer: Answer) -> None:
        self.asked.append((tool_use_id, answer))

    def keep_waiting(self, tool_use_id: str) -> None:
        self.asked.append(("keep waiting", tool_use_id))

    def settle_budget(self, choice: BudgetChoice) -> None:
        self.asked.append(choice)

    def settle_send(self, choice: SendChoice) -> None:
        self.asked.append(choice)

    async def mark(self, level: Level) -> None:
        self.asked.append(level)

    def cancel_call(self, tool_use_id: str) -> None:
        self.asked.append(("cancel", tool_use_id))

    async def run_again(self, tool_use_id: str, arguments: str | None = None) -> None:
        self.asked.append(("run again", tool_use_id))

    async def replace_result(
        self, tool_use_id: str, content: str, *, is_error: bool = False
    ) -> None:
        self.asked.append(("replace result", tool_use_id, content, is_error))

    async def resend(
        self, turn_id: str, round_id: str, settings: ChatSettings | None = None
    ) -> None:
        self.asked.append(("resend", turn_id, round_id, settings))

    def resume(self, hit_id: str, resume: Resume) -> bool:
        self.asked.append(("resume", hit_id, resume))
        return True

    async def retry(self) -> None:
        self.asked.append("retry")

    async def continue_answer(self) -> None:
        self.asked.append("continue")

    def versions(self, turn_id: str) -> tuple[str, ...]:
        found = next((each for each in self.siblings if turn_id in each), None)
        return found or (turn_id,)

    async def show_version(self, turn_id: str) -> None:
        self.asked.append(("show", turn_id))
        if turn_id in self.paths:
            self.show(*self.paths[turn_id])

    async def edit(
        self, turn_id: str, prompt: str, attachments: tuple[Attachment, ...] = ()
    ) -> None:
        self.asked.append(("edit", turn_id, prompt, *attachments))

    async def regenerate(self, turn_id: str, profile_id: str = "", model: str = "") -> None:
        self.asked.append(("regenerate", turn_id, profile_id, model))

    async def branch_at(self, turn_id: str) -> None:
        turns = self.turns
        end = [turn.id for turn in turns].index(turn_id)
        self.branch_end = turn_id
        self.show(*turns[: end + 1])

    async def delete_turn(self, turn_id: str) -> None:
        self.deleted[turn_id] = self.turns
        self.show(*(turn for turn in self.turns if turn.id != turn_id))

    async def restore_turn(self, turn_id: str) -> None:
        self.show(*self.deleted.pop(turn_id))

    async def erase_turns(self) -> None:
        self.asked.append("erase turns")
        self.deleted.clear()

    async def all_turns(self) -> tuple[Turn, ...]:
        others = [turn for path in self.paths.values() for turn in path]
        return tuple({turn.id: turn for turn in (*self.turns, *others)}.values())

    def show(self, *turns: Turn) -> None:
        """Another path is shown."""
        self._folds = {turn.id: TurnFold(turn) for turn in turns}
        self.change()

    async def update(self, chat: Chat) -> None:
        self.chat = chat
        self.change()

    async def set_breakpoints(self, breakpoints: tuple[Breakpoint, ...]) -> None:
        settings = replace(self.chat.settings, breakpoints=breakpoints)
        await self.update(replace(self.chat, settings=settings))

    async def omit(self, omission: Omission) -> None:
        self.asked.append(("omit", omission))

    async def restore(self, subject: str) -> None:
        self.asked.append(("restore", subject))

    async def full_output(self, tool_use_id: str) -> str:
        return f"all of {tool_use_id}"


@dataclass
class FakeChats:
    """A list of chats, newest first."""

    sessions: dict[str, FakeSession] = field(default_factory=dict)
    erased: list[str] = field(default_factory=list)
    hidden: dict[str, FakeSession] = field(default_factory=dict)
    opened: set[str] = field(default_factory=set)
    watchers: list[Changed] = field(default_factory=list)
    found: list[SearchHit] = field(default_factory=list)
    made: int = 0

    async def search(self, text: str) -> AsyncGenerator[SearchHit]:
        """What was put into `found`, as far as it holds the text."""
        for hit in self.found:
            if text.lower() in hit.snippet.lower():
                yield hit

    @property
    def chats(self) -> tuple[Chat, ...]:
        listed = [
            session.chat
            for session in self.sessions.values()
            if session.turns or session.chat.draft or session.chat.title
        ]
        return tuple(sorted(listed, key=lambda chat: chat.updated_at, reverse=True))

    def add(self, session: FakeSession) -> FakeSession:
        self.sessions[session.chat.id] = session
        session.watch(self.change)
        return session

    def change(self) -> None:
        for watcher in self.watchers:
            watcher()

    def watch(self, changed: Changed) -> Changed:
        self.watchers.append(changed)
        return lambda: self.watchers.remove(changed)

    async def create(self, settings: ChatSettings, *, is_kept: bool = True) -> FakeSession:
        self.made += 1
        chat = Chat(f"new-{self.made}", "", 1.0, 1.0, settings, is_kept=is_kept)
        self.opened.add(chat.id)
        return self.add(FakeSession(chat))

    async def open(self, chat_id: str) -> FakeSession:
        self.opened.add(chat_id)
        return self.sessions[chat_id]

    def session(self, chat_id: str) -> FakeSession | None:
        return self.sessions.get(chat_id) if chat_id in self.opened else None

    async def rename(self, chat_id: str, title: str) -> None:
        session = self.sessions[chat_id]
        await session.update(replace(session.chat, title=title))

    async def delete(self, chat_id: str) -> None:
        self.hidden[chat_id] = self.sessions.pop(chat_id)
        self.change()

    async def restore(self, chat_id: str) -> None:
        self.sessions[chat_id] = self.hidden.pop(chat_id)
        self.change()

    async def erase(self, chat_id: str) -> None:
        self.erased.append(chat_id)
