"""Whether a call may run: policy, remembered decisions, the chat's trust and the tool together."""

from collections.abc import Callable
from dataclasses import dataclass

from studio.core.policy import NO_POLICY, Policy
from studio.core.rules import Approved, Condition, Permission, Ruling, Why
from studio.core.settings import Settings
from studio.core.tools import Preview, ToolDefinition
from studio.core.trust import ChatTrust
from studio.harness.rule_book import RuleBook
from studio.harness.rules import CallFacts, narrowings, ruling
from studio.harness.toolbox import Ready
from studio.harness.trust import CallVerdict, Stance, call_verdict, strictness


@dataclass(frozen=True, slots=True)
class Permit:
    """What was found. `ruling` says ALLOW, ASK or NEVER, and why.

    `is_blocked`: asked, but only the user's knowing override lets it run. `before` is what the tool
    looked like when it was approved, where it has changed. `narrowings` are offered for "always",
    the narrowest first; none where no "always" would count.
    """

    ruling: Ruling
    is_blocked: bool = False
    before: Approved | None = None
    narrowings: tuple[Condition, ...] = ()


def _no_tools() -> tuple[ToolDefinition, ...]:
    return ()


class Permits:
    """Made for one turn. Everything is asked for anew with each call: what is decided or seen
    meanwhile counts at once.

    `in_chat` are the tools that the user allowed in this chat, `tools` all that are on offer.
    """

    def __init__(
        self,
        book: RuleBook,
        in_chat: Callable[[], frozenset[str]],
        trust: Callable[[], ChatTrust],
        settings: Callable[[], Settings],
        policy: Policy = NO_POLICY,
        tools: Callable[[], tuple[ToolDefinition, ...]] = _no_tools,
    ) -> None:
        self._book = book
        self._in_chat = in_chat
        self._trust = trust
        self._settings = settings
        self._policy = policy
        self._tools = tools

    def judge(self, ready: Ready, preview: Preview | None = None) -> Permit:
        """`preview` is None before there is one; the tool's own wish is known only with it."""
        definition = ready.definition
        verdict = self._verdict(definition)
        before = self._book.changed(definition)
        always_asks = preview is not None and preview.always_asks
        found = self._ruling(ready, verdict, is_changed=before is not None, always_asks=always_asks)
        is_blocked = found.permission is Permission.ASK and verdict.stance is Stance.BLOCK
        offered: tuple[Condition, ...] = ()
        if found.permission is Permission.ASK and not (
            is_blocked or always_asks or self._policy.forbids_always_allow
        ):
            offered = narrowings(definition, ready.arguments)
        return Permit(found, is_blocked, before, offered)

    def _ruling(
        self, ready: Ready, verdict: CallVerdict, *, is_changed: bool, always_asks: bool
    ) -> Ruling:
        decided = self._decided(ready)
        if decided.permission is Permission.NEVER:
            return decided
        if verdict.why is not None and verdict.stance is not Stance.ALLOW:
            permission = Permission.NEVER if verdict.is_final else Permission.ASK
            return Ruling(permission, verdict.why, detail=verdict.detail)
        if is_changed:
            return Ruling(Permission.ASK, Why.CHANGED)
        if always_asks:
            return Ruling(Permission.ASK, Why.ALWAYS_ASKS)
        if verdict.is_overridden and _is_left_open(decided):
            return Ruling(Permission.ALLOW, Why.OVERRIDE, decided.rule, verdict.detail)
        return decided

    def _decided(self, ready: Ready) -> Ruling:
        """What rules, chat and tool say, trust aside."""
        definition = ready.definition
        call = CallFacts(definition, ready.arguments)
        if not self._book.is_loaded:
            return Ruling(Permission.ASK, Why.TOOL_ASKS)
        found = ruling(call, self._book.rules, self._in_chat())
        if found is not None and found.permission is not Permission.ALLOW:
            return found
        if not _asks(definition):
            return found or Ruling(Permission.ALLOW, Why.HARMLESS, detail=_leaves_by(definition))
        if found is None:
            return Ruling(Permission.ASK, Why.TOOL_ASKS)
        if self._policy.forbids_always_allow:
            return Ruling(Permission.ASK, Why.POLICY, found.rule)
        return found

    def _verdict(self, definition: ToolDefinition) -> CallVerdict:
        strict = strictness(self._settings(), self._policy)
        siblings = (
            frozenset(tool.name for tool in self._tools() if tool.server_id == definition.server_id)
            if definition.server_id
            else frozenset({definition.name})
        )
        return call_verdict(self._trust(), definition, strict, siblings)


def _asks(definition: ToolDefinition) -> bool:
    """A server's word that its tool needs no question counts only where it also reads only."""
    is_foreign = bool(definition.server_id)
    return definition.asks_first or (is_foreign and not definition.is_read_only)


def _is_left_open(decided: Ruling) -> bool:
    """A rule that asks was made by the user for all chats, and an override does not undo it."""
    return decided.permission is Permission.ALLOW or decided.why is Why.TOOL_ASKS


def _leaves_by(definition: ToolDefinition) -> str:
    return definition.reach.value if definition.reach.leaves else ""
