"""A store that keeps nothing, for chats that are played and not kept."""

from typing_extensions import override

from studio.core.branches import Branch
from studio.core.chats import AttachedFile, Chat, Turn
from studio.core.messages import Attachment
from studio.harness.chat_ports import AttachmentStore, ChatStore


class ForgetfulStore(ChatStore):
    """Takes everything and has nothing."""

    @override
    async def chats(self) -> tuple[Chat, ...]:
        return ()

    @override
    async def turns(self, chat_id: str) -> tuple[Turn, ...]:
        return ()

    @override
    async def tree(self, chat_id: str) -> tuple[Branch, ...]:
        return ()

    @override
    async def read_turns(self, chat_id: str, turn_ids: tuple[str, ...]) -> tuple[Turn, ...]:
        return ()

    @override
    async def save_chat(self, chat: Chat) -> None:
        return

    @override
    async def save_head(self, chat_id: str, head_id: str | None) -> None:
        return

    @override
    async def save_turn(self, turn: Turn) -> None:
        return

    @override
    async def delete_turn(self, chat_id: str, turn_id: str, head_id: str | None) -> None:
        return

    @override
    async def restore_turn(self, chat_id: str, turn_id: str, head_id: str | None) -> None:
        return

    @override
    async def erase_turns(self, chat_id: str) -> None:
        return

    @override
    async def save_output(self, chat_id: str, tool_use_id: str, text: str) -> None:
        return

    @override
    async def output(self, tool_use_id: str) -> str | None:
        return None

    @override
    async def delete_chat(self, chat_id: str) -> None:
        return

    @override
    async def restore_chat(self, chat_id: str) -> None:
        return

    @override
    async def erase_chat(self, chat_id: str) -> None:
        return


class FilesAtHand(AttachmentStore):
    """Files that are there already, by digest; others are not kept."""

    def __init__(self, files: dict[str, AttachedFile]) -> None:
        self._files = files

    @override
    async def save_attachment(
        self, chat_id: str, attachment: Attachment, file: AttachedFile
    ) -> None:
        return

    @override
    async def attached(
        self, chat_id: str, attachments: tuple[Attachment, ...]
    ) -> dict[str, AttachedFile]:
        return {
            each.digest: self._files[each.digest]
            for each in attachments
            if each.digest in self._files
        }

    @override
    async def drop_attachment(self, chat_id: str, attachment: Attachment) -> None:
        return
