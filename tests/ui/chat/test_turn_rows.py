"""Events become rows, the same for a live and a saved turn."""

from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core import events as ev
from studio.core.errors import Category, Failure
from studio.core.messages import (
    Citation,
    Dialect,
    Limit,
    ServerToolUse,
    Stop,
    Text,
    TurnState,
    Usage,
)
from studio.core.transcript import replay
from studio.ui.chat.prompt_rows import prompt_pieces
from studio.ui.chat.rows import (
    BlockRow,
    CardRow,
    FailureRow,
    FooterRow,
    Note,
    NoteRow,
    PromptRow,
    ReasoningRow,
    Row,
    SourcesRow,
)
from studio.ui.chat.sections import FinishedError, Prose
from studio.ui.chat.turn_rows import TurnRows
from tests.ui.chat.transcripts import ORIGIN, SAMPLER, turn

STARTED = ev.RoundStarted("r", ORIGIN, 1.0)


def told(rows: TurnRows, events: Iterable[ev.Event]) -> TurnRows:
    """Applies the events and holds that every change was announced."""
    for event in events:
        before = list(rows.rows)
        first = rows.apply(event)
        assert before[:first] == rows.rows[:first]
    return rows


def notes(rows: TurnRows) -> list[Note]:
    return [row.note for row in rows.rows if isinstance(row, NoteRow)]


def texts(rows: TurnRows) -> list[str]:
    return [row.block.text for row in rows.rows if isinstance(row, BlockRow)]


def test_a_saved_turn_shows_prompt_thought_cards_answer_and_footer() -> None:
    rows = told(TurnRows(), replay(turn(1, SAMPLER, reasoning="Hm.", calls=2)))
    kinds = [type(row) for row in rows.rows]
    assert kinds[:4] == [PromptRow, ReasoningRow, CardRow, CardRow]
    assert kinds[-1] is FooterRow
    assert set(kinds[4:-1]) == {BlockRow}


@given(st.lists(st.integers(1, 40), max_size=40))
def test_a_live_answer_ends_in_the_rows_of_the_saved_one(cuts: list[int]) -> None:
    whole = turn(1, SAMPLER)
    live = TurnRows()
    at = 0
    for event in replay(whole):
        if isinstance(event, ev.TextDelta):
            for size in cuts:
                told(live, [ev.TextDelta(SAMPLER[at : at + size])])
                at += size
            event = ev.TextDelta(SAMPLER[at:])
        told(live, [event])
    assert live.rows == told(TurnRows(), replay(whole)).rows


def test_the_texts_of_two_rounds_are_separate_paragraphs() -> None:
    rows = told(TurnRows(), [STARTED, ev.TextDelta("one"), STARTED, ev.TextDelta("two")])
    assert texts(rows) == ["one", "two"]


def test_waiting_is_shown_only_until_the_first_word() -> None:
    rows = told(TurnRows(), [STARTED])
    assert notes(rows) == [Note.WAITING]
    assert notes(told(rows, [ev.TextDelta("a")])) == []


def test_a_retry_stands_in_the_place_of_waiting() -> None:
    retry = ev.RetryScheduled(4.0, 2, 5, Failure(Category.SERVER))
    rows = told(TurnRows(), [STARTED, retry])
    assert [row for row in rows.rows if isinstance(row, NoteRow)] == [
        NoteRow(Note.RETRYING, delay=4.0, attempt=2, of=5)
    ]
    told(rows, [ev.TurnCancelled(2.0)])
    assert notes(rows) == [Note.CANCELLED]


def test_a_retry_of_a_saved_turn_is_over_once_the_answer_is_there() -> None:
    retry = ev.RetryScheduled(4.0, 2, 5, Failure(Category.SERVER))
    rows = told(TurnRows(), [STARTED, retry, ev.TextDelta("a"), ev.TurnCompleted(2.0)])
    assert notes(rows) == []


def test_reasoning_stays_folded_until_it_is_toggled() -> None:
    rows = told(TurnRows(), [STARTED, ev.ReasoningDelta("Hm, *so*.\n\nThen.")])
    (fold,) = rows.rows
    assert isinstance(fold, ReasoningRow)
    assert (fold.seconds, fold.is_unfolded, fold.is_running) == (None, False, True)
    rows.toggle_reasoning(fold.number)
    assert texts(rows) == ["Hm, *so*.", "Then."]
    told(rows, [ev.ReasoningDelta(" More."), ev.TextDelta("Answer")])
    assert texts(rows) == ["Hm, *so*.", "Then. More.", "Answer"]
    rows.toggle_reasoning(fold.number)
    assert texts(rows) == ["Answer"]


def test_the_duration_of_reasoning_may_be_told_after_the_answer_began() -> None:
    rows = told(
        TurnRows(),
        [STARTED, ev.ReasoningDelta("Hm."), ev.TextDelta("An"), ev.ReasoningFinished(3.1)],
    )
    told(rows, [ev.TextDelta("swer")])
    fold = next(row for row in rows.rows if isinstance(row, ReasoningRow))
    assert (fold.seconds, fold.is_running) == (3.1, False)
    assert texts(rows) == ["Answer"]


def test_a_call_has_one_card_however_often_it_is_told() -> None:
    (saved_use,) = turn(1, calls=1).tool_uses
    completed = ev.RoundCompleted((saved_use.call,), Usage(), Stop.TOOL_CALLS, "")
    deltas = [ev.ToolCallDelta("1-0", "look_up", part) for part in ("{", "}")]
    rows = told(TurnRows(), [STARTED, *deltas, completed])
    assert rows.rows == [CardRow("1-0")]


def test_a_definition_at_the_end_makes_links_of_what_was_shown_before() -> None:
    rows = told(TurnRows(), [STARTED, ev.TextDelta("see [this][a]\n\nnext\n\n")])
    (first, _) = (row for row in rows.rows if isinstance(row, BlockRow))
    assert not first.is_final
    told(rows, [ev.TextDelta("[a]: https://a.example\n"), ev.TurnCompleted(2.0)])
    first = next(row for row in rows.rows if isinstance(row, BlockRow))
    assert first.is_final
    assert dict(first.references)["A"]["href"] == "https://a.example"


def test_every_way_to_end_is_shown() -> None:
    failure = Failure(Category.SERVER, "oops")
    ends: list[tuple[ev.Event, Row]] = [
        (ev.TurnCancelled(2.0), NoteRow(Note.CANCELLED)),
        (ev.TurnInterrupted(2.0), NoteRow(Note.INTERRUPTED)),
        (ev.TurnFailed(failure, 2.0), FailureRow(failure)),
    ]
    for event, row in ends:
        rows = told(TurnRows(), [STARTED, ev.TextDelta("part"), event])
        assert rows.rows[1] == row
        assert isinstance(rows.rows[2], FooterRow)


def test_limits_and_early_ends_of_a_round_are_told() -> None:
    cut = ev.RoundCompleted((), Usage(), Stop.LENGTH, "max_tokens")
    rows = told(TurnRows(), [STARTED, ev.LimitReached(Limit.CALLS), ev.TextDelta("a"), cut])
    assert notes(rows) == [Note.LIMIT, Note.LENGTH]


def test_the_footer_counts_all_rounds() -> None:
    def completed(tokens: int) -> ev.RoundCompleted:
        return ev.RoundCompleted((), Usage(100, tokens), Stop.END, "")

    rows = told(
        TurnRows(),
        [
            ev.RoundStarted("a", ORIGIN, 10.0),
            completed(20),
            ev.RoundEnded(13.0, 11.0, None),
            ev.RoundStarted("b", ORIGIN, 13.0),
            completed(40),
            ev.RoundEnded(18.0, 14.0, None),
            ev.TurnCompleted(18.0),
        ],
    )
    assert rows.rows[-1] == FooterRow("sonnet", 200, 60, 10.0, 8.0)


@pytest.mark.parametrize(
    ("dialect", "said"),
    [(Dialect.ANTHROPIC_MESSAGES, Usage(10, 5, 90)), (Dialect.OPENAI_CHAT, Usage(100, 5, 90))],
)
def test_the_footer_counts_what_came_from_a_cache_whatever_the_dialect_calls_it(
    dialect: Dialect, said: Usage
) -> None:
    origin = replace(ORIGIN, dialect=dialect)
    completed = ev.RoundCompleted((), said, Stop.END, "")
    events: list[ev.Event] = [ev.RoundStarted("a", origin, 10.0), completed, ev.TurnCompleted(18.0)]
    (row,) = (each for each in told(TurnRows(), events).rows if isinstance(each, FooterRow))
    assert (row.input_tokens, row.output_tokens) == (100, 5)


def test_a_turn_that_stands_already_is_not_begun_twice() -> None:
    rows = told(TurnRows(), replay(turn(1, state=TurnState.RUNNING)))
    told(rows, [ev.TurnStarted((Text("Question?"),), 9.0), ev.TextDelta(" More.")])
    assert sum(isinstance(row, PromptRow) for row in rows.rows) == 1


def test_a_long_prompt_shows_its_beginning_and_the_rest_on_demand() -> None:
    text = "\n".join(f"line {number}" for number in range(500))
    rows = told(TurnRows(), [ev.TurnStarted((Text(text),), 1.0)])
    (row,) = rows.rows
    assert isinstance(row, PromptRow)
    assert 0 < row.hidden < len(text)
    rows.show_whole_prompt()
    shown = [each for each in rows.rows if isinstance(each, PromptRow)]
    assert "\n".join(each.text for each in shown) == text
    assert [each.opens for each in shown].count(True) == 1
    assert shown[-1].closes


@given(st.text(alphabet="ab\n", max_size=300).map(lambda text: text * 40))
def test_the_pieces_of_a_prompt_are_small_and_lose_nothing(text: str) -> None:
    pieces = list(prompt_pieces(text))
    assert "".join(pieces).replace("\n", "") == text.replace("\n", "")
    assert max(len(piece) for piece in pieces) <= 6_100


def test_the_source_of_an_answer_is_what_the_model_wrote() -> None:
    rows = told(TurnRows(), replay(turn(1, SAMPLER, reasoning="Hm.", calls=1)))
    assert rows.answer_source() == SAMPLER


def test_a_turn_whose_end_could_not_be_saved_has_one_footer() -> None:
    events: tuple[ev.Event, ...] = (
        ev.TurnStarted((Text("hi"),), 1.0),
        STARTED,
        ev.TextDelta("hello"),
        ev.RoundCompleted((), Usage(), Stop.END, "stop"),
        ev.TurnCompleted(2.0),
        ev.TurnFailed(Failure(Category.STORAGE, code="disk_full"), 2.0),
    )
    rows = told(TurnRows(), events)
    kinds = [type(row).__name__ for row in rows.rows]
    assert kinds.count("FooterRow") == 1
    assert kinds.count("FailureRow") == 1


_CITED = (Citation("https://a.example/1", "One", "as it is"), Citation("https://b.example/2"))


def test_sources_come_once_each_after_the_text_they_stand_in_the_middle_of() -> None:
    rows = told(
        TurnRows(),
        (
            STARTED,
            ev.TextDelta("It is "),
            ev.SourcesFound(_CITED[:1]),
            ev.TextDelta("so."),
            ev.SourcesFound(_CITED),
            ev.RoundCompleted((), Usage(), Stop.END, "stop"),
        ),
    )
    assert texts(rows) == ["It is so."]
    assert rows.rows[-1] == SourcesRow(1, _CITED)
    first = rows.toggle_sources(1)
    assert rows.rows[first:] == [SourcesRow(1, _CITED, is_unfolded=True)]


def test_sources_of_a_cut_off_round_are_listed_when_the_turn_ends() -> None:
    rows = told(
        TurnRows(), (STARTED, ev.TextDelta("So"), ev.SourcesFound(_CITED), ev.TurnCancelled(2.0))
    )
    assert [row.citations for row in rows.rows if isinstance(row, SourcesRow)] == [_CITED]


def test_a_tool_of_the_provider_has_one_card_however_often_it_reports() -> None:
    asked = ServerToolUse("s1", "web_search", '{"query": "x"}')
    done = ServerToolUse("s1", "web_search", '{"query": "x"}', "[]", is_done=True)
    events = (STARTED, ev.ServerToolReported(asked), ev.TextDelta("Well"))
    rows = told(TurnRows(), (*events, ev.ServerToolReported(done)))
    assert [row for row in rows.rows if isinstance(row, CardRow)] == [CardRow("s1")]


@pytest.mark.parametrize("is_same", [True, False])
def test_texts_that_are_held_elsewhere_change_nothing_of_what_is_shown(is_same: bool) -> None:
    saved = turn(1, SAMPLER, reasoning="Hm.", calls=2)
    other = saved if is_same else turn(1, "Something else.", reasoning="Hm.", calls=2)
    rows = told(TurnRows(), replay(saved))
    before, source = list(rows.rows), rows.answer_source()
    rows.share_texts(other)
    assert rows.rows == before
    assert rows.answer_source() == source


def test_a_text_that_ended_does_not_grow_again() -> None:
    prose = Prose()
    prose.feed("One.")
    prose.finish()
    assert prose.finish() == len(prose.rows)
    with pytest.raises(FinishedError):
        prose.feed("Two.")
