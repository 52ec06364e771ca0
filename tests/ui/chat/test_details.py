"""The details show what was recorded, whole characters and all."""

from PySide6.QtWidgets import QApplication, QListWidget
from pytestqt.qtbot import QtBot

from studio.core.recording import Chunk, Recording
from studio.ui.chat.details import DetailsView, request_text, response_text
from studio.ui.theme import Theme


def _recording(**changes: object) -> Recording:
    facts: dict[str, object] = {
        "round_id": "r1",
        "turn_id": "t",
        "chat_id": "c",
        "attempt": 1,
        "started_at": 0.0,
        "method": "POST",
        "url": "http://h.example/v1/messages",
        "request_headers": (("x-api-key", "••••9f2c"),),
        "request_body": b'{"model":"m"}',
        "status": 200,
    }
    return Recording(**(facts | changes))  # type: ignore[arg-type]  # one place for all fields


def test_the_request_is_shown_as_indented_json() -> None:
    assert request_text(_recording()) == 'x-api-key: ••••9f2c\n\n{\n  "model": "m"\n}'


def test_a_character_cut_by_the_network_stays_whole() -> None:
    earth = "🌍".encode()
    chunks = (Chunk(1_000_000, b"a" + earth[:2]), Chunk(2_000_000, earth[2:] + b"b"))
    text = response_text(_recording(chunks=chunks))
    assert "🌍" in text
    assert "�" not in text
    assert "+0.001 s\na🌍" in text
    assert "+0.002 s\nb" in text


def test_a_body_that_is_no_json_is_shown_as_it_is() -> None:
    text = response_text(_recording(chunks=(Chunk(1, b"<html>\xff</html>"),)))
    assert "<html>�</html>" in text


def test_retries_are_listed_under_their_round(qapp: QApplication, qtbot: QtBot) -> None:
    recordings = (_recording(status=529), _recording(attempt=2), _recording(round_id="r2"))
    view = DetailsView(Theme(qapp, "light"), recordings)
    qtbot.addWidget(view)
    rows = view.findChildren(QListWidget)[0]
    titles = [rows.item(row).text() for row in range(rows.count())]
    assert titles == ["Round 1 · 529", "Round 1, attempt 2 · 200", "Round 2 · 200"]


def test_a_turn_without_recordings_says_so(qapp: QApplication, qtbot: QtBot) -> None:
    view = DetailsView(Theme(qapp, "light"), ())
    qtbot.addWidget(view)
    view.show()
