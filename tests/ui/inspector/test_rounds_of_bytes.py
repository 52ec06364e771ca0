"""The tabs show a round's bytes, whichever attempt, and say why where there are none."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from studio.core.errors import Category, Failure
from studio.core.messages import Dialect, Usage
from studio.harness.inspection_ports import JsonPath
from studio.ui.inspector.changes_view import ChangesView
from studio.ui.inspector.dialects_view import DialectsView
from studio.ui.inspector.json_model import JsonModel, Mark
from studio.ui.inspector.json_tree import JsonTree
from studio.ui.inspector.json_view import JsonView
from studio.ui.inspector.raw_page import RawPage
from studio.ui.inspector.request_view import RequestView
from studio.ui.inspector.response_view import ResponseView
from studio.ui.theme import Theme
from tests.conftest import Until
from tests.ui.inspector.fakes import (
    CALL,
    PROMPT,
    RESULT,
    RETRIED,
    FakeInspection,
    Spawned,
    a_round,
    a_turn,
    an_assignment,
    body,
    recording,
)

TURN = a_turn(RETRIED, a_round("r2"))


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    return Theme(qapp, "light")


def placed(qtbot: QtBot, view: QWidget, width: int = 420) -> None:
    qtbot.addWidget(view)
    view.resize(width, 720)
    view.show()


def rounds() -> FakeInspection:
    return FakeInspection(
        recording(attempt=1, status=529, chunks=(), request_body=b'{"try": 1}'),
        recording(attempt=2, request_body=b'{"try": 2}'),
        recording("r2", request_body=body(PROMPT, CALL, RESULT)),
    )


def mark_of(view: JsonView, path: JsonPath) -> Mark | None:
    model = view.tree.model()
    assert isinstance(model, JsonModel)
    node = model.json.find(path)
    assert node is not None
    return model.mark_at(model.index_of(node))


async def test_a_request_that_the_user_edited_says_so(qtbot: QtBot, theme: Theme) -> None:
    spawned = Spawned()
    view = RequestView(theme, rounds(), spawned)
    placed(qtbot, view)
    turn = a_turn(RETRIED, a_round("r2", is_edited=True))
    view.show_round(turn, "r2")
    await spawned.settle()
    assert view.edited.isVisible()
    view.show_round(turn, RETRIED.id)
    await spawned.settle()
    assert view.edited.isHidden()


@pytest.mark.parametrize(
    ("error", "words"),
    [
        ("cut_off: the connection was closed", "The answer was cut off. the connection was closed"),
        ("address: <not> found", "The base URL is not usable. <not> found"),
        ("server: ", "The provider had an error of its own."),
        ("the connection was closed", "The reply was cut off: the connection was closed"),
        ("address: " + "x" * 5_000, "The base URL is not usable. " + "x" * 300),
    ],
)
async def test_a_reply_says_what_went_wrong_and_not_that_all_were_cut_off(
    qtbot: QtBot, theme: Theme, error: str, words: str
) -> None:
    spawned = Spawned()
    view = ResponseView(theme, FakeInspection(recording("r2", error=error)), spawned)
    placed(qtbot, view)
    view.show_round(TURN, "r2")
    await spawned.settle()
    assert view.trouble.text() == words


async def test_a_request_shows_what_went_out_and_with_which_key(qtbot: QtBot, theme: Theme) -> None:
    spawned = Spawned()
    view = RequestView(theme, rounds(), spawned, lambda profile, key: f"{profile}'s {key}")
    placed(qtbot, view)
    view.show_round(TURN, "r2")
    await spawned.settle()
    assert view.method.text() == "POST"
    assert view.url.text() == "https://api.anthropic.com/v1/messages"
    facts = dict(view.facts.facts)
    assert facts["Key"] == "“anthropic's work”, ends …9f2c"
    assert facts["Connection"] == "reused · HTTP/2 · TLS 1.3 · no proxy"
    assert facts["Address"] == "160.79.104.10:443"
    assert view.attempts.isHidden()
    view.copy_body()
    assert QGuiApplication.clipboard().text().encode() == body(PROMPT, CALL, RESULT)
    view.headers.copy()
    assert f"x-api-key: {'*' * 24}\n" in QGuiApplication.clipboard().text()
    assert view.reveal(("messages", 1, "content", 1, "input"))


async def test_a_place_asked_for_before_its_bytes_are_there_is_gone_to_then(
    qtbot: QtBot, theme: Theme, until: Until
) -> None:
    spawned, fake = Spawned(), rounds()
    request, changes = RequestView(theme, fake, spawned), ChangesView(theme, fake, spawned)
    response = ResponseView(theme, fake, spawned)
    trees = {request: request.body, changes: changes.after, response: response.message}
    for view, path in ((request, ("max_tokens",)), (changes, ("model",)), (response, ("role",))):
        placed(qtbot, view)
        view.show_round(TURN, "r2")
        assert view.reveal(path)
        await spawned.settle()
        tree = trees[view].tree
        await until(partial(_has_chosen, tree))
        chosen = tree.chosen()
        assert chosen is not None
        assert tree.json is not None
        assert tree.json.path(chosen) == path


async def test_each_attempt_of_a_round_can_be_chosen(qtbot: QtBot, theme: Theme) -> None:
    spawned = Spawned()
    view = RequestView(theme, rounds(), spawned)
    placed(qtbot, view)
    view.show_round(TURN, "r1")
    await spawned.settle()
    assert view.attempts.count() == 2
    assert view.attempts.itemText(0) == "Attempt 1 of 2 · 529 · overloaded"
    assert view.body.body == b'{"try": 2}'
    chosen: list[int] = []
    view.attempt_chosen.connect(chosen.append)
    view.attempts.setFocus()
    QTest.keyClick(view.attempts, Qt.Key.Key_Up)
    assert chosen == [1]
    assert view.body.body == b'{"try": 1}'


async def test_a_stream_is_shown_event_by_event_with_its_times(
    qtbot: QtBot, theme: Theme, until: Until
) -> None:
    spawned = Spawned()
    view = ResponseView(theme, rounds(), spawned)
    placed(qtbot, view)
    view.show_round(TURN, "r2")
    await spawned.settle()
    model = view.events.events_model
    shown = [[model.text(row, column) for column in range(4)] for row in range(model.rowCount())]
    assert shown[0] == ["412 ms", "+412 ms", "message_start", "66 B"]
    assert shown[1][:3] == ["1612 ms", "+1200 ms", "content_block_delta"]
    QTest.keyClick(view.events, Qt.Key.Key_Down)
    await until(lambda: view.event_body.is_ready)
    assert view.event_body.reveal(("delta", "text"))
    view.switch.show_page(1)
    await until(lambda: view.message.is_ready)
    assert view.message.body == b'{"role": "assistant", "content": "TX-310 drifted"}'
    assert view.trouble.isHidden()
    view.switch.show_page(2)
    assert view.body.body.startswith(b"event: message_start\n")


async def test_a_reply_that_was_cut_off_or_is_too_long_to_keep_says_so(
    qtbot: QtBot, theme: Theme
) -> None:
    spawned = Spawned()
    view = ResponseView(theme, FakeInspection(), spawned)
    placed(qtbot, view)
    view.show_recording(recording(error="connection closed", is_truncated=True))
    await spawned.settle()
    assert "cut off: connection closed" in view.trouble.text()
    assert "longer than is recorded" in view.trouble.text()
    view.show_recording(recording(ended_ns=None))
    await spawned.settle()
    assert "did not come to its end" in view.trouble.text()


async def test_a_reply_without_events_or_message_says_so(qtbot: QtBot, theme: Theme) -> None:
    spawned, inspection = Spawned(), FakeInspection()
    inspection.message, inspection.failure = "", Failure(Category.OVERLOADED, "Try later.")
    view = ResponseView(theme, inspection, spawned)
    placed(qtbot, view)
    view.show_recording(recording(status=None, chunks=()))
    await spawned.settle()
    assert view.status.text() == "no reply"
    assert view.stream_page.saying.text() == "No event came back."
    view.switch.show_page(1)
    await spawned.settle()
    assert "Try later." in view.message_page.saying.text()


def _has_chosen(tree: JsonTree) -> bool:
    return tree.chosen() is not None


def _looks_otherwise(view: QWidget, before: QImage) -> bool:
    return view.grab().toImage() != before


Made = Callable[[Theme, FakeInspection, Spawned], tuple[QWidget, RawPage, Callable[[], None]]]


def _request(
    theme: Theme, fake: FakeInspection, spawned: Spawned
) -> tuple[QWidget, RawPage, Callable[[], None]]:
    view = RequestView(theme, fake, spawned)
    return view, view.page, lambda: view.show_round(TURN, "r1")


def _changes(
    theme: Theme, fake: FakeInspection, spawned: Spawned
) -> tuple[QWidget, RawPage, Callable[[], None]]:
    view = ChangesView(theme, fake, spawned)
    return view, view.page, lambda: view.show_round(TURN, "r2")


@pytest.mark.parametrize("make", [_request, _changes])
async def test_a_tab_says_when_nothing_was_recorded_or_it_cannot_be_read(
    qtbot: QtBot, theme: Theme, make: Made
) -> None:
    spawned, fake = Spawned(), FakeInspection()
    view, page, show = make(theme, fake, spawned)
    placed(qtbot, view)
    show()
    await spawned.settle()
    assert page.saying.text().startswith("Not recorded")
    fake.is_broken = True
    show()
    await spawned.settle()
    assert not page.is_content
    assert page.saying.text()
    assert not page.saying.text().startswith("Not recorded")


async def test_a_tab_never_loads_for_ever_when_reading_breaks(qtbot: QtBot, theme: Theme) -> None:
    spawned, fake = Spawned(), rounds()
    fake.fault = LookupError("broken")
    view = RequestView(theme, fake, spawned)
    placed(qtbot, view)
    view.show_round(TURN, "r1")
    with pytest.raises(LookupError):
        await spawned.settle()
    assert view.page.saying.text() == "It could not be made readable."


async def test_an_answer_that_nobody_waits_for_any_more_is_not_shown(
    qtbot: QtBot, theme: Theme
) -> None:
    spawned, fake = Spawned(), rounds()
    view = RequestView(theme, fake, spawned)
    placed(qtbot, view)
    fake.gate.clear()
    view.show_round(TURN, "r1")
    view.show_round(TURN, "r2")
    view.clear()
    fake.gate.set()
    await spawned.settle()
    assert not view.page.is_content
    assert view.recording is None


async def test_changes_mark_what_is_new_and_walk_through_it(qtbot: QtBot, theme: Theme) -> None:
    spawned = Spawned()
    fake = FakeInspection(recording(), recording("r2", request_body=body(PROMPT, CALL, RESULT)))
    view = ChangesView(theme, fake, spawned)
    placed(qtbot, view)
    view.show_round(TURN, "r2")
    await spawned.settle()
    assert view.counts.text() == "2 added"
    assert view.cached.text() == "12288 of 26192 input tokens came from the provider's cache."
    assert mark_of(view.after, ("messages", 2, "content")) is Mark.ADDED
    assert mark_of(view.after, ("messages", 0)) is None
    view.next.click()
    view.next.click()
    chosen = view.after.tree.chosen()
    assert chosen is not None
    assert view.after.index is not None
    assert view.after.index.path(chosen) == ("messages", 2)
    assert view.show_break.isHidden()


async def test_where_the_cache_broke_is_said_and_shown(qtbot: QtBot, theme: Theme) -> None:
    spawned = Spawned()
    fake = FakeInspection(
        recording(request_body=body(PROMPT, CALL)), recording("r2", request_body=body(CALL, RESULT))
    )
    view = ChangesView(theme, fake, spawned)
    placed(qtbot, view)
    view.show_round(a_turn(a_round(), a_round("r2", usage=Usage(10, 1))), "r2")
    await spawned.settle()
    assert "messages[0] is there no longer" in view.cache_end.text()
    assert view.cached.text() == "The provider says nothing of its cache."
    view.show_break.click()
    assert view.before.isVisible()
    assert mark_of(view.before, ("messages", 0)) is Mark.REMOVED


async def test_the_first_request_of_a_chat_is_compared_with_nothing(
    qtbot: QtBot, theme: Theme
) -> None:
    spawned = Spawned()
    view = ChangesView(theme, rounds(), spawned)
    placed(qtbot, view)
    view.show_round(TURN, "r1")
    await spawned.settle()
    assert view.cache_end.text() == "There is no request before it to compare with."
    assert view.bar.isHidden()
    earlier = a_turn(a_round("r0"), turn_id="t0")
    fake = FakeInspection(recording("r0", turn_id="t0"), recording())
    view = ChangesView(theme, fake, spawned)
    placed(qtbot, view)
    view.show_round(TURN, "r1", earlier)
    await spawned.settle()
    assert view.cache_end.text() == "The request is the same, byte for byte."


async def test_dialects_show_matching_parts_together_and_what_would_be_lost(
    qtbot: QtBot, theme: Theme
) -> None:
    spawned = Spawned()
    view = DialectsView(theme, FakeInspection(), spawned)
    placed(qtbot, view, 900)
    view.show_assignment(an_assignment(), Dialect.ANTHROPIC_MESSAGES)
    await spawned.settle()
    shown = [dialect for dialect, column in view.columns.items() if column.isVisible()]
    assert Dialect.ANTHROPIC_MESSAGES in shown
    assert len(shown) == 3
    chat, responses = view.columns[Dialect.OPENAI_CHAT], view.columns[Dialect.OPENAI_RESPONSES]
    assert "reasoning signature" in chat.lost.text()
    assert mark_of(responses.body, ("input", 2)) is Mark.LOST
    view.select("t1/prompt")
    assert mark_of(chat.body, ("messages", 1)) is Mark.MATCHED
    assert mark_of(responses.body, ("input", 0)) is Mark.MATCHED
    told: list[str] = []
    view.subject_selected.connect(told.append)
    chat.body.path_selected.emit(("messages", 3, "content"))
    assert told == ["u1/result"]
    anthropic = view.columns[Dialect.ANTHROPIC_MESSAGES]
    assert mark_of(anthropic.body, ("messages", 2, "content", 0)) is Mark.MATCHED


async def test_never_fewer_than_two_dialects_are_compared(qtbot: QtBot, theme: Theme) -> None:
    spawned = Spawned()
    view = DialectsView(theme, FakeInspection(), spawned)
    placed(qtbot, view)
    view.show_assignment(an_assignment())
    await spawned.settle()
    view.choices[Dialect.OPENAI_CHAT].click()
    assert [each.isEnabled() for each in view.choices.values()] == [True, False, False, True, True]
    view.choices[Dialect.OLLAMA_CHAT].click()
    assert sum(column.isVisible() for column in view.columns.values()) == 3
    assert all(each.isEnabled() for each in view.choices.values())


async def test_every_tab_fits_a_narrow_panel_in_both_directions(
    qtbot: QtBot, theme: Theme, until: Until
) -> None:
    spawned, fake = Spawned(), rounds()
    request = RequestView(theme, fake, spawned)
    response = ResponseView(theme, fake, spawned)
    changes = ChangesView(theme, fake, spawned)
    dialects = DialectsView(theme, fake, spawned)
    for each in (request, response, changes):
        each.show_round(TURN, "r2")
    dialects.show_assignment(an_assignment())
    await spawned.settle()
    for view in (request, response, changes, dialects):
        placed(qtbot, view, 360)
        assert view.minimumSizeHint().width() <= 360, view
        left = view.grab().toImage()
        view.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        await until(partial(_looks_otherwise, view, left))
