"""Which remembered decision counts for a call, as one pure function."""

from collections.abc import Iterable
from dataclasses import dataclass

from studio.core.rules import Permission, Rule, Rules, Ruling, Why
from studio.core.tools import Arguments, ToolDefinition
from studio.harness.conditions import fits, may_fit
from studio.harness.narrowing import narrowings

__all__ = ["CallFacts", "fits", "may_fit", "narrowings", "ruling"]


@dataclass(frozen=True, slots=True)
class CallFacts:
    """A call to be judged."""

    definition: ToolDefinition
    arguments: Arguments


def ruling(call: CallFacts, rules: Rules, in_chat: frozenset[str] = frozenset()) -> Ruling | None:
    """What was decided about such calls; None where nothing was.

    A NEVER that fits always counts, and one that may fit is asked about. Then comes what was
    decided about the tool: an ALLOW that fits counts unless the user set the tool to ASK after it,
    and that ASK counts unless the tool was allowed in this chat. What was decided about the whole
    server comes last.
    """
    about = tuple(rule for rule in rules.rules if _is_about(rule, call.definition))
    never = [rule for rule in about if rule.permission is Permission.NEVER]
    for rule in never:
        if may_fit(rule.condition, call.arguments) is True:
            return Ruling(Permission.NEVER, Why.RULE, rule)
    for rule in never:
        if may_fit(rule.condition, call.arguments) is None:
            return Ruling(Permission.ASK, Why.RULE, rule)
    of_tool = _decided((rule for rule in about if rule.tool), call)
    if of_tool is not None and of_tool.permission is Permission.ALLOW:
        return of_tool
    if call.definition.name in in_chat:
        return Ruling(Permission.ALLOW, Why.IN_CHAT)
    return of_tool or _decided((rule for rule in about if not rule.tool), call)


def _is_about(rule: Rule, definition: ToolDefinition) -> bool:
    return rule.server_id == definition.server_id and rule.tool in ("", definition.name)


def _decided(rules: Iterable[Rule], call: CallFacts) -> Ruling | None:
    """Of rules about the same tool or server, oldest first: the newest one that counts."""
    found: Rule | None = None
    for rule in rules:
        match rule.permission:
            case Permission.ASK:
                counts = may_fit(rule.condition, call.arguments) is not False
            case Permission.ALLOW:
                counts = fits(rule.condition, call.arguments)
            case _:
                counts = False
        found = rule if counts else found
    return Ruling(found.permission, Why.RULE, found) if found is not None else None
