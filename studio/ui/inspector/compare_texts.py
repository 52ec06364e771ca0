"""What is told of two turns beside each other."""

from PySide6.QtCore import QCoreApplication, QLocale

from studio.core.messages import Outcome, Round, ToolUse
from studio.core.spending import comparable, is_reported
from studio.ui.chat.card_texts import arguments_of, gist_of, ran_with
from studio.ui.inspector.compare_rows import Likeness, Row
from studio.ui.moments import token_count
from studio.ui.texts import duration, outcome_text, size, state_text
from studio.ui.visible import visible

translate = QCoreApplication.translate

SIGNS = {
    Likeness.SAME: "=",
    Likeness.DIFFERENT: "≠",
    Likeness.FIRST_ONLY: "\u2212",
    Likeness.SECOND_ONLY: "+",
}


def likeness_text(row: Row) -> str:
    """Such as `arguments and result differ`."""
    if row.likeness is Likeness.DIFFERENT and row.call is not None:
        if row.call.has_same_arguments:
            return translate("compare", "result differs")
        if row.has_same_results:
            return translate("compare", "arguments differ")
        return translate("compare", "arguments and result differ")
    return {
        Likeness.SAME: translate("compare", "the same"),
        Likeness.DIFFERENT: translate("compare", "text differs"),
        Likeness.FIRST_ONLY: translate("compare", "only in the first"),
        Likeness.SECOND_ONLY: translate("compare", "only in the second"),
    }[row.likeness]


def side_text(row: Row, *, is_first: bool) -> str:
    """What one side of a row says; empty where it has nothing."""
    if row.call is not None:
        use = row.call.first if is_first else row.call.second
        return call_text(use) if use is not None else ""
    round_ = row.pair.first if is_first else row.pair.second
    number = row.numbers[0 if is_first else 1]
    return round_text(number, round_) if round_ is not None else ""


def row_words(row: Row) -> str:
    """All of a row, as it is read out."""
    nothing = translate("compare", "nothing")
    sides = [side_text(row, is_first=is_first) or nothing for is_first in (True, False)]
    return translate("compare", "{0}. First: {1}. Second: {2}").format(likeness_text(row), *sides)


def round_text(number: int, round_: Round) -> str:
    """Such as `Round 2 · 1.8 s · 3.0k in · 120 out`."""
    facts = [translate("compare", "Round {0}").format(QLocale().toString(number))]
    if round_.ended_at is not None:
        facts.append(duration(max(round_.ended_at - round_.started_at, 0.0)))
    if is_reported(round_.usage):
        counts = comparable(round_.usage, round_.origin.dialect)
        facts.append(translate("compare", "{0} in").format(token_count(counts.all_input)))
        facts.append(translate("compare", "{0} out").format(token_count(counts.all_output)))
    return " · ".join(facts)


def call_text(use: ToolUse) -> str:
    """Such as `read_text_file · notes.txt`."""
    name = visible(use.call.name) or translate("compare", "(no name)")
    gist = visible(gist_of(arguments_of(use) if use.ran is None else ran_with(use)))
    return f"{name} · {gist}" if gist else name


def result_facts(use: ToolUse | None) -> str:
    """How a call ended, in how long, with how much."""
    if use is None:
        return translate("compare", "No such call")
    result = use.result
    if result is None:
        return state_text(use.state)
    facts = [outcome_text(result.outcome)] if result.outcome is not Outcome.DONE else []
    if use.started_at is not None and use.ended_at is not None:
        facts.append(duration(max(use.ended_at - use.started_at, 0.0)))
    facts.append(size(result.full_size))
    if result.is_replaced:
        facts.append(translate("compare", "replaced by you"))
    return " · ".join(facts)


def argument_facts(use: ToolUse | None) -> str:
    """Whose arguments these are."""
    if use is None:
        return translate("compare", "No such call")
    if use.ran is not None:
        return translate("compare", "Arguments as you edited them")
    return translate("compare", "Arguments as the model wrote them")


def round_facts(round_: Round | None) -> str:
    """Who said it."""
    if round_ is None:
        return translate("compare", "No such round")
    return visible(" · ".join(filter(None, (round_.origin.profile_name, round_.origin.model))))
