"""What of a chat stays behind when it goes on with another provider, counted before a send."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, assert_never

from studio.core.messages import Dialect, ServerToolUse, VendorState
from studio.core.notices import Notice, NoticeKind
from studio.wire.attached import Planned
from studio.wire.lenient import as_list, as_object, as_text, parsed
from studio.wire.past import Answered


def notices(rounds: Iterable[Answered], planned: Sequence[Planned]) -> tuple[Notice, ...]:
    """Reasoning first, which is what costs most, then files, then what others ran themselves."""
    told = [entry for entry in rounds if not entry.is_empty]
    signed = sum(signatures(entry.foreign) for entry in told if entry.foreign is not None)
    reasoning = [Notice(NoticeKind.REASONING_STAYS, signed)] if signed else []
    return (*reasoning, *_of_files(planned), *_of_server_tools(told))


def signatures(state: VendorState) -> int:
    """How many pieces of signed or encrypted reasoning a provider's record of a round holds."""
    try:
        record = as_object(parsed(state.blob))
    except ValueError:
        return 0
    match state.dialect:
        case Dialect.ANTHROPIC_MESSAGES:
            return _count(record.get("content"), _is_signed_block)
        case Dialect.OPENAI_RESPONSES:
            return _count(record.get("items"), _is_encrypted_item)
        case Dialect.OPENAI_CHAT:
            message = as_object(record.get("message"))
            details = _count(message.get("reasoning_details"), _is_opaque_detail)
            return details + _count(message.get("extras"), bool)
        case Dialect.GOOGLE_GEMINI:
            return _count(record.get("parts"), _is_signed_part)
        case Dialect.OLLAMA_CHAT:
            return 0
        case _:
            assert_never(state.dialect)


def _count(values: Any, is_counted: Callable[[Mapping[str, Any]], bool]) -> int:
    return sum(is_counted(as_object(value)) for value in as_list(values))


def _is_signed_block(block: Mapping[str, Any]) -> bool:
    return block.get("type") == "redacted_thinking" or (
        block.get("type") == "thinking" and bool(as_text(block.get("signature")))
    )


def _is_encrypted_item(item: Mapping[str, Any]) -> bool:
    return item.get("type") == "reasoning" and bool(as_text(item.get("encrypted_content")))


def _is_opaque_detail(detail: Mapping[str, Any]) -> bool:
    is_encrypted = as_text(detail.get("type")).endswith(".encrypted")
    return is_encrypted or bool(as_text(detail.get("signature")))


def _is_signed_part(part: Mapping[str, Any]) -> bool:
    return bool(as_text(part.get("thoughtSignature")))


def _of_files(planned: Sequence[Planned]) -> Iterator[Notice]:
    kinds = dict.fromkeys(one.notice for one in planned if one.notice is not None)
    for kind in kinds:
        found = [one for one in planned if one.notice is kind]
        names = dict.fromkeys(one.attachment.name for one in found)
        limits = [one.limit for one in found if one.limit is not None]
        yield Notice(kind, len(found), tuple(names), min(limits, default=None))


def _of_server_tools(rounds: Sequence[Answered]) -> Iterator[Notice]:
    names = [
        part.name
        for entry in rounds
        if not entry.is_own
        for part in entry.parts
        if isinstance(part, ServerToolUse)
    ]
    if names:
        yield Notice(NoticeKind.SERVER_TOOLS_STAY, len(names), tuple(dict.fromkeys(names)))
