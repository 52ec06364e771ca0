"""Where did my data go? Derived from what is kept of each round and call.

Each request sends the whole path before it again, so everything on it has gone to whoever answered
the rounds after it.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from studio.core.chats import Turn
from studio.core.excerpts import without_marks
from studio.core.messages import Attachment, Round, ServerToolUse, ToolUse
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

    `words` are its beginning, in one line, or the name of a file or tool. `tool_use_id` for results
    and arguments, `round_id` for answers, both empty otherwise. `author` is who wrote an answer,
    and so knows it without having been sent it.
    """

    matter: Matter
    turn_id: str
    words: str
    deliveries: tuple[Delivery, ...] = ()
    round_id: str = ""
    tool_use_id: str = ""
    author: Recipient | None = None


@dataclass(frozen=True, slots=True)
class Total:
    """What one recipient has received altogether. `counts` say how many things of each kind, each
    counted once, in the order of `Matter`."""

    recipient: Recipient
    first_at: float
    last_at: float
    counts: tuple[tuple[Matter, int], ...]
    is_sure: bool = True


@dataclass(frozen=True, slots=True)
class ReceiptBook:
    """All of it for one chat, with what the user let happen against the rules."""

    receipts: tuple[Receipt, ...] = ()
    totals: tuple[Total, ...] = ()
    overrides: tuple[Override, ...] = ()


_Sent = dict[Recipient, Delivery]
_Tools = Mapping[str, ToolDefinition]


def receipts(turns: Iterable[Turn], tools: Iterable[ToolDefinition] = ()) -> tuple[Receipt, ...]:
    """For each prompt, attachment, answer, call and result, in the order of the chat.

    `turns` may be a path or the whole tree; a parent comes before its children. `tools` say where
    arguments go; of a tool that is not among them nothing more than its name is known.
    """
    ordered = tuple(turns)
    known = {tool.name: tool for tool in tools}
    ids = frozenset(turn.id for turn in ordered)
    after: dict[str, _Sent] = {turn.id: {} for turn in ordered}
    found: list[tuple[Receipt, ...]] = []
    for turn in reversed(ordered):
        found.append(tuple(_of_turn(turn, after[turn.id], known)))
        above = after.get(turn.parent_id or "")
        if above is not None:
            # What the turn took over from one that is here was sent once, by that one.
            rounds = _own_rounds(turn) if (turn.forked_from or ("",))[0] in ids else turn.rounds
            _add(above, after[turn.id].values())
            for round_ in rounds:
                _add(above, (_request(round_),))
    return tuple(receipt for of_turn in reversed(found) for receipt in of_turn)


def totals(found: Iterable[Receipt]) -> tuple[Total, ...]:
    """One row for each recipient, in the order of the first delivery."""
    rows: dict[Recipient, list[tuple[Matter, Delivery]]] = {}
    for receipt in found:
        for delivery in receipt.deliveries:
            rows.setdefault(delivery.recipient, []).append((receipt.matter, delivery))
    made = (_total(recipient, row) for recipient, row in rows.items())
    return tuple(sorted(made, key=lambda total: total.first_at))


def receipt_book(
    turns: Iterable[Turn], tools: Iterable[ToolDefinition] = (), trust: ChatTrust = NO_TRUST
) -> ReceiptBook:
    """What is shown of a chat."""
    found = receipts(turns, tools)
    return ReceiptBook(found, totals(found), trust.overrides)


def _total(recipient: Recipient, row: list[tuple[Matter, Delivery]]) -> Total:
    matters = [matter for matter, _ in row]
    return Total(
        recipient,
        min(delivery.first_at for _, delivery in row),
        max(delivery.last_at for _, delivery in row),
        tuple((matter, matters.count(matter)) for matter in Matter if matter in matters),
        any(delivery.is_sure for _, delivery in row),
    )


def _of_turn(turn: Turn, after: _Sent, tools: _Tools) -> Iterator[Receipt]:
    sent = dict(after)
    of_rounds: list[tuple[Receipt, ...]] = []
    for round_ in reversed(turn.rounds):
        of_rounds.append(tuple(_of_round(turn.id, round_, _listed(sent), tools)))
        _add(sent, (_request(round_),))
    deliveries = _listed(sent)
    if turn.prompt_text:
        yield Receipt(Matter.PROMPT, turn.id, _shown(turn.prompt_text), deliveries)
    for part in turn.prompt:
        if isinstance(part, Attachment):
            yield Receipt(Matter.ATTACHMENT, turn.id, _shown(part.name), deliveries)
    for receipts_ in reversed(of_rounds):
        yield from receipts_


def _of_round(
    turn_id: str, round_: Round, deliveries: tuple[Delivery, ...], tools: _Tools
) -> Iterator[Receipt]:
    author = _provider(round_)
    if round_.text:
        words = _shown(without_marks(round_.text[: 4 * _MOST_SHOWN]))
        yield Receipt(Matter.ANSWER, turn_id, words, deliveries, round_.id, author=author)
    for part in round_.parts:
        if isinstance(part, ServerToolUse):
            there = replace(author, place=Place.PROVIDER_TOOL, name=part.name)
            ran = Delivery(there, round_.started_at, round_.started_at)
            yield Receipt(Matter.ARGUMENTS, turn_id, part.name, (ran,), round_.id, part.id)
        elif isinstance(part, ToolUse):
            yield from _of_use(turn_id, part, deliveries, tools)


def _of_use(
    turn_id: str, use: ToolUse, deliveries: tuple[Delivery, ...], tools: _Tools
) -> Iterator[Receipt]:
    call, tool = use.call, tools.get(use.call.name)
    if use.started_at is not None and (tool is None or tool.reach.leaves):
        there = _service(use, tool)
        ran = Delivery(there, use.started_at, use.started_at)
        yield Receipt(Matter.ARGUMENTS, turn_id, call.name, (ran,), tool_use_id=call.id)
    if use.result is not None:
        yield Receipt(Matter.RESULT, turn_id, call.name, deliveries, tool_use_id=call.id)


def _service(use: ToolUse, tool: ToolDefinition | None) -> Recipient:
    if tool is None:
        return Recipient(Place.TOOL, use.call.name)
    host = tool.host
    if tool.reach is Reach.CHOSEN:
        ran = use.ran if use.ran is not None else use.call.arguments
        host = _host_in(ran) or host
    return Recipient(Place.TOOL, tool.server_name or tool.name, host, reach=tool.reach)


def _host_in(arguments: str) -> str:
    """Of the first argument that is an address."""
    try:
        values = json.loads(arguments)
    except (ValueError, RecursionError):
        return ""
    texts = values.values() if isinstance(values, dict) else ()
    return next((host for text in texts if isinstance(text, str) and (host := host_of(text))), "")


def _request(round_: Round) -> Delivery:
    """Of all that stood before the round. Attempts that failed may have arrived too."""
    is_sure = round_.first_delta_at is not None or round_.stop is not None or bool(round_.parts)
    times = 1 + len(round_.retries)
    return Delivery(_provider(round_), round_.started_at, round_.started_at, times, is_sure)


def _provider(round_: Round) -> Recipient:
    origin = round_.origin
    return Recipient(
        Place.PROVIDER,
        origin.profile_name,
        origin.host,
        origin.profile_id,
        origin.key_id,
        origin.key_hint,
        origin.stays_here,
    )


def _own_rounds(turn: Turn) -> tuple[Round, ...]:
    return tuple(each for each in turn.rounds if each.started_at >= turn.created_at)


def _add(sent: _Sent, deliveries: Iterable[Delivery]) -> None:
    for new in deliveries:
        old = sent.get(new.recipient)
        sent[new.recipient] = new if old is None else _both(old, new)


def _both(one: Delivery, other: Delivery) -> Delivery:
    return replace(
        one,
        first_at=min(one.first_at, other.first_at),
        last_at=max(one.last_at, other.last_at),
        times=one.times + other.times,
        is_sure=one.is_sure or other.is_sure,
    )


def _listed(sent: _Sent) -> tuple[Delivery, ...]:
    return tuple(sorted(sent.values(), key=lambda each: each.first_at))


def _shown(text: str) -> str:
    line = " ".join(text[: _MOST_SHOWN * 2].split())
    return line if len(line) <= _MOST_SHOWN else line[: _MOST_SHOWN - 1] + "…"
