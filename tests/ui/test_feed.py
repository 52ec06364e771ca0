"""Deltas come at the pace of the screen, merged; the order of events never changes."""

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.core import events as ev
from studio.core.events import Event
from studio.ui.feed import EventFeed


class Source:
    """Something to subscribe to."""

    def __init__(self) -> None:
        self.observers: list[Callable[[str, Event], None]] = []

    def subscribe(self, observer: Callable[[str, Event], None]) -> Callable[[], None]:
        self.observers.append(observer)
        return lambda: self.observers.remove(observer)

    def tell(self, turn_id: str, *events: Event) -> None:
        for event in events:
            for observer in self.observers:
                observer(turn_id, event)


def heard(feed: EventFeed) -> list[tuple[str, Event]]:
    told: list[tuple[str, Event]] = []
    feed.happened.connect(lambda turn_id, event: told.append((turn_id, event)))
    return told


def test_neighbouring_deltas_wait_for_the_frame_and_merge(qtbot: QtBot) -> None:
    source = Source()
    feed = EventFeed(source.subscribe)
    told = heard(feed)
    with qtbot.waitSignal(feed.happened):
        source.tell("t", ev.TextDelta("Hel"), ev.TextDelta("lo"))
        assert not told
    assert told == [("t", ev.TextDelta("Hello"))]
    assert not feed.is_waiting


def test_anything_but_a_delta_comes_at_once_and_after_what_waited(qtbot: QtBot) -> None:
    source = Source()
    feed = EventFeed(source.subscribe)
    told = heard(feed)
    source.tell("t", ev.TextDelta("Hello"), ev.TurnCompleted(1.0))
    assert told == [("t", ev.TextDelta("Hello")), ("t", ev.TurnCompleted(1.0))]
    assert not feed.is_waiting


def test_more_than_one_frame_can_draw_does_not_wait_for_it(qtbot: QtBot) -> None:
    source = Source()
    feed = EventFeed(source.subscribe)
    told = heard(feed)
    source.tell("t", *(ev.TextDelta("x" * 1_000) for _ in range(100)))
    feed.flush()
    lengths = [len(event.text) for _, event in told if isinstance(event, ev.TextDelta)]
    assert sum(lengths) == 100_000
    assert len(lengths) > 2
    assert max(lengths) < 40_000


def test_deltas_of_two_calls_and_two_turns_are_kept_apart(qtbot: QtBot) -> None:
    source = Source()
    feed = EventFeed(source.subscribe)
    told = heard(feed)
    source.tell("t", ev.ToolCallDelta("a", "add", "{"), ev.ToolCallDelta("a", "", "}"))
    source.tell("t", ev.ToolCallDelta("b", "add", "{}"))
    source.tell("u", ev.TextDelta("x"))
    feed.flush()
    assert told == [
        ("t", ev.ToolCallDelta("a", "add", "{}")),
        ("t", ev.ToolCallDelta("b", "add", "{}")),
        ("u", ev.TextDelta("x")),
    ]


def test_a_closed_feed_hears_nothing(qtbot: QtBot) -> None:
    source = Source()
    feed = EventFeed(source.subscribe)
    told = heard(feed)
    source.tell("t", ev.TextDelta("x"))
    feed.close()
    source.tell("t", ev.TextDelta("y"), ev.TurnCompleted(1.0))
    feed.flush()
    assert not told
    assert not source.observers
    assert not feed.is_waiting


EVENTS = st.one_of(
    st.builds(ev.TextDelta, st.text(max_size=3)),
    st.builds(ev.ReasoningDelta, st.text(max_size=3)),
    st.builds(ev.ToolCallDelta, st.sampled_from("ab"), st.just("add"), st.text(max_size=3)),
    st.just(ev.TurnCompleted(1.0)),
)


@given(st.lists(st.tuples(st.sampled_from("tu"), EVENTS), max_size=30))
def test_no_word_is_lost_doubled_or_moved(
    qapp: QApplication, told: list[tuple[str, Event]]
) -> None:
    source = Source()
    feed = EventFeed(source.subscribe)
    got = heard(feed)
    for turn_id, event in told:
        source.tell(turn_id, event)
    feed.flush()
    feed.close()
    assert letters(got) == letters(told)


def letters(events: list[tuple[str, Event]]) -> list[tuple[str, str, str]]:
    """Each character with where it belongs."""
    split: list[tuple[str, str, str]] = []
    for turn_id, event in events:
        match event:
            case ev.TextDelta(text) | ev.ReasoningDelta(text):
                split += [(turn_id, type(event).__name__, letter) for letter in text]
            case ev.ToolCallDelta(tool_use_id, _, text):
                split += [(turn_id, tool_use_id, letter) for letter in text]
            case _:
                split.append((turn_id, "", type(event).__name__))
    return split
