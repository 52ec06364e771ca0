"""A turn's rounds, spans and calls in words: for lines, tooltips and screen readers."""

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication

from studio.core.messages import Outcome, ToolState
from studio.core.spending import Spent, comparable, is_reported
from studio.core.timeline import CallBar, RoundBar, Span, SpanKind, Timeline
from studio.ui.inspector.raw_facts import span_text
from studio.ui.moments import money, token_count
from studio.ui.texts import held_text, outcome_text, state_text
from studio.ui.visible import visible

translate = QCoreApplication.translate

_NANO = 1e9


def time_text(seconds: float) -> str:
    """Such as `412 ms`, `4.8 s`."""
    return span_text(round(seconds * _NANO))


def span_words(span: Span) -> str:
    """Such as `waiting 0.4 s`, `streaming 1.2 s so far`."""
    said = {
        SpanKind.ATTEMPT: translate("inspector", "failed attempt {0}"),
        SpanKind.PAUSE: translate("inspector", "pause {0}"),
        SpanKind.WAITING: translate("inspector", "waiting {0}"),
        SpanKind.OPENING: translate("inspector", "first byte to first token {0}"),
        SpanKind.STREAMING: translate("inspector", "streaming {0}"),
        SpanKind.ASKING: translate("inspector", "waiting for you {0}"),
    }[span.kind].format(time_text(span.seconds))
    if span.detail:
        said = translate("inspector", "{0} ({1})").format(said, span.detail)
    return translate("inspector", "{0} so far").format(said) if span.is_open else said


def kind_text(kind: SpanKind) -> str:
    """What a colour means."""
    return {
        SpanKind.ATTEMPT: translate("inspector", "Failed attempt"),
        SpanKind.PAUSE: translate("inspector", "Pause"),
        SpanKind.WAITING: translate("inspector", "Waiting"),
        SpanKind.OPENING: translate("inspector", "First byte"),
        SpanKind.STREAMING: translate("inspector", "Streaming"),
        SpanKind.ASKING: translate("inspector", "Waiting for you"),
    }[kind]


def round_title(bar: RoundBar) -> str:
    return translate("inspector", "Round {0}").format(bar.number)


def round_facts(bar: RoundBar) -> str:
    """Such as `1.8 s · 3.0k in · 120 out · $0.01`."""
    facts = [time_text(bar.end - bar.begin)]
    if bar.attempts > 1:
        facts.append(translate("inspector", "{0} attempts").format(bar.attempts))
    if is_reported(bar.usage):
        counts = comparable(bar.usage, bar.origin.dialect)
        facts += _tokens(counts.all_input, counts.all_output)
    if bar.usd:
        facts.append(money(bar.usd))
    return " · ".join(facts)


def round_words(bar: RoundBar) -> str:
    """All of a round in one sentence, as it is read out."""
    spans = [span_words(span) for span in bar.spans]
    return ", ".join([round_title(bar), *spans, *round_facts(bar).split(" · ")])


def round_tip(bar: RoundBar) -> str:
    """The same below one another, with who answered."""
    return "\n".join([f"{round_title(bar)} · {bar.origin.model}", *map(span_words, bar.spans)])


def round_more(bar: RoundBar) -> str:
    """What its line only draws, such as `Waiting 0.4 s · streaming 1.2 s`."""
    said = " · ".join(map(span_words, bar.spans))
    return said[:1].upper() + said[1:]


def call_facts(bar: CallBar) -> str:
    """Such as `calculate · 12 ms`; what did not go well is said."""
    facts = [visible(bar.name) or translate("inspector", "(no name)")]
    if bar.seconds is not None:
        facts.append(time_text(bar.seconds))
    if bar.is_held or bar.state is not ToolState.ENDED or bar.outcome is not Outcome.DONE:
        facts.append(call_state(bar))
    return " · ".join(facts)


def call_state(bar: CallBar) -> str:
    if bar.is_held:
        return held_text()
    if bar.state is ToolState.ENDED and bar.outcome is not None:
        return outcome_text(bar.outcome)
    return state_text(bar.state)


def call_words(bar: CallBar, number: int) -> str:
    """One call in a sentence; `number` is that of its round."""
    said = translate("inspector", "Call {0} of round {1}").format(visible(bar.name), number)
    facts = [said, call_state(bar)]
    if bar.seconds is not None:
        facts.append(time_text(bar.seconds))
    if bar.lane:
        facts.append(translate("inspector", "beside another call"))
    return ", ".join(facts)


def call_more(bar: CallBar) -> str:
    """What its line only draws, such as `From 1.2 s to 1.4 s of the turn · beside another call`."""
    if bar.ran is None:
        return ""
    begin, end = map(time_text, bar.ran)
    facts = [
        translate("inspector", "Since {0} of the turn").format(begin)
        if bar.is_open
        else translate("inspector", "From {0} to {1} of the turn").format(begin, end)
    ]
    if bar.lane:
        facts.append(translate("inspector", "beside another call"))
    return " · ".join(facts)


def turn_sum(timeline: Timeline) -> str:
    """Such as `4.2 s · 2 rounds · 3 calls · 6.1k in · 240 out · $0.02`."""
    rounds = timeline.rounds
    facts = [time_text(timeline.seconds)]
    facts.append(translate("inspector", "rounds: {0}").format(len(rounds)))
    calls = sum(len(bar.calls) for bar in rounds)
    if calls:
        facts.append(translate("inspector", "calls: {0}").format(calls))
    reported = [comparable(bar.usage, bar.origin.dialect) for bar in rounds if _is_counted(bar)]
    if reported:
        facts += _tokens(
            sum(each.all_input for each in reported), sum(each.all_output for each in reported)
        )
    costs = [bar.usd for bar in rounds if bar.usd is not None]
    if any(costs):
        is_whole = len(costs) == len(rounds)
        facts.append(_cost(money(sum(costs[1:], costs[0])), is_whole=is_whole))
    return " · ".join(facts)


def chat_sum(spent: Spent) -> str:
    """What all rounds of a chat took so far, such as `12k in · 900 out · $0.05`."""
    facts = [translate("inspector", "rounds: {0}").format(spent.rounds)]
    facts += _tokens(spent.input_tokens, spent.output_tokens)
    if spent.usd:
        facts.append(_cost(money(spent.usd), is_whole=not spent.has_unpriced))
    return " · ".join(facts)


def _is_counted(bar: RoundBar) -> bool:
    return is_reported(bar.usage)


def _cost(said: str, *, is_whole: bool) -> str:
    """Where not everything has a known price, it was at least that."""
    return said if is_whole else translate("inspector", "at least {0}").format(said)


def _tokens(came_in: int, went_out: int) -> Iterable[str]:
    yield translate("inspector", "{0} in").format(token_count(came_in))
    yield translate("inspector", "{0} out").format(token_count(went_out))
