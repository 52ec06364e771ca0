"""Why a call was allowed, refused or is asked about, and what a rule says: in the user's words."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from studio.core.results import Finding
from studio.core.rules import Condition, ConditionKind, Permission, Rule, Ruling, Why
from studio.core.tools import ToolDefinition
from studio.core.trust import Reach
from studio.ui.visible import visible

translate = QCoreApplication.translate

_MOST = 160  # characters of a value that is told
TRUST_REASONS = frozenset({Why.TRUST_LEVEL, Why.TRUST_THREE, Why.TRUST_INSTRUCTION})


def asked_text(ruling: Ruling, tool: ToolDefinition | None) -> str:
    """Why the user is asked about a call, or why it is blocked."""
    name = tool_title(tool)
    if ruling.why is Why.RULE and ruling.rule is not None:
        return _rule_asks(ruling.rule, name, _server_of(tool))
    said = {
        Why.TOOL_ASKS: translate("ruling", "{tool} may change something or is not trusted yet."),
        Why.CHANGED: translate("ruling", "{tool} has changed since you approved it."),
        Why.ALWAYS_ASKS: translate(
            "ruling", "{tool} asks every time: nothing keeps it apart from your files."
        ),
        Why.TRUST_LEVEL: translate(
            "ruling", "{data} was read in this chat; {tool} could carry it to {place}."
        ),
        Why.TRUST_THREE: translate(
            "ruling",
            "{data} and words of strangers were read in this chat; {tool} could carry data to "
            "{place}.",
        ),
        Why.TRUST_INSTRUCTION: translate(
            "ruling",
            "Something that was read in this chat tried to give orders. Look closely at what "
            "{tool} would do.",
        ),
        Why.POLICY: translate(
            "ruling", "Your organisation wants to be asked about {tool} each time."
        ),
        Why.RULE: _rules_ask(),
    }.get(ruling.why, translate("ruling", "{tool} waits for your approval."))
    return said.format(tool=name, data=private_words(ruling), place=place_of(tool))


def because_text(ruling: Ruling, server: str = "") -> str:
    """What was decided about a call, and why. `server` is the name of the call's, where known."""
    if ruling.permission is Permission.ALLOW:
        return _allowed(ruling, server)
    if ruling.permission is Permission.NEVER:
        return _refused(ruling, server)
    return ""


def condition_text(condition: Condition, *, names_argument: bool = False) -> str:
    """What narrows a rule, to stand behind a comma; empty for nothing."""
    value, argument = _short(condition.value), _short(condition.argument)
    if condition.kind is ConditionKind.ANY:
        return ""
    if condition.kind is ConditionKind.EQUALS:
        return translate("ruling", "when {0} is {1}").format(argument, value)
    said = {
        ConditionKind.PATH_UNDER: translate("ruling", "for files under {0}"),
        ConditionKind.HOST: translate("ruling", "on {0}"),
        ConditionKind.SQL_VERB: translate("ruling", "when the query is {0}"),
        ConditionKind.SHELL_VERB: translate("ruling", "when the program is {0}"),
    }[condition.kind].format(value)
    return translate("ruling", "{0} ({1})").format(said, argument) if names_argument else said


def narrowing_texts(conditions: Sequence[Condition], first: str) -> list[str]:
    """The word for always or never (`first`) with each of these.

    Arguments are named where two conditions are alike.
    """
    kinds = [each.kind for each in conditions]
    texts = []
    for each in conditions:
        alike = {other.argument for other in conditions if other.kind is each.kind}
        said = condition_text(each, names_argument=kinds.count(each.kind) > 1 and len(alike) > 1)
        texts.append(translate("ruling", "{0}, {1}").format(first, said) if said else first)
    return texts


def rule_text(rule: Rule, server: str = "") -> str:
    """A remembered decision as one sentence without a stop. `server` is the name of the rule's,
    where it is known."""
    known = {
        Permission.ALLOW: translate("ruling", "always allow {0}"),
        Permission.NEVER: translate("ruling", "never allow {0}"),
        Permission.ASK: translate("ruling", "ask about {0}"),
    }
    said = known[rule.permission].format(visible(rule.tool) or _all_tools(server))
    narrowed = condition_text(rule.condition, names_argument=True)
    return translate("ruling", "{0}, {1}").format(said, narrowed) if narrowed else said


def _all_tools(server: str) -> str:
    if server:
        return translate("ruling", "all tools of {0}").format(visible(server))
    return translate("ruling", "all tools of a server")


def _server_of(tool: ToolDefinition | None) -> str:
    return tool.server_name if tool is not None else ""


def claims_text(tool: ToolDefinition) -> str:
    """What is said of a tool, by its server or by Callboard, and where its arguments go."""
    hints = tool.hints
    words = [
        word
        for is_so, word in (
            (hints.read_only is True, translate("ruling", "reads only")),
            (hints.read_only is False, translate("ruling", "changes things")),
            (hints.destructive is True, translate("ruling", "may destroy")),
            (hints.destructive is False, translate("ruling", "destroys nothing")),
            (hints.idempotent is True, translate("ruling", "the same twice is as once")),
            (hints.open_world is True, translate("ruling", "reaches the outside world")),
            (hints.open_world is False, translate("ruling", "stays in its own world")),
        )
        if is_so
    ]
    parts = []
    if words and tool.server_id:
        says = translate("ruling", "{0} says, and nobody has checked: {1}.")
        if tool.is_read_only:
            says = translate("ruling", "{0}, which you trust, says: {1}.")
        parts.append(says.format(visible(tool.server_name), " · ".join(words)))
    elif tool.is_read_only:
        parts.append(translate("ruling", "It only reads."))
    if tool.reach.leaves:
        goes = translate("ruling", "What it is given goes to {0}.")
        parts.append(goes.format(place_of(tool)))
    return " ".join(parts)


def finding_text(finding: Finding) -> str:
    """What was found in a result that reads like an instruction to the model."""
    excerpt = _short(finding.excerpt)
    if finding.number:
        said = translate("ruling", "Result {0} contains an instruction: “{1}”")
        return said.format(finding.number, excerpt)
    return translate("ruling", "The result contains an instruction: “{0}”").format(excerpt)


def place_of(tool: ToolDefinition | None) -> str:
    """Where a tool carries its arguments."""
    if tool is None:
        return translate("ruling", "somewhere else")
    if tool.host:
        return visible(tool.host)
    return {
        Reach.NOWHERE: translate("ruling", "this computer"),
        Reach.SERVICE: visible(tool.server_name) or translate("ruling", "a service you set up"),
        Reach.QUERIES: translate("ruling", "search services"),
        Reach.CHOSEN: translate("ruling", "whatever address the model writes"),
    }[tool.reach]


def tool_title(tool: ToolDefinition | None) -> str:
    """What a tool is called in a sentence."""
    if tool is None:
        return translate("ruling", "This tool")
    return visible(tool.title or tool.own_name or tool.name)


def private_words(ruling: Ruling) -> str:
    """What speaks against a call, and where it came from, at the beginning of a sentence."""
    if not ruling.detail:
        return translate("ruling", "Private data")
    return translate("ruling", "Private data ({0})").format(_short(ruling.detail))


def _rules_ask() -> str:
    return translate("ruling", "Your rules ask about {tool}.")


def _rule_asks(rule: Rule, name: str, server: str) -> str:
    """A rule against a call asks where its condition cannot be told from the arguments."""
    if rule.permission is not Permission.NEVER:
        return _rules_ask().format(tool=name)
    return translate(
        "ruling", "Your rule may be against this call, which cannot be told for sure: {0}."
    ).format(rule_text(rule, server))


def _allowed(ruling: Ruling, server: str) -> str:
    if ruling.why is Why.RULE and ruling.rule is not None:
        return translate("ruling", "Allowed because of your rule: {0}.").format(
            rule_text(ruling.rule, server)
        )
    harmless = translate(
        "ruling", "Allowed because it only reads, and nothing leaves this computer."
    )
    if ruling.detail:
        harmless = translate("ruling", "Allowed because it only reads.")
    return {
        Why.HARMLESS: harmless,
        Why.ONCE: translate("ruling", "Allowed because you said yes to this call."),
        Why.IN_CHAT: translate("ruling", "Allowed because you allowed the tool in this chat."),
        Why.RULE: translate("ruling", "Allowed because you allowed it always."),
        Why.OVERRIDE: translate(
            "ruling", "Allowed because you said so, knowing what speaks against it."
        ),
        Why.POLICY: translate("ruling", "Allowed because your organisation allows it."),
    }.get(ruling.why, translate("ruling", "Allowed."))


def _refused(ruling: Ruling, server: str) -> str:
    if ruling.why is Why.RULE and ruling.rule is not None:
        return translate("ruling", "Refused because of your rule: {0}.").format(
            rule_text(ruling.rule, server)
        )
    said = {
        Why.DENIED: translate("ruling", "Refused because you denied it."),
        Why.RULE: translate("ruling", "Refused because you never allow it."),
        Why.POLICY: translate("ruling", "Refused because your organisation does not allow it."),
        Why.CHANGED: translate("ruling", "Refused because the tool has changed."),
        Why.TRUST_LEVEL: translate(
            "ruling", "Refused: {data} was read in this chat and could be carried out."
        ),
        Why.TRUST_THREE: translate(
            "ruling",
            "Refused: {data}, words of strangers and a way out came together in this chat.",
        ),
        Why.TRUST_INSTRUCTION: translate(
            "ruling", "Refused because something that was read here tried to give orders."
        ),
    }.get(ruling.why, translate("ruling", "Refused."))
    return said.format(data=private_words(ruling))


def _short(value: str) -> str:
    text = " ".join(visible(value).split())
    return text if len(text) <= _MOST else f"{text[:_MOST]}…"
