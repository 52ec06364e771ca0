"""What is attached is kept, goes with every send, and survives a queue, a crash and a retry."""

import asyncio
from dataclasses import replace

from studio.core import events as ev
from studio.core.attachments import ReadFile
from studio.core.chats import AttachedFile, Draft
from studio.core.messages import Attachment, Text, TurnState
from studio.core.notices import Notice, NoticeKind
from tests.fakes import HANG, MemoryStore, Script, says
from tests.harness.open_chat import CHAT, OpenChat

PICTURE = Attachment("dot.png", "image/png", 3, "d1")
NOTES = Attachment("notes.txt", "text/plain", 5, "d2", "d2", words=1)
PNG, HELLO = AttachedFile(b"png"), AttachedFile(b"Hello", "Hello")


class MemoryAttachments:
    """Keeps files; drops them when asked, whoever holds them."""

    def __init__(self) -> None:
        self.files: dict[str, AttachedFile] = {}

    async def save_attachment(
        self, chat_id: str, attachment: Attachment, file: AttachedFile
    ) -> None:
        self.files[attachment.digest] = file

    async def attached(
        self, chat_id: str, attachments: tuple[Attachment, ...]
    ) -> dict[str, AttachedFile]:
        wanted = {each.digest for each in attachments}
        return {digest: file for digest, file in self.files.items() if digest in wanted}

    async def drop_attachment(self, chat_id: str, attachment: Attachment) -> None:
        self.files.pop(attachment.digest, None)


def opened(*rounds: Script, store: MemoryStore | None = None) -> tuple[OpenChat, MemoryAttachments]:
    chat = OpenChat(*rounds, store=store)
    kept = MemoryAttachments()
    chat.session._means = replace(chat.session._means, attachments=kept)
    return chat, kept


async def test_a_file_beside_a_draft_is_stored_at_once() -> None:
    chat, kept = opened()
    await chat.session.attach(ReadFile(PICTURE, PNG))
    await chat.session.attach(ReadFile(NOTES, HELLO))
    assert chat.store.by_id["c1"].draft_attachments == (PICTURE, NOTES)
    assert set(kept.files) == {"d1", "d2"}
    assert await chat.session.attached(NOTES) == HELLO


async def test_the_same_file_twice_is_one() -> None:
    chat, _ = opened()
    for _time in range(2):
        await chat.session.attach(ReadFile(PICTURE, PNG))
    assert chat.session.chat.draft_attachments == (PICTURE,)


async def test_a_file_that_is_taken_away_is_erased() -> None:
    chat, kept = opened()
    await chat.session.attach(ReadFile(PICTURE, PNG))
    await chat.session.detach(PICTURE)
    assert chat.store.by_id["c1"].draft_attachments == ()
    assert not kept.files


async def test_files_go_before_the_words_and_with_every_later_send() -> None:
    chat, _ = opened(says("A dot."), says("Red."))
    await chat.session.attach(ReadFile(PICTURE, PNG))
    await chat.session.send("What is it?", (PICTURE,))
    await chat.session.send("And its colour?")
    assert chat.session.turns[0].prompt == (PICTURE, Text("What is it?"))
    assert [each.files for each in chat.factory.assignments] == [{"d1": PNG}, {"d1": PNG}]


async def test_files_alone_are_a_message_and_name_the_chat() -> None:
    chat, _ = opened(says("A dot."))
    await chat.session.attach(ReadFile(PICTURE, PNG))
    await chat.session.send("  ", (PICTURE,))
    assert chat.session.turns[0].prompt == (PICTURE,)
    assert chat.session.chat.title == "dot.png"


async def test_a_file_that_is_gone_is_missing_and_the_send_goes_on() -> None:
    chat, kept = opened(says("Nothing there."))
    await chat.session.attach(ReadFile(PICTURE, PNG))
    kept.files.clear()
    await chat.session.send("What is it?", (PICTURE,))
    assert chat.session.turns[0].state is TurnState.COMPLETED
    assert chat.factory.assignments[0].files == {}


async def test_a_waiting_message_keeps_its_files_through_a_crash() -> None:
    chat, _ = opened([HANG])
    sending = asyncio.create_task(chat.session.send("First"))
    await chat.until(ev.RoundStarted)
    await chat.session.attach(ReadFile(PICTURE, PNG))
    await chat.session.send("", (PICTURE,))
    assert chat.session.queue == ("dot.png",)
    # The next start finds both, whatever happens now.
    assert chat.store.by_id["c1"].draft_attachments == (PICTURE,)
    assert chat.session.unqueue(0) == Draft("", (PICTURE,))
    await chat.session.stop()
    await sending


async def test_a_waiting_message_is_sent_with_its_files() -> None:
    chat, _ = opened([HANG], says("A dot."))
    sending = asyncio.create_task(chat.session.send("First"))
    await chat.until(ev.RoundStarted)
    await chat.session.attach(ReadFile(PICTURE, PNG))
    await chat.session.send("Then this", (PICTURE,))
    await chat.session.stop()
    await sending
    await chat.session.send_queued()
    assert chat.session.turns[-1].prompt == (PICTURE, Text("Then this"))


async def test_a_retry_has_the_same_files() -> None:
    chat, _ = opened(says("A dot."), says("A point."))
    await chat.session.attach(ReadFile(PICTURE, PNG))
    await chat.session.send("What is it?", (PICTURE,))
    await chat.session.retry()
    assert chat.session.turns[-1].prompt == (PICTURE, Text("What is it?"))
    assert chat.factory.assignments[-1].files == {"d1": PNG}


async def test_what_will_not_travel_is_known_before_the_send() -> None:
    chat, _ = opened()
    chat.factory.notices = (Notice(NoticeKind.IMAGES_STAY, 1, ("dot.png",)),)
    await chat.session.attach(ReadFile(PICTURE, PNG))
    notices = await chat.session.foresee((PICTURE,), CHAT.settings)
    assert notices == chat.factory.notices
    assert not chat.factory.assignments
