"""Where chats and the files beside their prompts survive, as protocols."""

from typing import Protocol

from studio.core.branches import Branch
from studio.core.chats import AttachedFile, Chat, Turn
from studio.core.messages import Attachment


class ChatStore(Protocol):
    """Where chats survive. What a method was given is committed when it returns.

    Raises `StorageError`. A chat that is not kept is held in memory by the same methods.
    """

    async def chats(self) -> tuple[Chat, ...]:
        """All chats that are not deleted, the most recently updated first."""
        ...

    async def turns(self, chat_id: str) -> tuple[Turn, ...]:
        """The path to the chat's head, oldest first. Turns cut off by a crash are mended.

        Deleted turns are skipped. Without a head, the path seen last.
        """
        ...

    async def tree(self, chat_id: str) -> tuple[Branch, ...]:
        """Where each turn of the chat stands, deleted ones too, oldest first. No contents."""
        ...

    async def read_turns(self, chat_id: str, turn_ids: tuple[str, ...]) -> tuple[Turn, ...]:
        """These turns, in this order; one that is gone is left out. Mended as in `turns`."""
        ...

    async def save_chat(self, chat: Chat) -> None: ...

    async def save_head(self, chat_id: str, head_id: str | None) -> None:
        """The path shown, which is the last seen below each of its turns from now on."""
        ...

    async def save_turn(self, turn: Turn) -> None: ...

    async def delete_turn(self, chat_id: str, turn_id: str, head_id: str | None) -> None:
        """Hides it at once, and shows the path to `head_id`; `restore_turn` brings it back."""
        ...

    async def restore_turn(self, chat_id: str, turn_id: str, head_id: str | None) -> None: ...

    async def erase_turns(self, chat_id: str) -> None:
        """The deleted ones are gone for good, with results, recordings, files and pages. What
        followed one of them follows its parent."""
        ...

    async def save_output(self, chat_id: str, tool_use_id: str, text: str) -> None:
        """Keeps a whole tool result of which the turn holds a shortened one."""
        ...

    async def output(self, tool_use_id: str) -> str | None: ...

    async def delete_chat(self, chat_id: str) -> None:
        """Hides it at once; `restore_chat` brings it back until it is erased."""
        ...

    async def restore_chat(self, chat_id: str) -> None: ...

    async def erase_chat(self, chat_id: str) -> None:
        """Rows, recordings and pages are gone for good."""
        ...


class AttachmentStore(Protocol):
    """Where the files beside prompts are kept, with their chat. Raises `StorageError`."""

    async def save_attachment(
        self, chat_id: str, attachment: Attachment, file: AttachedFile
    ) -> None:
        """The chat must be stored already."""
        ...

    async def attached(
        self, chat_id: str, attachments: tuple[Attachment, ...]
    ) -> dict[str, AttachedFile]:
        """By digest. One that is gone is missing in it."""
        ...

    async def drop_attachment(self, chat_id: str, attachment: Attachment) -> None:
        """Erases it, unless a turn or the draft of the chat holds it."""
        ...
