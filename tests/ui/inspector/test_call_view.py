"""A call as it really was: its faults at their place, what ran, what came back, what was said."""

import json
from dataclasses import replace
from typing import Any

from PySide6.QtWidgets import QApplication, QLabel

from studio.core.breakpoints import Hit, Point
from studio.core.call_recording import CallRecording
from studio.core.messages import Outcome, ToolResult
from studio.core.rules import Permission, Ruling, Why
from studio.core.server_traffic import LogLine, LogSource, ServerMessage
from studio.core.trust import Cause, ChatTrust, Level, Seen
from studio.harness.inspection_ports import JsonPath
from studio.ui.inspector.json_model import JsonModel, Mark
from studio.ui.inspector.json_view import JsonView
from studio.ui.inspector.panel_tabs import Tab
from tests.conftest import Until
from tests.ui.inspector.fakes import FakeInspection, a_round, a_turn
from tests.ui.inspector.panel_stage import BEGIN, Glass, a_session, a_use, glass_box

SCHEMA = {"type": "object", "properties": {"sql": {"type": "string"}}, "required": ["sql"]}


def recorded(**changed: Any) -> CallRecording:
    facts: dict[str, Any] = {
        "schema": json.dumps(SCHEMA),
        "server_id": "web",
        "server_name": "Plant",
        "own_name": "query",
        "raw": '{"content": [{"type": "text", "text": "rows"}], "isError": false}',
    }
    return CallRecording("u1", "t1", "c1", BEGIN + 1, "query_database", **{**facts, **changed})


def glass_of(qapp: QApplication, recording: CallRecording | None = None, **changed: Any) -> Any:
    inspection = FakeInspection()
    inspection.kept_calls = () if recording is None else (recording,)
    session = a_session(a_turn(a_round(parts=(a_use("u1", **changed),))))
    return glass_box(qapp, session, inspection)


async def shown(glass: Glass) -> Any:
    view = await glass.opened(Tab.CALL)
    assert view.page.is_content
    return view


def mark_of(view: JsonView, path: JsonPath) -> Mark | None:
    model = view.tree.model()
    assert isinstance(model, JsonModel)
    node = model.json.find(path)
    assert node is not None
    return model.mark_at(model.index_of(node))


async def test_faults_stand_at_their_place_beside_the_schema(
    qapp: QApplication, until: Until
) -> None:
    recording = recorded(faults=(("/sql", "1 is not of type 'string'"),))
    call = replace(a_use("u1").call, arguments='{"sql": 1, "limit": 5}')
    async with glass_of(qapp, recording, call=call) as glass:
        view = await shown(glass)
        await until(lambda: view.arguments.is_ready and view.schema.is_ready)
        assert view.faults.isVisible()
        assert view.faults.text() == "sql: 1 is not of type 'string'"
        assert mark_of(view.arguments, ("sql",)) is Mark.BROKEN
        assert mark_of(view.arguments, ("limit",)) is None
        assert json.loads(view.schema.body) == SCHEMA
        assert not view.ran.isVisible()


async def test_edited_arguments_stand_beside_those_of_the_model(
    qapp: QApplication, until: Until
) -> None:
    recording = recorded(faults=(("/sql", "too long"),))
    async with glass_of(qapp, recording, ran='{"sql": "select 2"}') as glass:
        view = await shown(glass)
        await until(lambda: view.ran.is_ready and view.arguments.is_ready)
        assert view.ran.isVisible()
        assert view.arguments.isVisible()
        assert b"select 1" in view.arguments.body
        assert b"select 2" in view.ran.body
        assert mark_of(view.ran, ("sql",)) is Mark.BROKEN
        assert mark_of(view.arguments, ("sql",)) is None
        assert "with arguments you edited" in dict(view.facts.facts)["State"]


async def test_the_raw_result_stands_beside_what_the_model_was_told(qapp: QApplication) -> None:
    result = ToolResult("u1", "rows", Outcome.DONE, 9_000, outside="Plant")
    async with glass_of(qapp, recorded(), result=result) as glass:
        view = await shown(glass)
        view.switch.show_page(1)
        assert view.told.isVisible()
        assert view.raw.isVisible()
        assert view.told.body.decode() == result.told
        assert b'"isError"' in view.raw.body
        facts = dict(view.facts.facts)
        assert facts["Server"] == "Plant · query"
        assert facts["Told to the model"].endswith("of 9.0 kB")
        assert "strangers (Plant)" in view.trust_note.text()


async def test_without_a_recording_the_call_itself_is_shown(qapp: QApplication) -> None:
    async with glass_of(qapp) as glass:
        view = await shown(glass)
        assert view.told.body == b"rows of u1"
        view.switch.show_page(1)
        assert not view.raw.isVisible()
        assert not view._traffic_button.isVisible()
        assert not view.test.isEnabled()
        assert view.again.isEnabled()


async def test_messages_and_log_lines_stand_in_the_order_they_came(
    qapp: QApplication, until: Until
) -> None:
    sent = '{"jsonrpc": "2.0", "id": 3, "method": "tools/call"}'
    came = '{"jsonrpc": "2.0", "id": 3, "result": {}}'
    recording = recorded(
        messages=(ServerMessage(BEGIN + 1, True, sent), ServerMessage(BEGIN + 3, False, came)),
        log=(LogLine(BEGIN + 2, LogSource.STDERR, "opening plant.db"),),
    )
    async with glass_of(qapp, recording) as glass:
        view = await shown(glass)
        view.switch.show_page(2)
        texts = [view.traffic.list.item(row).text() for row in range(view.traffic.list.count())]
        assert [text.partition("  ")[2] for text in texts] == [
            "→ tools/call 3",
            "stderr  opening plant.db",
            "← result 3",
        ]
        assert view._traffic_button.text() == "Protocol · 3"
        view.traffic.list.setCurrentRow(2)
        await until(lambda: view.traffic.body.body == came.encode())


async def test_who_allowed_it_and_what_it_did_to_the_chat_is_said(qapp: QApplication) -> None:
    ruling = Ruling(Permission.ALLOW, Why.ONCE)
    async with glass_of(qapp, recorded(), ruling=ruling) as glass:
        seen = Seen(Cause.RESULT, Level.SECRET, BEGIN, "query_database", "plant.db", "u1")
        glass.session.chat = replace(glass.session.chat, trust=ChatTrust((seen,)))
        view = await shown(glass)
        lines = view.trust_note.text().split("\n")
        assert len(lines) >= 2
        assert any(line.startswith("Made this chat") for line in lines)


async def test_a_call_can_be_changed_from_here(qapp: QApplication) -> None:
    async with glass_of(qapp, recorded()) as glass:
        view = await shown(glass)
        hook = glass.page.glass.inspecting
        asked: list[str] = []
        for signal in (hook.run_again_requested, hook.replace_requested):
            signal.disconnect()
            signal.connect(asked.append)
        view.again.click()
        view.replace.click()
        assert asked == ["u1", "u1"]
        view.card.click()
        focus = glass.window.focusWidget()
        assert glass.page.view.isAncestorOf(focus)


async def test_calls_that_cannot_be_read_are_told_in_the_tab(qapp: QApplication) -> None:
    async with glass_of(qapp) as glass:
        glass.inspection.is_broken = True
        view = await glass.opened(Tab.CALL)
        assert not view.page.is_content
        assert view.page.saying.text()


async def test_a_call_at_a_breakpoint_says_that_it_is_stopped(qapp: QApplication) -> None:
    async with glass_of(qapp) as glass:
        glass.session.hits = (Hit("h", Point.BEFORE_RESULT, 1, "u1", "query_database"),)
        view = await shown(glass)
        assert "Stopped here" in [each.text() for each in view.facts.findChildren(QLabel)]
        await glass.settled()
