"""What a chat has seen, and what may therefore go where, as pure rules.

What the user wrote or attached counts as nothing: they chose to send it. Results of tools count,
and what the user marks by hand. A chat only ever gets stricter; the user's own word against the
rules is kept beside it (`Override`), and holds no longer than until something worse comes to light.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from studio.core.policy import Policy
from studio.core.profiles import ProviderProfile
from studio.core.results import Finding
from studio.core.rules import Why
from studio.core.settings import Settings
from studio.core.tools import ToolDefinition
from studio.core.trust import (
    Cause,
    ChatTrust,
    Level,
    Override,
    OverrideKind,
    Reach,
    Seen,
    strictest,
)

_MOST_SEEN = 300
_MOST_DETAIL = 500
# What may go along silently; anything more private is asked about. Nobody reads along on this
# computer, and the user set up the service; queries and chosen addresses go to strangers.
_CARRIES = {
    Reach.NOWHERE: Level.SECRET,
    Reach.SERVICE: Level.INTERNAL,
    Reach.QUERIES: Level.PUBLIC,
    Reach.CHOSEN: Level.PUBLIC,
}


class Stance(StrEnum):
    """What the trust rules say."""

    ALLOW = "allow"
    ASK = "ask"
    BLOCK = "block"


@dataclass(frozen=True, slots=True)
class Strictness:
    """Who made the rules stricter. `blocks`: what would be asked about is blocked.

    `forbids_override`: nothing can be sent against the rules, and no call that is blocked can be
    let through. With it, or where each call `needs_own_yes`, nobody overrides for a whole chat what
    a call is asked about.
    """

    blocks: bool = False
    forbids_override: bool = False
    needs_own_yes: bool = False


@dataclass(frozen=True, slots=True)
class SendVerdict:
    """Whether this chat may be sent to a provider that may receive `clearance`.

    `is_final`: not even a knowing override sends it. `detail` is what made the chat that private.
    """

    stance: Stance
    level: Level
    clearance: Level
    detail: str = ""
    is_final: bool = False
    is_overridden: bool = False


@dataclass(frozen=True, slots=True)
class CallVerdict:
    """What the trust rules say to a call. `reasons` are all that speak against it, `why` the first.

    `detail` is a fact: what made the chat that private, or which tool brought the instruction.
    `is_overridden`: there are reasons, and the user has overridden them for this chat. `is_final`:
    blocked, and no override helps.
    """

    stance: Stance
    reasons: tuple[Why, ...] = ()
    detail: str = ""
    is_overridden: bool = False
    is_final: bool = False

    @property
    def why(self) -> Why | None:
        return self.reasons[0] if self.reasons else None


@dataclass(frozen=True, slots=True)
class ChipFacts:
    """What the chip in the header says in words. `because` is what the chat has seen at `level`."""

    level: Level
    provider: str
    clearance: Level
    may_go: bool
    is_overridden: bool
    stays_here: bool
    has_untrusted: bool
    has_instruction: bool
    because: tuple[Seen, ...] = ()


NO_OBJECTION = CallVerdict(Stance.ALLOW)


def strictness(settings: Settings, policy: Policy) -> Strictness:
    """What the user and the organisation say."""
    return Strictness(
        blocks=settings.blocks_trust or policy.blocks_trust,
        forbids_override=policy.forbids_trust_override,
        needs_own_yes=policy.forbids_always_allow,
    )


def seen_of(
    definition: ToolDefinition,
    output_level: Level | None,
    detail: str,
    tool_use_id: str,
    at: float,
    findings: tuple[Finding, ...] = (),
) -> tuple[Seen, ...]:
    """What the chat has seen with a result that a tool really gave, error or not."""
    level = definition.demands if output_level is None else output_level
    result = Seen(
        Cause.RESULT,
        level,
        at,
        definition.name,
        (detail or definition.host)[:_MOST_DETAIL],
        tool_use_id,
        definition.is_outside or bool(findings),
    )
    matters = level is not Level.PUBLIC or result.is_untrusted
    orders = (
        replace(result, cause=Cause.INSTRUCTION, level=Level.PUBLIC, detail=kind)
        for kind in dict.fromkeys(finding.kind for finding in findings)
    )
    return (*((result,) if matters else ()), *orders)


def tightened(trust: ChatTrust, seen: Iterable[Seen]) -> ChatTrust:
    """With what was seen as well. The same again is kept once, with its first time."""
    kept = {_key(each): each for each in trust.seen}
    for each in seen:
        if len(kept) >= _MOST_SEEN:
            # Which hosts and folders it was is worth less than a chat that can be opened.
            each = replace(each, detail="")
        kept.setdefault(_key(each), each)
    return trust if len(kept) == len(trust.seen) else replace(trust, seen=tuple(kept.values()))


def marked_by_user(trust: ChatTrust, level: Level, at: float) -> ChatTrust:
    """The user says that something in the chat is that private. Never less than it was."""
    if level is Level.PUBLIC:
        return trust
    return tightened(trust, (Seen(Cause.USER, level, at),))


def overridden(
    trust: ChatTrust, kind: OverrideKind, subject: str, at: float, *, is_for_chat: bool
) -> ChatTrust:
    """With the user's word against the rules, as the chat is now. `subject` is the ID of a profile
    or the name of a tool."""
    word = Override(kind, subject, trust.level, at, is_for_chat)
    return replace(trust, overrides=(*trust.overrides, word))


def send_verdict(
    trust: ChatTrust, profile: ProviderProfile, strict: Strictness = Strictness()
) -> SendVerdict:
    """Whether the chat, as it is, may be sent there."""
    level, clearance, detail = trust.level, profile.clearance, _came_from(trust)
    if clearance.covers(level):
        return SendVerdict(Stance.ALLOW, level, clearance)
    if not strict.forbids_override and _holds(
        trust, OverrideKind.SEND, profile.id, _since_level(trust)
    ):
        return SendVerdict(Stance.ALLOW, level, clearance, detail, is_overridden=True)
    is_blocked = strict.blocks or strict.forbids_override
    stance = Stance.BLOCK if is_blocked else Stance.ASK
    return SendVerdict(stance, level, clearance, detail, is_final=strict.forbids_override)


def call_verdict(
    trust: ChatTrust,
    definition: ToolDefinition,
    strict: Strictness = Strictness(),
    siblings: Collection[str] = (),
) -> CallVerdict:
    """What speaks against a call.

    `siblings` are the names of all tools of the same service: what is private because it came from
    there may go back there, unless strangers' words are in the chat.
    """
    reasons = _reasons(trust, definition, siblings)
    if not reasons:
        return NO_OBJECTION
    detail = _detail(trust, reasons[0])
    since = max(_since(trust, reason) for reason in reasons)
    may_hold = not (strict.forbids_override or strict.needs_own_yes)
    if may_hold and _holds(trust, OverrideKind.CALL, definition.name, since):
        return CallVerdict(Stance.ALLOW, reasons, detail, is_overridden=True)
    stance = Stance.BLOCK if strict.blocks else Stance.ASK
    is_final = strict.blocks and strict.forbids_override
    return CallVerdict(stance, reasons, detail, is_final=is_final)


def chip(
    trust: ChatTrust, profile: ProviderProfile, strict: Strictness = Strictness()
) -> ChipFacts:
    """What may go where in this chat."""
    verdict = send_verdict(trust, profile, strict)
    return ChipFacts(
        level=verdict.level,
        provider=profile.name,
        clearance=verdict.clearance,
        may_go=verdict.stance is Stance.ALLOW,
        is_overridden=verdict.is_overridden,
        stays_here=profile.stays_here,
        has_untrusted=trust.has_untrusted,
        has_instruction=trust.has_instruction,
        because=_at_level(trust),
    )


def _reasons(
    trust: ChatTrust, definition: ToolDefinition, siblings: Collection[str]
) -> tuple[Why, ...]:
    leaves = definition.reach.leaves
    is_private = trust.level is not Level.PUBLIC
    acts = leaves or not definition.is_read_only
    against = {
        Why.TRUST_THREE: leaves and is_private and trust.has_untrusted,
        Why.TRUST_LEVEL: not _carries(trust, definition.reach, siblings),
        Why.TRUST_INSTRUCTION: acts and trust.has_instruction,
    }
    return tuple(why for why, holds in against.items() if holds)


def _carries(trust: ChatTrust, reach: Reach, siblings: Collection[str]) -> bool:
    returns = siblings if reach is Reach.SERVICE else ()
    others = (each.level for each in trust.seen if each.subject not in returns)
    return _CARRIES[reach].covers(strictest(*others))


def _holds(trust: ChatTrust, kind: OverrideKind, subject: str, since: float) -> bool:
    return any(
        word.is_for_chat
        and (word.kind, word.subject) == (kind, subject)
        and word.level.covers(trust.level)
        and word.at >= since
        for word in trust.overrides
    )


def _since(trust: ChatTrust, why: Why) -> float:
    """When a reason came about. What the user said before that, they said without knowing it."""
    if why is Why.TRUST_INSTRUCTION:
        return max(each.at for each in trust.seen if each.cause is Cause.INSTRUCTION)
    if why is Why.TRUST_THREE:
        return max(_since_level(trust), min(each.at for each in trust.seen if each.is_untrusted))
    return _since_level(trust)


def _since_level(trust: ChatTrust) -> float:
    return min((each.at for each in _at_level(trust)), default=0.0)


def _at_level(trust: ChatTrust) -> tuple[Seen, ...]:
    level = trust.level
    if level is Level.PUBLIC:
        return ()
    return tuple(each for each in trust.seen if each.level is level)


def _detail(trust: ChatTrust, why: Why) -> str:
    if why is Why.TRUST_INSTRUCTION:
        return next(each.subject for each in trust.seen if each.cause is Cause.INSTRUCTION)
    return _came_from(trust)


def _came_from(trust: ChatTrust) -> str:
    return next((each.detail or each.subject for each in _at_level(trust)), "")


def _key(seen: Seen) -> tuple[Cause, Level, str, str, bool]:
    return (seen.cause, seen.level, seen.subject, seen.detail, seen.is_untrusted)
