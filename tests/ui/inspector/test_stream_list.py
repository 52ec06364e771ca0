"""Events without a name tell what the one before had not."""

import json

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from studio.harness.inspection_ports import StreamEvent
from studio.ui.inspector.stream_list import StreamModel, event_name
from studio.ui.theme import Theme


def delta(content: str, **more: object) -> StreamEvent:
    choice = {"index": 0, "delta": {"content": content}}
    data = {"id": "chatcmpl-1", "object": "chunk", "choices": [choice], **more}
    return StreamEvent(1_000, "", json.dumps(data))


def test_the_delta_is_read_and_not_what_all_have() -> None:
    first, second = delta("All "), delta("of them")
    assert event_name(first).startswith('{"id"')
    assert event_name(second, first) == '…"content": "of them"}}]}'


def test_a_name_inside_a_text_is_no_border() -> None:
    first, second = delta('say {"a": 1, '), delta('say {"a": 1, "b": 2')
    assert event_name(second, first).startswith('…"content": ')


def test_what_is_the_same_or_ends_the_stream_is_shown_from_its_start() -> None:
    first = delta("All ")
    assert event_name(first, first).startswith('{"id"')
    assert event_name(StreamEvent(1, "", "[DONE]"), first) == "[DONE]"


def test_a_name_and_a_type_go_before() -> None:
    typed = StreamEvent(1, "", '{"type": "response.output_text.delta", "delta": "All"}')
    assert event_name(typed, typed) == "response.output_text.delta"
    assert event_name(StreamEvent(1, "ping", "{}"), typed) == "ping"


def test_what_is_shown_of_an_event_is_bounded(qapp: QApplication) -> None:
    model = StreamModel(Theme(qapp, "light"), qapp)
    model.show_events([delta("a" * 100_000), delta("b" * 100_000)])
    cell = model.index(1, 2)
    for role in Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole:
        said = model.data(cell, role)
        assert isinstance(said, str)
        assert len(said) < 3_000
    assert model.text(1, 2).startswith('…"content": "bbb')
    model.deleteLater()
