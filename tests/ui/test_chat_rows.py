"""The lines of the sidebar."""

from datetime import datetime, timedelta

from studio.core.chats import Chat
from studio.ui.chat_rows import Activity, ChatRow, Heading, rows, title_of

NOW = datetime(2026, 12, 2, 11, 42).astimezone()


def chat(name: str, age: timedelta, title: str = "Title") -> Chat:
    at = (NOW - age).timestamp()
    return Chat(name, title, at, at)


def test_chats_stand_under_headings_by_recency() -> None:
    chats = (
        chat("a", timedelta(minutes=2)),
        chat("b", timedelta(hours=11)),
        chat("c", timedelta(hours=12)),
        chat("d", timedelta(days=3)),
        chat("e", timedelta(days=40)),
    )
    made = rows(chats, lambda _: Activity.NONE, lambda _: "model", NOW.timestamp())
    shown = [row.text if isinstance(row, Heading) else row.chat_id for row in made]
    assert shown == [
        "Today", "a", "b", "Yesterday", "c", "Last 7 days", "d", "October 2026", "e",
    ]  # fmt: skip
    assert [row.line for row in made if isinstance(row, ChatRow)] == [
        "model · 11:40",
        "model · 00:42",
        "model · 23:42",
        "model · 29 Nov",
        "model · 23 Oct",
    ]


def test_a_chat_from_the_future_is_todays() -> None:
    made = rows(
        (chat("a", timedelta(days=-2)),), lambda _: Activity.NONE, lambda _: "", NOW.timestamp()
    )
    assert made[0] == Heading("Today")


def test_a_waiting_chat_says_so_in_place_of_its_model() -> None:
    states = {"a": Activity.WAITING, "b": Activity.RUNNING}
    chats = (chat("a", timedelta(0)), chat("b", timedelta(0)))
    made = rows(chats, lambda name: states[name], lambda _: "model", NOW.timestamp())
    lines = [row.line for row in made if isinstance(row, ChatRow)]
    assert lines == ["Waiting for your answer", "Answering…"]


def test_a_title_is_one_line_and_never_empty() -> None:
    assert title_of(chat("a", timedelta(0), "two\nlines\t ")) == "two lines"
    assert title_of(chat("a", timedelta(0), " \n")) == "New chat"
