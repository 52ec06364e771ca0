"""What is known of a model, in words: abilities, lengths, prices, and who says so."""

from PySide6.QtCore import QCoreApplication, QLocale

from studio.core.abilities import Abilities, Prices, Source
from studio.core.models import ModelEntry
from studio.ui.moments import token_count

translate = QCoreApplication.translate


def abilities_line(abilities: Abilities) -> str:
    """Such as `tools · images · thinks · 200k context · $3 in, $15 out`. What nobody knows is not
    in it; all unknown is said."""
    words = [text for name, text in _can().items() if getattr(abilities, name)]
    if abilities.context_tokens:
        length = token_count(abilities.context_tokens)
        words.append(translate("settings", "{0} context").format(length))
    words.append(prices_text(abilities.prices))
    if len(words) == 1 and abilities.takes_tools is None:
        return translate("settings", "what it can do is unknown · {0}").format(words[0])
    return " · ".join(words)


def prices_text(prices: Prices) -> str:
    """For a million tokens. Unknown is said, free is only what costs nothing."""
    if prices.input is None or prices.output is None:
        return translate("settings", "price unknown")
    if not prices.input and not prices.output:
        return translate("settings", "free")
    taken, given = _plain(prices.input), _plain(prices.output)
    return translate("settings", "${0} in, ${1} out").format(taken, given)


def entry_words(entry: ModelEntry) -> str:
    """What a search looks in."""
    return f"{entry.id} {entry.name} {abilities_line(entry.abilities)}".casefold()


def source_text(source: Source) -> str:
    return {
        Source.USER: translate("settings", "you say so"),
        Source.PROBE: translate("settings", "Callboard tried it"),
        Source.HOST: translate("settings", "the provider says so"),
        Source.PACKAGE: translate("settings", "a public list says so"),
        Source.UNKNOWN: translate("settings", "nobody knows"),
    }[source]


def fact_names() -> dict[str, str]:
    """The abilities that are yes or no, in the order in which they are shown."""
    return {
        "takes_tools": translate("settings", "Calls tools"),
        "calls_in_parallel": translate("settings", "Several calls at once"),
        "takes_images": translate("settings", "Reads images"),
        "takes_files": translate("settings", "Reads PDF"),
        "reasons": translate("settings", "Thinks before it answers"),
        "takes_effort": translate("settings", "Can be told how hard to think"),
        "streams": translate("settings", "Streams its answer"),
        "reports_usage": translate("settings", "Reports its usage"),
    }


def _can() -> dict[str, str]:
    return {
        "takes_tools": translate("settings", "tools"),
        "takes_images": translate("settings", "images"),
        "takes_files": translate("settings", "PDF"),
        "reasons": translate("settings", "thinks"),
    }


def _plain(price: object) -> str:
    amount = float(str(price))
    places = 2 if amount == round(amount, 2) else 4
    text = QLocale().toString(amount, "f", places)
    point = QLocale().decimalPoint()
    return text.rstrip("0").rstrip(point) if point in text else text
