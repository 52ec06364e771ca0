"""The composer: what Return does, what a paste may bring, and what is queued."""

from time import thread_time

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.core.chats import ChatSettings, Effort
from studio.ui.chat.choices import Choices, ModelChoice, ToolChoice
from studio.ui.chat.composer import MAX_CHARACTERS, Composer
from studio.ui.chat.picker import Picker
from studio.ui.chat.prompt_field import MAX_TYPED, PromptField
from studio.ui.chat.queue_strip import QueueStrip
from studio.ui.theme import Appearance, Theme

# Qt's offscreen platform says so of a popup.
pytestmark = pytest.mark.qt_log_ignore("does not support grabbing the keyboard", extend=True)

_FROZEN = 5.0  # seconds of the processor; one long line once took 36

CHOICES = Choices(
    models=(
        ModelChoice("practice", "Practice provider", stays_here=True),
        *(ModelChoice("far", "Far away", f"model-{n}") for n in range(30)),
    ),
    tools=(ToolChoice("add", "Adds."), ToolChoice("write", "Writes.", asks_first=True)),
    default_profile_id="practice",
)


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    return Theme(qapp, "light")


@pytest.fixture
def composer(qtbot: QtBot, theme: Theme) -> Composer:
    made = Composer(theme)
    qtbot.addWidget(made)
    made.resize(700, 200)
    made.show_settings(CHOICES, ChatSettings())
    made.show()
    return made


def paste(field: PromptField, text: str) -> None:
    source = QMimeData()
    source.setText(text)
    source.setHtml("<b>never this</b>")
    field.insertFromMimeData(source)


def test_return_sends_and_empties_the_field(qtbot: QtBot, composer: Composer) -> None:
    QTest.keyClicks(composer.field, "  Hello  ")
    with qtbot.waitSignal(composer.submitted) as sent:
        QTest.keyClick(composer.field, Qt.Key.Key_Return)
    assert sent.args == ["Hello"]
    assert composer.text() == ""


def test_shift_and_return_break_the_line(qtbot: QtBot, composer: Composer) -> None:
    QTest.keyClicks(composer.field, "a")
    with qtbot.assertNotEmitted(composer.submitted):
        QTest.keyClick(composer.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(composer.field, "b")
    assert composer.text() == "a\nb"


def test_what_is_typed_grows_with_the_zoom(qtbot: QtBot, composer: Composer, theme: Theme) -> None:
    before = composer.field.height()
    theme.appear(Appearance(zoom=200))
    assert composer.field.font().pixelSize() == 28
    assert composer.field.viewport().font().pixelSize() == 28, "the placeholder is drawn in it"
    qtbot.waitUntil(lambda: composer.field.height() > before)
    theme.appear(Appearance())
    assert composer.field.font().pixelSize() == 14
    qtbot.waitUntil(lambda: composer.field.height() == before)


def test_nothing_but_space_is_not_sent(qtbot: QtBot, composer: Composer) -> None:
    composer.set_text(" \n ")
    with qtbot.assertNotEmitted(composer.submitted):
        QTest.keyClick(composer.field, Qt.Key.Key_Return)


def test_the_return_that_confirms_a_candidate_does_not_send(
    qtbot: QtBot, composer: Composer
) -> None:
    QApplication.sendEvent(composer.field, QInputMethodEvent("にほん", []))
    with qtbot.assertNotEmitted(composer.submitted):
        QTest.keyClick(composer.field, Qt.Key.Key_Return)
    done = QInputMethodEvent("", [])
    done.setCommitString("日本")
    QApplication.sendEvent(composer.field, done)
    with qtbot.waitSignal(composer.submitted) as sent:
        QTest.keyClick(composer.field, Qt.Key.Key_Return)
    assert sent.args == ["日本"]


def test_a_paste_brings_plain_text_only(composer: Composer) -> None:
    paste(composer.field, "<i>text</i>\0\r\nmore")
    assert composer.text() == "<i>text</i>\nmore"


def test_ten_megabytes_are_refused_at_once_and_in_plain_words(composer: Composer) -> None:
    composer.set_text("kept")
    began = thread_time()  # not the clock on the wall: others may be busy on this computer
    paste(composer.field, "x" * 10_000_000)
    assert thread_time() - began < _FROZEN
    assert composer.text() == "kept"
    assert "10000000 characters" in composer.notice
    QTest.keyClicks(composer.field, "!")
    assert not composer.notice


@pytest.mark.parametrize(
    "text",
    [
        "x" * MAX_CHARACTERS,
        "line of text\n" * 76_000,
        "x" * (MAX_TYPED - 2),
        "\n" * (MAX_TYPED - 2),
    ],
    ids=["long line", "many lines", "longest line typed", "most lines typed"],
)
def test_a_long_paste_does_not_freeze_the_window(composer: Composer, text: str) -> None:
    began = thread_time()
    paste(composer.field, text)
    composer.grab()
    assert thread_time() - began < _FROZEN
    assert composer.text() == text


def test_a_long_paste_is_sent_after_what_is_typed(qtbot: QtBot, composer: Composer) -> None:
    long = "long " * 10_000
    QTest.keyClicks(composer.field, "Shorten this:")
    paste(composer.field, long)
    with qtbot.waitSignal(composer.submitted) as sent:
        composer.send.click()
    assert sent.args == [f"Shorten this:\n\n{long}".strip()]
    assert composer.text() == ""
    assert composer.pasted.isHidden()


def test_a_long_paste_can_be_taken_out_again(composer: Composer) -> None:
    composer.set_text("y" * 50_000)
    assert composer.field.toPlainText() == ""
    assert composer.send.isEnabled()
    composer.pasted.buttons()[0].click()
    assert composer.text() == ""
    assert not composer.send.isEnabled()


def test_the_field_grows_to_two_fifths_of_the_page(qtbot: QtBot, composer: Composer) -> None:
    field = composer.field
    field.limit_to(600)
    empty = field.height()
    composer.set_text("one\ntwo\nthree")
    qtbot.waitUntil(lambda: field.height() > empty)
    three = field.height()
    composer.set_text("line\n" * 100)
    qtbot.waitUntil(lambda: field.height() > three)
    assert field.height() <= 240
    composer.set_text("")
    qtbot.waitUntil(lambda: field.height() == empty)


def test_stop_takes_the_place_of_send_while_an_answer_is_written(
    qtbot: QtBot, composer: Composer
) -> None:
    composer.show_running(True)
    assert composer.stop.isVisible()
    assert not composer.send.isVisible()
    with qtbot.waitSignal(composer.stop_requested):
        composer.stop.click()
    QTest.keyClicks(composer.field, "next")
    with qtbot.waitSignal(composer.submitted):
        QTest.keyClick(composer.field, Qt.Key.Key_Return)


def test_the_draft_is_told_a_moment_after_typing(qtbot: QtBot, composer: Composer) -> None:
    told: list[str] = []
    composer.draft_changed.connect(told.append)
    with qtbot.waitSignal(composer.draft_changed):
        QTest.keyClicks(composer.field, "half a thought")
    assert told == ["half a thought"]
    assert not composer.has_untold_draft


def test_a_field_that_stays_empty_is_left_alone(qtbot: QtBot, composer: Composer) -> None:
    """Else each chat that is opened begins with a screen reader's word of deleted text."""
    with qtbot.assertNotEmitted(composer.field.document().contentsChange):
        composer.set_text("")


def test_a_draft_put_back_is_not_told_again(composer: Composer) -> None:
    composer.set_text("from last time")
    assert not composer.has_untold_draft


def test_the_chips_say_model_tools_and_effort(composer: Composer) -> None:
    settings = ChatSettings(
        profile_id="far", model="model-3", effort=Effort.LOW, tools_off=frozenset({"add"})
    )
    composer.show_settings(CHOICES, settings)
    assert composer.model.accessibleName() == "Model: model-3 · Far away"
    assert composer.tools.accessibleName() == "Tools the model may use: 1 tool"
    assert composer.effort.accessibleName() == "Reasoning effort: Reasoning: low"
    assert composer.field.placeholderText() == "Message model-3…"


def test_chips_say_less_where_there_is_no_room_and_are_no_wider_than_that(
    composer: Composer,
) -> None:
    composer.show_settings(CHOICES, ChatSettings(profile_id="far", model="model-3"))
    composer.resize(900, 120)
    composer.show()
    QApplication.processEvents()
    whole = composer.model.text(), composer.effort.text()
    assert whole == (" model-3 · Far away", " Reasoning")
    composer.resize(440, 120)
    QApplication.processEvents()
    assert not composer.effort.text().strip("\N{ZERO WIDTH SPACE}")
    assert composer.effort.height() == composer.model.height()
    assert composer.effort.width() == composer.effort.minimumSizeHint().width() < 45
    assert composer.model.width() == composer.model.sizeHint().width()
    composer.resize(900, 120)
    QApplication.processEvents()
    assert (composer.model.text(), composer.effort.text()) == whole


def test_nobody_to_talk_to_is_said(composer: Composer) -> None:
    composer.show_settings(Choices(), ChatSettings())
    assert composer.model.accessibleName() == "Model: Choose a model"
    assert not composer.tools.isVisible()


def test_an_effort_is_picked_and_given_back(qtbot: QtBot, composer: Composer) -> None:
    default, *_, high = composer.effort.menu().actions()
    with qtbot.waitSignal(composer.effort_picked) as picked:
        high.trigger()
    assert picked.args == [Effort.HIGH]
    with qtbot.waitSignal(composer.effort_picked) as picked:
        default.trigger()
    assert picked.args == [None]


def test_a_long_list_of_models_is_filtered_by_typing(qtbot: QtBot, composer: Composer) -> None:
    composer.model.open()
    picker = composer.model.findChild(Picker)
    assert isinstance(picker, Picker)
    QTest.keyClicks(picker.filter, "far l-2")
    assert picker.texts() == ["Far away", "model-2", *(f"model-2{n}" for n in range(10))]
    QTest.keyClick(picker.filter, Qt.Key.Key_Down)
    with qtbot.waitSignal(composer.model_picked) as picked:
        QTest.keyClick(picker.filter, Qt.Key.Key_Return)
    assert picked.args == ["far", "model-20"]


def test_models_that_arrive_late_are_added_to_the_open_list(
    qtbot: QtBot, composer: Composer
) -> None:
    with qtbot.waitSignal(composer.models_wanted):
        composer.model.open()
    picker = composer.model.findChild(Picker)
    assert isinstance(picker, Picker)
    more = Choices((*CHOICES.models, ModelChoice("new", "Newcomer", "n-1")), (), "practice")
    composer.show_settings(more, ChatSettings())
    assert picker.texts()[-2:] == ["Newcomer", "n-1"]
    picker.close()


def test_waiting_messages_are_shown_removed_and_edited(qtbot: QtBot, theme: Theme) -> None:
    strip = QueueStrip(theme)
    qtbot.addWidget(strip)
    strip.show_queue(("first", "second"), is_held=False)
    assert not strip.isHidden()
    names = ["Edit this message", "Remove this message"] * 2
    assert [button.accessibleName() for button in strip.buttons()] == names
    with qtbot.waitSignal(strip.edit_requested) as edited:
        strip.buttons()[0].click()
    assert edited.args == [0]
    with qtbot.waitSignal(strip.remove_requested) as removed:
        strip.buttons()[3].click()
    assert removed.args == [1]


def test_messages_held_up_by_a_stop_can_be_sent(qtbot: QtBot, theme: Theme) -> None:
    strip = QueueStrip(theme)
    qtbot.addWidget(strip)
    strip.show_queue(("first",), is_held=True)
    with qtbot.waitSignal(strip.send_requested):
        strip.buttons()[0].click()
    strip.show_queue((), is_held=True)
    assert strip.isHidden()
