"""The rules of Anthropic Messages."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from studio.core.quirks import Quirks
from studio.wire.history_rules import (
    IMAGES,
    PDF,
    at,
    base64_faults,
    is_blank,
    is_name,
    tool_faults,
    unanswered_faults,
)
from studio.wire.lenient import as_list, as_object, as_text

_CALL_ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_THINKING = ("thinking", "redacted_thinking")
_RUN_THERE = ("server_tool_use", "mcp_tool_use")
_SMALLEST_BUDGET = 1_024

Block = Mapping[str, Any]


def anthropic_faults(body: Mapping[str, Any], quirks: Quirks) -> Iterator[str]:
    messages = [as_object(message) for message in as_list(body.get("messages"))]
    roles = [as_text(message.get("role")) for message in messages]
    contents = [_blocks(message.get("content")) for message in messages]
    yield from _order_faults(roles, contents)
    used: set[str] = set()
    for number, (role, blocks) in enumerate(zip(roles, contents, strict=True)):
        place = f"messages[{number}]"
        following = contents[number + 1] if number + 1 < len(contents) else []
        yield from at(place, _result_faults(blocks, following, used))
        if role == "user":
            yield from at(place, _user_faults(blocks, contents[number - 1] if number else []))
        else:
            is_open = all(kind == "tool_result" for kind in _kinds(following))
            yield from at(place, _server_faults(blocks, is_open=is_open))
        for block in blocks:
            yield from at(place, _block_faults(block, is_user=role == "user"))
    yield from _settings_faults(body, contents)
    if used and not as_list(body.get("tools")):
        yield "tools: none are declared, but calls are told of"
    declared = [tool for tool in as_list(body.get("tools")) if "input_schema" in as_object(tool)]
    yield from tool_faults(declared, "input_schema", quirks)


def _blocks(content: Any) -> list[Block]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [as_object(block) for block in as_list(content)]


def _kinds(blocks: list[Block]) -> list[str]:
    return [as_text(block.get("type")) for block in blocks]


def _order_faults(roles: list[str], contents: list[list[Block]]) -> Iterator[str]:
    if roles != [("user", "assistant")[number % 2] for number in range(len(roles))]:
        yield "messages: the roles do not alternate, the user first"
    if not roles:
        yield "messages: there are none"
    elif roles[-1] != "user" and not _is_paused(contents[-1]):
        yield "messages: there is nothing to answer"
    if any(not blocks for blocks in contents):
        yield "messages: one is empty"


def _is_paused(blocks: list[Block]) -> bool:
    """The provider's own tool was not done yet: it goes on from there."""
    return any(kind in _RUN_THERE or kind.endswith("_tool_result") for kind in _kinds(blocks))


def _result_faults(blocks: list[Block], following: list[Block], used: set[str]) -> Iterator[str]:
    asked = [as_text(block.get("id")) for block in blocks if block.get("type") == "tool_use"]
    given = [
        as_text(block.get("tool_use_id"))
        for block in following
        if block.get("type") == "tool_result"
    ]
    if asked:
        yield from unanswered_faults(asked, given)
    if len(set(asked)) < len(asked) or used & set(asked):
        yield "a call ID that was used before"
    used |= set(asked)


def _user_faults(blocks: list[Block], before: list[Block]) -> Iterator[str]:
    kinds = _kinds(blocks)
    results = kinds.count("tool_result")
    if kinds[:results] != ["tool_result"] * results:
        yield "results are not first"
    if results and "tool_use" not in _kinds(before):
        yield "a result without its call"


def _server_faults(blocks: list[Block], *, is_open: bool) -> Iterator[str]:
    """`is_open`: the provider goes on from here, once it has the results it waits for."""
    asked = {as_text(block.get("id")) for block in blocks if block.get("type") in _RUN_THERE}
    given = {
        as_text(block.get("tool_use_id"))
        for block in blocks
        if as_text(block.get("type")).endswith("_tool_result")
    }
    if given - asked:
        yield "the result of a provider's own tool without its call"
    if asked - given and not is_open:
        yield "the call of a provider's own tool without its result"
    if not is_open and _kinds(blocks)[-1:] in (["thinking"], ["redacted_thinking"]):
        yield "thinking that led to nothing"


def _block_faults(block: Block, *, is_user: bool) -> Iterator[str]:
    kind = block.get("type")
    if kind == "text":
        yield from ["an empty text"] if is_blank(block.get("text")) else []
    elif is_user:
        yield from _user_block_faults(block)
    else:
        yield from _own_block_faults(block)


def _user_block_faults(block: Block) -> Iterator[str]:
    match block.get("type"):
        case "tool_result":
            yield from _content_faults(block.get("content"))
        case "image":
            yield from _source_faults(block, IMAGES)
        case "document":
            yield from _source_faults(block, (PDF,))
        case kind:
            yield f"a misplaced block of the type {kind!r}"


def _own_block_faults(block: Block) -> Iterator[str]:
    match block.get("type"):
        case "tool_use":
            yield from _call_faults(block)
        case "thinking":
            if is_blank(block.get("signature")) or not isinstance(block.get("thinking"), str):
                yield "thinking without its signature"
        case "redacted_thinking":
            if is_blank(block.get("data")):
                yield "redacted thinking without its data"
        case "tool_result" | "image" | "document" | None:
            yield f"a misplaced block of the type {block.get('type')!r}"
        case _:
            return


def _call_faults(block: Block) -> Iterator[str]:
    if not _CALL_ID.fullmatch(as_text(block.get("id"))):
        yield f"the call ID {block.get('id')!r}"
    if not is_name(block.get("name")):
        yield f"a call of {block.get('name')!r}"
    if not isinstance(block.get("input"), dict):
        yield "an input that is no object"


def _content_faults(content: Any) -> Iterator[str]:
    blocks = _blocks(content)
    if not blocks:
        yield "an empty result"
    for block in blocks:
        if block.get("type") not in ("text", "image", "document"):
            yield f"a block of the type {block.get('type')!r} in a result"
        else:
            yield from _block_faults(block, is_user=True)


def _source_faults(block: Block, allowed: tuple[str, ...]) -> Iterator[str]:
    source = as_object(block.get("source"))
    if source.get("type") != "base64":
        yield "a file that is not sent along"
    yield from base64_faults(source.get("data"), source.get("media_type"), allowed)


def _settings_faults(body: Mapping[str, Any], contents: list[list[Block]]) -> Iterator[str]:
    most = body.get("max_tokens")
    if not isinstance(most, int) or most < 1:
        yield "max_tokens: there is no maximum"
        return
    thinking = as_object(body.get("thinking"))
    if thinking.get("type") not in ("enabled", "adaptive"):
        return
    if "temperature" in body:
        yield "temperature: there is none while thinking"
    if thinking.get("type") == "enabled":
        budget = thinking.get("budget_tokens")
        if not isinstance(budget, int) or not _SMALLEST_BUDGET <= budget < most:
            yield "thinking: the budget leaves no room"
        if _is_unthought(contents):
            yield "messages: calls without the thinking that led to them"


def _is_unthought(contents: list[list[Block]]) -> bool:
    """Whether the round that is being answered called tools without having thought."""
    if len(contents) < 2 or "tool_result" not in _kinds(contents[-1]):
        return False
    return not contents[-2] or contents[-2][0].get("type") not in _THINKING
