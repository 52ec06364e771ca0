"""Where did my data go? Derived from what is kept of each round and call; nothing is recorded twice.

Each request sends the whole path before it again, so everything on it has gone to whoever answered
the rounds after it.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from studio.core.chats import Turn
from studio.core.messages import Attachment, Origin, Reasoning, Round, ServerToolUse, Text, ToolUse
from studio.core.tools import ToolDefinition
from studio.core.trust import NO_TRUST, ChatTrust, Override, Reach
from studio.harness.fit_host import host_of

_MOST_SHOWN = 120


class Matter(StrEnum):
    """What was given away."""

    PROMPT = "prompt"
    ATTACHMENT = "attachment"
    ANSWER = "answer"  # what a model said, sent again with the next request
    RESULT = "result"  # of a tool
    ARGUMENTS = "arguments"  # of a tool call


class Place(StrEnum):
    """What kind of recipient it is."""

    PROVIDER = "provider"
    TOOL = "tool"  # a service or a server, or an address the model chose
    PROVIDER_TOOL = "provider_tool"  # run by the provider itself


@dataclass(frozen=True, slots=True)
class Recipient:
    """Who received something. `name` is a provider's, a server's or a tool's; `host` is empty where
    none is known. `key_hint` is the last four of the key. `stays_here`: nothing left this computer.
    """

    place: Place
    name: str
    host: str = ""
    profile_id: str = ""
    key_id: str = ""
    key_hint: str = ""
    stays_here: bool = False
    reach: Reach | None = None


@dataclass(frozen=True, slots=True)
class Delivery:
    """How often one thing went to one recipient, and when first and last (seconds since the epoch).

    `is_sure`: at least one of the requests was answered, so it has arrived. One that was not
    answered may have arrived all the same.
    """

    recipient: Recipient
    first_at: float
    last_at: float
    times: int = 1
    is_sure: bool = True


@dataclass(frozen=True, slots=True)
class Receipt:
    """One thing of the chat, and who received it, the first first. None: nobody has yet.

    `words` are its beginning, in one line. `tool_use_id` for results and arguments, `round_id` for
    answers, both empty otherwise.
    """

    matter: Matter
    turn_id: str
    words: str
    deliveries: tuple[Delivery, ...] = ()
    round_id: str = ""
    tool_use_id: str = ""


@dataclass(frozen=True, slots=True)
class Total:
    """What one recipient has received altogether: how many things of each kind, each once."""

    recipient: Recipient
    first_at: float
    last_at: float
    requests: int
    counts: tuple[tuple[Matter, int], ...]
    is_sure: bool = True


@dataclass(frozen=True, slots=True)
class Ledger:
    """All of it for one chat, with what the user let happen against the rules."""

    receipts: tuple[Receipt, ...] = ()
    totals: tuple[Total, ...] = ()
    overrides: tuple[Override, ...] = ()


def receipts(turns: Iterable[Turn], tools: Iterable[ToolDefinition] = ()) -> tuple[Receipt, ...]:
    """For each prompt, attachment, answer, call and result, in the order of the chat.

    `turns` may be a path or the whole tree; a parent comes before its children. `tools` say where
    arguments go; of a tool that is not among them nothing more than its name is known.
    """
    raise NotImplementedError


def totals(found: Iterable[Receipt]) -> tuple[Total, ...]:
    """One row for each recipient, in the order of the first delivery."""
    raise NotImplementedError


def ledger(
    turns: Iterable[Turn], tools: Iterable[ToolDefinition] = (), trust: ChatTrust = NO_TRUST
) -> Ledger:
    """What the ledger of a chat shows."""
    found = receipts(turns, tools)
    return Ledger(found, totals(found), trust.overrides)
