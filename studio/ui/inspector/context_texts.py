"""What fills a model's window, in words."""

from decimal import Decimal

from PySide6.QtCore import QCoreApplication, QLocale

from studio.core.context_parts import Context, ContextKind
from studio.core.omissions import Omitted
from studio.ui.inspector.context_entries import Entry, Group
from studio.ui.moments import money, token_count
from studio.ui.visible import visible

translate = QCoreApplication.translate

_LABEL = 80


def kind_text(kind: ContextKind) -> str:
    """One part of that kind."""
    return {
        ContextKind.SYSTEM: translate("inspector", "System prompt"),
        ContextKind.TOOL: translate("inspector", "Tool"),
        ContextKind.PROMPT: translate("inspector", "Your message"),
        ContextKind.FILE: translate("inspector", "File"),
        ContextKind.ANSWER: translate("inspector", "Answer"),
        ContextKind.REASONING: translate("inspector", "Reasoning"),
        ContextKind.CALL: translate("inspector", "Call"),
        ContextKind.RESULT: translate("inspector", "Result"),
    }[kind]


def kinds_text(kind: ContextKind) -> str:
    """All parts of that kind, in the legend."""
    return {
        ContextKind.SYSTEM: translate("inspector", "System prompt"),
        ContextKind.TOOL: translate("inspector", "Tools"),
        ContextKind.PROMPT: translate("inspector", "Your messages"),
        ContextKind.FILE: translate("inspector", "Files"),
        ContextKind.ANSWER: translate("inspector", "Answers"),
        ContextKind.REASONING: translate("inspector", "Reasoning"),
        ContextKind.CALL: translate("inspector", "Calls"),
        ContextKind.RESULT: translate("inspector", "Results"),
    }[kind]


def entry_text(entry: Entry) -> str:
    part = entry.part
    label = visible(part.label)[:_LABEL]
    if part.kind is ContextKind.TOOL:
        return label
    said = f"{kind_text(part.kind)} · {label}" if label else kind_text(part.kind)
    if entry.how is Omitted.DROP:
        return translate("inspector", "{0} (left out)").format(said)
    if entry.how is Omitted.SHORTEN:
        return translate("inspector", "{0} (shortened)").format(said)
    return said


def group_text(group: Group, number: int, prompt: str) -> str:
    """`number` is that of the message, `prompt` how it begins."""
    if group.is_system:
        return kind_text(ContextKind.SYSTEM)
    if not group.is_of_turn:
        name = visible(group.key) or translate("inspector", "Callboard")
        return translate("inspector", "Tools of {0}").format(name)
    begin = " ".join(visible(prompt).split())[:_LABEL]
    said = translate("inspector", "Message {0}").format(number)
    return f"{said} · {begin}" if begin else said


def tokens_text(tokens: int, *, is_exact: bool = False) -> str:
    """An estimate says so."""
    said = token_count(tokens)
    return said if is_exact else translate("inspector", "about {0}").format(said)


def total_text(context: Context, usd: Decimal | None) -> str:
    """Such as `The next request without what you type: about 12.4k of 200k tokens (6 %)`."""
    said = tokens_text(context.tokens)
    if context.window:
        percent = QLocale().toString(round(100 * context.tokens / context.window))
        whole = translate("inspector", "{0} of {1} tokens ({2} %)")
        said = whole.format(said, token_count(context.window), percent)
    else:
        said = translate("inspector", "{0} tokens").format(said)
    said = translate("inspector", "The next request without what you type: {0}").format(said)
    if usd:
        said += " · " + translate("inspector", "about {0} to read").format(money(usd))
    return said


def source_text(context: Context) -> str:
    """What the numbers rest on."""
    if context.reported is None:
        return translate(
            "inspector",
            "Estimated from the number of characters; the provider has counted nothing.",
        )
    counted = (
        translate(
            "inspector",
            "The provider counted {0} tokens in the last request; the parts are scaled to it.",
        )
        if context.is_scaled
        else translate(
            "inspector",
            "Estimated from the number of characters. The provider counted {0} tokens in the last "
            "request: too far from the estimate to scale the parts to it.",
        )
    )
    return counted.format(QLocale().toString(context.reported))
