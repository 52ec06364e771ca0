"""What the dialogs that change the past ask, refuse and keep."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QPlainTextEdit, QWidget

from studio.core.chats import ChatSettings, Effort
from studio.core.messages import Outcome, ToolCall, ToolResult, ToolState, ToolUse
from studio.core.tools import ToolDefinition
from studio.ui.chat.choices import Choices, KeyChoice, ModelChoice
from studio.ui.chat.past_asking import AskAgain, Asked
from studio.ui.chat.past_dialog import DialogNeeds
from studio.ui.chat.past_replacing import ReplaceResult
from studio.ui.chat.past_result_field import LONGEST_LINE
from studio.ui.chat.past_running import RunAgain
from studio.ui.long_text import MOST_EDITED
from studio.ui.theme import Theme
from tests.conftest import Until
from tests.ui.inspector.fakes import Spawned, a_round, a_turn

SCHEMA = {
    "type": "object",
    "properties": {
        "path": {"type": "string", "pattern": "^[a-z./]+$"},
        "depth": {"type": "integer"},
    },
    "required": ["path"],
}
TOOL = ToolDefinition("list_directory", "Lists a folder.", SCHEMA)
CHOICES = Choices(
    (
        ModelChoice("near", "Near"),
        ModelChoice("far", "Far away", "model-x"),
        ModelChoice("far", "Far away", "model-y"),
    ),
    (),
    "near",
    (KeyChoice("far", "k1", "Work ·1234"), KeyChoice("far", "k2", "Home ·9999")),
)


class Blocked:
    """Why nothing can be changed, as a test says."""

    def __init__(self) -> None:
        self.why = ""

    def __call__(self) -> str:
        return self.why


@pytest.fixture
def blocked() -> Blocked:
    return Blocked()


@pytest.fixture
def spawned() -> Spawned:
    return Spawned()


@pytest.fixture
def needs(qapp: QApplication, blocked: Blocked, spawned: Spawned) -> Iterator[DialogNeeds]:
    page = QWidget()  # the last window that closes would end the program
    page.resize(900, 700)
    page.show()
    yield DialogNeeds(Theme(qapp, "light"), spawned, blocked, page)
    page.close()
    page.deleteLater()


def a_use(arguments: str = '{"path": "notes"}', ran: str | None = None) -> ToolUse:
    call = ToolCall("u", "list_directory", arguments)
    result = ToolResult("u", "a\nb", Outcome.DONE, 3)
    return ToolUse(call, ToolState.ENDED, result, 1.0, 2.0, ran=ran)


async def test_other_arguments_are_filled_in_by_keyboard(
    needs: DialogNeeds, spawned: Spawned, until: Until
) -> None:
    dialog = RunAgain(needs, a_use(), TOOL)
    dialog.show()
    await spawned.settle()
    field = QApplication.focusWidget() or dialog.form.focusWidget()
    assert field is not None
    QTest.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(field, "src")
    assert dialog.draft == {"path": "src"}
    QTest.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    await until(lambda: dialog.result() == QDialog.DialogCode.Accepted)
    assert json.loads(dialog.arguments or "") == {"path": "src"}
    await spawned.settle()
    dialog.deleteLater()


async def test_arguments_as_the_model_wrote_them_are_left_to_it(
    needs: DialogNeeds, spawned: Spawned
) -> None:
    dialog = RunAgain(needs, a_use(), TOOL)
    assert dialog.arguments is None
    assert dialog.draft is None
    await spawned.settle()
    dialog.deleteLater()


async def test_what_ran_is_shown_where_it_was_edited(needs: DialogNeeds, spawned: Spawned) -> None:
    dialog = RunAgain(needs, a_use(ran='{"path": "edited"}'), TOOL)
    assert json.loads(dialog.arguments or "") == {"path": "edited"}
    await spawned.settle()
    dialog.deleteLater()


async def test_arguments_that_do_not_fit_are_told_at_once_and_never_run(
    needs: DialogNeeds, spawned: Spawned
) -> None:
    dialog = RunAgain(needs, a_use(), TOOL)
    dialog.show()
    await spawned.settle()
    assert not dialog.fault.isVisible()
    dialog.form.set_value({"path": "NO"})
    dialog.form.changed.emit()
    await spawned.settle()
    assert "path" in dialog.fault.text()
    dialog.take()
    await spawned.settle()
    assert dialog.isVisible()
    dialog.form.set_value({"path": "yes"})
    dialog.form.changed.emit()
    await spawned.settle()
    assert not dialog.fault.isVisible()
    dialog.take()
    await spawned.settle()
    assert dialog.result() == QDialog.DialogCode.Accepted
    dialog.deleteLater()


async def test_json_that_cannot_be_read_is_refused(needs: DialogNeeds, spawned: Spawned) -> None:
    dialog = RunAgain(needs, a_use(), TOOL)
    dialog.show()
    dialog.form.show_json(is_json=True)
    await spawned.settle()
    lines = next(each for each in dialog.findChildren(QPlainTextEdit) if each.isVisible())
    lines.setPlainText('{"path": ')
    dialog.take()
    await spawned.settle()
    assert dialog.isVisible()
    assert dialog.fault.isVisible()
    dialog.deleteLater()


async def test_a_tool_that_is_gone_cannot_run(needs: DialogNeeds, spawned: Spawned) -> None:
    dialog = RunAgain(needs, a_use(), None)
    dialog.show()
    assert dialog.fault.isVisible()
    dialog.take()
    await spawned.settle()
    assert dialog.isVisible()
    dialog.deleteLater()


async def test_arguments_that_are_no_object_are_shown_as_they_were_written(
    needs: DialogNeeds, spawned: Spawned
) -> None:
    dialog = RunAgain(needs, a_use('{"path": "no'), TOOL)
    await spawned.settle()
    texts = [each.toPlainText() for each in dialog.findChildren(QPlainTextEdit)]
    assert '{"path": "no' in texts
    dialog.deleteLater()


async def test_a_result_is_written_and_may_be_an_error(
    needs: DialogNeeds, blocked: Blocked, until: Until
) -> None:
    result = ToolResult("u", "a\nb", Outcome.DONE, 3)
    dialog = ReplaceResult(needs, "list_directory", result, result.content)
    dialog.show()
    await until(dialog.isActiveWindow)
    dialog.take()
    assert dialog.isVisible()
    assert dialog.fault.isVisible()
    QTest.keyClick(dialog.field.editor, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(dialog.field.editor, "!")
    assert not dialog.fault.isVisible()
    QTest.keyClick(dialog.is_error, Qt.Key.Key_Space)
    blocked.why = "busy"
    dialog.take()
    assert dialog.isVisible()
    assert dialog.fault.text() == "busy"
    blocked.why = ""
    QTest.keyClick(dialog.field.editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert dialog.result() == QDialog.DialogCode.Accepted
    assert dialog.written == ("a\nb!", True)
    dialog.deleteLater()


async def test_what_is_not_edited_stays_letter_for_letter(needs: DialogNeeds) -> None:
    text = "one\u00a0two\r\nthree\u2028four"
    result = ToolResult("u", text, Outcome.DONE, len(text))
    dialog = ReplaceResult(needs, "list_directory", result, text)
    dialog.is_error.setChecked(True)
    assert dialog.written == (text, True)
    edited = "one\u00a0two\r\nthree"
    dialog.field.show_text(edited)
    dialog.field.editor.insertPlainText("x")
    assert dialog.written[0] == f"x{edited}"
    dialog.deleteLater()


async def test_a_result_too_long_to_be_edited_is_read_and_replaced_from_its_beginning(
    needs: DialogNeeds,
) -> None:
    whole = "a line of it\n" * (MOST_EDITED // 10)
    result = ToolResult("u", whole[:5_000], Outcome.DONE, len(whole))
    dialog = ReplaceResult(needs, "list_directory", result, whole)
    dialog.show()
    assert dialog.field.is_read_only
    assert dialog.written[0] == whole
    dialog.field.take_beginning()
    assert not dialog.field.is_read_only
    assert dialog.written[0] == whole[:MOST_EDITED]
    dialog.deleteLater()


async def test_one_endless_line_is_never_laid_out_in_a_field(needs: DialogNeeds) -> None:
    whole = "x" * (LONGEST_LINE + 1)
    result = ToolResult("u", whole, Outcome.DONE, len(whole))
    dialog = ReplaceResult(needs, "list_directory", result, whole)
    assert dialog.field.is_read_only
    dialog.field.take_beginning()
    assert dialog.written[0] == "x" * LONGEST_LINE
    dialog.deleteLater()


async def test_a_draft_is_taken_up_again(needs: DialogNeeds) -> None:
    result = ToolResult("u", "a", Outcome.DONE, 1)
    dialog = ReplaceResult(needs, "list_directory", result, "a", ("half", True))
    assert dialog.written == dialog.draft == ("half", True)
    dialog.deleteLater()


def asking(needs: DialogNeeds, settings: ChatSettings, round_id: str = "") -> AskAgain:
    origin = replace(a_round().origin, profile_id="far", model="model-x", key_id="k1")
    rounds = tuple(replace(a_round(each), origin=origin) for each in ("r1", "r2"))
    return AskAgain(needs, Asked(a_turn(*rounds), round_id, settings), lambda: CHOICES)


async def test_a_round_is_asked_of_whom_it_was_asked_until_another_is_chosen(
    needs: DialogNeeds,
) -> None:
    dialog = asking(needs, ChatSettings("near", system_prompt="Be brief.", temperature=0.5))
    assert dialog.round_id == "r2"
    assert dialog.is_once.isChecked()
    settings = dialog.settings()
    assert (settings.profile_id, settings.model, settings.key_id) == ("far", "model-x", "k1")
    assert (settings.system_prompt, settings.temperature) == ("Be brief.", 0.5)
    dialog.deleteLater()


async def test_another_model_and_other_parameters_are_chosen(
    needs: DialogNeeds, blocked: Blocked, until: Until
) -> None:
    dialog = asking(needs, ChatSettings("far", "k2", "model-x"), "r1")
    dialog.show()
    await until(dialog.isActiveWindow)
    assert dialog.round_id == "r1"
    dialog.take_model("far\nmodel-y")
    assert dialog.settings().key_id == "k1"
    dialog.take_model("near\n")
    dialog.temperature.setValue(1.2)
    dialog.length.setValue(512)
    dialog.effort.setCurrentIndex(dialog.effort.findData(Effort.HIGH.value))
    blocked.why = "busy"
    QTest.keyClick(dialog.length, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert dialog.isVisible()
    assert dialog.fault.text() == "busy"
    blocked.why = ""
    QTest.keyClick(dialog.length, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert dialog.result() == QDialog.DialogCode.Accepted
    assert dialog.settings() == ChatSettings(
        "near", temperature=1.2, max_output_tokens=512, effort=Effort.HIGH
    )
    dialog.deleteLater()


async def test_a_model_that_is_gone_has_to_be_chosen_anew(needs: DialogNeeds) -> None:
    origin = replace(a_round().origin, profile_id="gone")
    asked = Asked(a_turn(replace(a_round(), origin=origin)), "", ChatSettings("gone"))
    dialog = AskAgain(needs, asked, lambda: CHOICES)
    dialog.show()
    dialog.accept()
    assert dialog.isVisible()
    assert dialog.fault.isVisible()
    dialog.take_model("far\nmodel-x")
    dialog.accept()
    assert dialog.result() == QDialog.DialogCode.Accepted
    dialog.deleteLater()


async def test_a_result_is_taken_from_a_file(
    needs: DialogNeeds, spawned: Spawned, until: Until, tmp_path: Path
) -> None:
    from_file = tmp_path / "result.txt"
    from_file.write_text("from a file", encoding="utf-8")
    result = ToolResult("u", "a", Outcome.DONE, 1)
    dialog = ReplaceResult(needs, "list_directory", result, "a")
    await dialog.field.take_path(from_file)
    assert dialog.written == ("from a file", False)
    await dialog.field.take_path(tmp_path / "missing")
    assert dialog.field.note.isVisibleTo(dialog)
    assert dialog.written == ("from a file", False)
    dialog.deleteLater()


async def test_a_provider_that_is_deleted_meanwhile_is_not_named_any_more(
    needs: DialogNeeds,
) -> None:
    there = [CHOICES]
    asked = Asked(a_turn(a_round()), "", ChatSettings("far", model="model-x"))
    dialog = AskAgain(needs, asked, lambda: there[-1])
    assert "model-x" in dialog.model.text()
    there.append(Choices((), (), ""))
    dialog.accept()
    assert dialog.fault.text() == "Choose a model first."
    assert dialog.model.text() == "Choose a model…"
    assert dialog.result() != QDialog.DialogCode.Accepted
