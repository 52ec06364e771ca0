"""A chat: its turns form a tree, of which one path is shown."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from studio.core.breakpoints import Breakpoint
from studio.core.errors import Failure
from studio.core.messages import Attachment, Limit, Part, Round, Text, ToolUse, TurnState
from studio.core.omissions import Omission
from studio.core.tools import ToolDefinition
from studio.core.trust import NO_TRUST, ChatTrust


class Effort(StrEnum):
    """How hard a model should think. Each dialect translates it."""

    NONE = "none"
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


@dataclass(frozen=True, slots=True)
class Turn:
    """One prompt and all that follows until the answer is final. Times: seconds since the epoch.

    `parent_id` is None for the first turn of a chat. `forked_from` is (turn ID, round ID) when
    the turn took over an earlier turn's rounds up to that one. `omissions` are what was not sent
    of the turns before it.
    """

    id: str
    chat_id: str
    parent_id: str | None
    created_at: float
    prompt: tuple[Part, ...]
    rounds: tuple[Round, ...] = ()
    state: TurnState = TurnState.RUNNING
    failure: Failure | None = None
    limit: Limit | None = None
    ended_at: float | None = None
    forked_from: tuple[str, str] | None = None
    omissions: tuple[Omission, ...] = ()

    @property
    def prompt_text(self) -> str:
        return "\n\n".join(part.text for part in self.prompt if isinstance(part, Text))

    @property
    def tool_uses(self) -> tuple[ToolUse, ...]:
        return tuple(use for round_ in self.rounds for use in round_.tool_uses)


@dataclass(frozen=True, slots=True)
class ChatSettings:
    """What one chat asks of a model. None or empty means the provider's default.

    `tools_off` are names of tools not offered here; `allowed_tools` need no further approval
    in this chat. `key_id` is empty for the profile's default key. `breakpoints` stop its turns;
    `omissions` are parts of earlier turns that are not sent.
    """

    profile_id: str = ""
    key_id: str = ""
    model: str = ""
    system_prompt: str = ""
    temperature: float | None = None
    max_output_tokens: int | None = None
    effort: Effort | None = None
    tools_off: frozenset[str] = frozenset()
    allowed_tools: frozenset[str] = frozenset()
    breakpoints: tuple[Breakpoint, ...] = ()
    omissions: tuple[Omission, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """A message that is not sent yet."""

    text: str
    attachments: tuple[Attachment, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not self.text.strip() and not self.attachments

    @property
    def prompt(self) -> tuple[Part, ...]:
        """Files come before the words about them, as models like it."""
        said = (Text(self.text),) if self.text.strip() else ()
        return (*self.attachments, *said)


@dataclass(frozen=True, slots=True)
class Chat:
    """A stored conversation without its turns. `head_id` is the last turn of the path shown.

    A chat that is not `kept` lives in memory only and is gone at exit.
    """

    id: str
    title: str
    created_at: float
    updated_at: float
    settings: ChatSettings = ChatSettings()
    head_id: str | None = None
    draft: str = ""
    is_kept: bool = True
    draft_attachments: tuple[Attachment, ...] = ()
    trust: ChatTrust = NO_TRUST


@dataclass(frozen=True, slots=True)
class AttachedFile:
    """What an attachment holds: its bytes, and the text that was read out of them."""

    data: bytes = field(repr=False)
    text: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Assignment:
    """All that an adapter must know for one send.

    `earlier` is the path before `turn`, oldest first. `turn` is the one being answered; it has
    rounds already only when it was forked in mid turn. `tools` are on offer, in order. `files`
    are the attachments of all these turns by their digest; one that is gone is missing in it.
    """

    earlier: tuple[Turn, ...]
    turn: Turn
    tools: tuple[ToolDefinition, ...]
    settings: ChatSettings
    files: Mapping[str, AttachedFile] = field(default_factory=dict)
