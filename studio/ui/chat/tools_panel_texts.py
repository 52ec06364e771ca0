"""What the tools panel says: counts, estimates, and when there is too much of it."""

from PySide6.QtCore import QCoreApplication, QLocale

from studio.core.tool_load import SENSIBLE_TOOLS, ToolLoad
from studio.ui.chat.choices import ToolChoice
from studio.ui.visible import visible

translate = QCoreApplication.translate


def group_text(group: str) -> str:
    """The name of a server; Callboard's own tools have none."""
    return group or "Callboard"


def all_text(*, is_search: bool) -> str:
    if is_search:
        return translate("ToolsPanel", "All that match")
    return translate("ToolsPanel", "All tools")


def tokens_text(tokens: int) -> str:
    """An estimate, and called one."""
    if tokens == 1:
        return translate("ToolsPanel", "about 1 token")
    return translate("ToolsPanel", "about {0} tokens").format(_number(tokens))


def sum_text(of: int, on: int, tokens: int) -> str:
    """How many are on, and what they take together."""
    if on == 0:
        return translate("ToolsPanel", "None of {0} on").format(_number(of))
    said = translate("ToolsPanel", "{0} of {1} on · {2}")
    return said.format(_number(on), _number(of), tokens_text(tokens))


def description_text(tool: ToolChoice) -> str:
    """What it does, in one line, and first whether it asks."""
    words = " ".join(visible(tool.description).split())
    if not tool.asks_first:
        return words
    asks = translate("ToolsPanel", "Asks first")
    return f"{asks} · {words}" if words else asks


def tip_text(title: str, tool: ToolChoice) -> str:
    """All of it, for who rests the pointer on a line."""
    lines = [title, visible(tool.description.strip())]
    if tool.asks_first:
        lines.append(translate("ToolsPanel", "It asks you before it runs."))
    if tool.tokens:
        told = translate("ToolsPanel", "It takes {0} of each request, an estimate.")
        lines.append(told.format(tokens_text(tool.tokens)))
    return "\n".join(line for line in lines if line)


def spoken_text(title: str, of: int, on: int, tokens: int, tool: ToolChoice | None) -> str:
    """For a screen reader: it reads no switch that is only painted."""
    if tool is None:
        return f"{title}, {sum_text(of, on, tokens)}"
    state = translate("ToolsPanel", "on") if on else translate("ToolsPanel", "off")
    return ", ".join((title, state, *((tokens_text(tokens),) if tokens else ())))


def load_text(load: ToolLoad, model: str) -> str:
    """A sentence where more is on than is sensible, else nothing."""
    if load.are_many and load.are_heavy:
        said = translate(
            "ToolsPanel",
            "{0} tools are on; above {1} most models choose worse. They take about {2} % of what "
            "{3} reads at once, in every request. Switch off what this chat does not need.",
        )
        return said.format(
            _number(load.tools), _number(SENSIBLE_TOOLS), _number(load.percent or 0), model
        )
    if load.are_many:
        said = translate(
            "ToolsPanel",
            "{0} tools are on; above {1} most models choose worse. Switch off what this chat does "
            "not need.",
        )
        return said.format(_number(load.tools), _number(SENSIBLE_TOOLS))
    if load.are_heavy:
        said = translate(
            "ToolsPanel",
            "The tools take about {0} % of what {1} reads at once, in every request. Switch off "
            "what this chat does not need.",
        )
        return said.format(_number(load.percent or 0), model)
    return ""


def refused_text(model: str, *, by_user: bool) -> str:
    """Why none is offered just now, whatever is on."""
    if by_user:
        return translate(
            "ToolsPanel",
            "The settings of this provider offer no tools. What is on counts with another one.",
        )
    said = translate(
        "ToolsPanel", "{0} takes no tools. What is on counts when another model answers."
    )
    return said.format(model)


def _number(count: int) -> str:
    return QLocale().toString(count)
