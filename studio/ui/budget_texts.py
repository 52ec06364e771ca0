"""What a turn has used of what it may use, in figures and words."""

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QLocale

from studio.core.limits import Limits, Spending
from studio.core.messages import Limit
from studio.ui.texts import duration

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class Gauge:
    """One budget: how much of it is used, from 0 to 1, and both figures as text."""

    limit: Limit
    share: float
    used: str
    allowed: str


def gauges(spent: Spending, limits: Limits) -> tuple[Gauge, ...]:
    """Every budget that has a bound, in a fixed order."""
    return tuple(_gauges(spent, limits))


def gauge_text(gauge: Gauge) -> str:
    """Such as `Rounds: 12 of 25`."""
    names = {
        Limit.ROUNDS: translate("budget", "Rounds"),
        Limit.CALLS: translate("budget", "Tool calls"),
        Limit.RESULT_CHARACTERS: translate("budget", "Characters of results"),
        Limit.SECONDS: translate("budget", "Time"),
        Limit.TOKENS: translate("budget", "Tokens"),
        Limit.MONEY: translate("budget", "Money"),
        Limit.REPEATS: translate("budget", "The same call failed"),
    }
    said = translate("budget", "{0}: {1} of {2}")
    return said.format(names[gauge.limit], gauge.used, gauge.allowed)


def reached_text(limit: Limit, spent: Spending, limits: Limits) -> str:
    """Why a turn pauses, with the figures."""
    if limit is Limit.REPEATS:
        said = translate("budget", "The same call failed {0} times in a row.")
        return said.format(QLocale().toString(spent.repeats))
    gauge = next((each for each in gauges(spent, limits) if each.limit is limit), None)
    used = gauge.used if gauge is not None else ""
    return {
        Limit.ROUNDS: translate("budget", "This answer has taken {0} rounds."),
        Limit.CALLS: translate("budget", "This answer has made {0} tool calls."),
        Limit.RESULT_CHARACTERS: translate(
            "budget", "The results of this answer are {0} characters long."
        ),
        Limit.SECONDS: translate("budget", "This answer has taken {0}."),
        Limit.TOKENS: translate("budget", "This answer has used {0} tokens."),
        Limit.MONEY: translate("budget", "This answer has cost {0}."),
    }[limit].format(used)


def _gauges(spent: Spending, limits: Limits) -> Iterator[Gauge]:
    number = QLocale().toString
    counts = (
        (Limit.ROUNDS, spent.rounds, limits.rounds),
        (Limit.CALLS, spent.calls, limits.calls),
        (Limit.RESULT_CHARACTERS, spent.result_characters, limits.result_characters),
        (Limit.TOKENS, spent.tokens, limits.tokens),
    )
    for limit, used, allowed in counts:
        if allowed is not None:
            yield Gauge(limit, _share(used, allowed), number(used), number(allowed))
    if limits.seconds is not None:
        share = _share(spent.seconds, limits.seconds)
        yield Gauge(Limit.SECONDS, share, duration(spent.seconds), duration(limits.seconds))
    if limits.usd is not None and spent.usd is not None:
        share = _share(float(spent.usd), float(limits.usd))
        yield Gauge(Limit.MONEY, share, _money(float(spent.usd)), _money(float(limits.usd)))


def _share(used: float, allowed: float) -> float:
    return min(max(used / allowed, 0.0), 1.0) if allowed > 0 else 1.0


def _money(usd: float) -> str:
    places = 2 if usd >= 1 or usd == 0 else 4
    return translate("budget", "${0}").format(QLocale().toString(usd, "f", places))
