"""Where a turn is stopped the user looks, edits, and says how it goes on."""

from __future__ import annotations

import json
from time import perf_counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel

from studio.core.breakpoints import Hit, Point, Resume, ResumeKind
from studio.ui.chat.chat_page import ChatPage
from studio.ui.inspector.json_view import JsonView
from studio.ui.long_text import MOST_EDITED
from tests.conftest import Until
from tests.ui.chat.stopped_page import (
    CALL,
    FAILED,
    REQUEST,
    RESULT,
    move_to,
    page_of,
    resumed,
    stopped_at,
    strip_of,
)
from tests.ui.focus import reached_by_tab


@pytest.mark.parametrize(
    ("hit", "words"),
    [
        (REQUEST, "Stopped before request 3"),
        (CALL, "Stopped before get_weather runs"),
        (RESULT, "Stopped before the result of get_weather goes back"),
        (FAILED, "Round 2 failed"),
    ],
)
async def test_the_strip_says_what_is_stopped(qapp: QApplication, hit: Hit, words: str) -> None:
    async with page_of(stopped_at(hit), qapp) as page:
        strip = strip_of(page)
        assert strip.isVisible()
        assert strip.title.text() == words
        assert strip.accessibleName() == words


async def test_what_failed_and_what_a_step_led_to_is_told(qapp: QApplication) -> None:
    failed = Hit("e", Point.BEFORE_RESULT, 1, "u1", "look", "No.", "timed_out", is_step=True)
    async with page_of(stopped_at(failed), qapp) as page:
        assert "A step led here." in strip_of(page).note.text()
        assert strip_of(page).note.text().startswith("The call ended: ")
    async with page_of(stopped_at(FAILED), qapp) as page:
        assert strip_of(page).note.text()


async def test_no_strip_is_loaded_where_nothing_is_stopped(qapp: QApplication) -> None:
    async with page_of(stopped_at(), qapp) as page:
        assert page.glass.breaking.strip is None
        assert page.glass.breaking.parts == ()


@pytest.mark.parametrize(
    ("button", "kind"),
    [
        ("Continue", ResumeKind.CONTINUE),
        ("Step", ResumeKind.STEP),
        ("Stop", ResumeKind.STOP),
    ],
)
async def test_each_button_says_how_it_goes_on(
    qapp: QApplication, button: str, kind: ResumeKind
) -> None:
    session = stopped_at(CALL)
    async with page_of(session, qapp) as page:
        press(page, button)
        assert resumed(session) == [Resume(kind)]
        assert strip_of(page).isHidden()


async def test_a_round_that_failed_is_asked_for_again_and_has_nothing_to_edit(
    qapp: QApplication,
) -> None:
    session = stopped_at(FAILED)
    async with page_of(session, qapp) as page:
        strip = strip_of(page)
        assert not strip.body.isVisible()
        assert strip.entry is strip.again
        press(page, "Ask again")
        assert resumed(session) == [Resume(ResumeKind.RETRY)]
    async with page_of(stopped_at(CALL), qapp) as page:
        assert not strip_of(page).again.isVisible()


@pytest.mark.parametrize(
    ("key", "kind"),
    [(Qt.Key.Key_F8, ResumeKind.CONTINUE), (Qt.Key.Key_F10, ResumeKind.STEP)],
)
async def test_a_key_goes_on_from_where_one_types(
    qapp: QApplication, until: Until, key: Qt.Key, kind: ResumeKind
) -> None:
    session = stopped_at(CALL)
    async with page_of(session, qapp) as page:
        await until(page.composer.field.hasFocus)
        QTest.keyClick(page.composer.field, key)
        assert resumed(session) == [Resume(kind)]
        QTest.keyClick(page.composer.field, key)
        assert len(resumed(session)) == 1


async def test_a_stop_takes_no_focus_and_gives_it_back(qapp: QApplication, until: Until) -> None:
    session = stopped_at()
    async with page_of(session, qapp) as page:
        await until(page.composer.field.hasFocus)
        move_to(session, CALL)
        assert page.composer.field.hasFocus()
        (part,) = page.glass.breaking.parts
        part.entry.setFocus()
        assert strip_of(page).go_on.hasFocus()
        press(page, "Continue")
        assert page.composer.field.hasFocus()


async def test_all_of_it_is_reached_by_tab_before_the_composer(
    qapp: QApplication, until: Until
) -> None:
    async with page_of(stopped_at(CALL, REQUEST), qapp) as page:
        await until(page.composer.field.hasFocus)
        strip = strip_of(page)
        reached = reached_by_tab(page.view)
        wanted = [each for each in strip.buttons() if each.isVisible()]
        at = reached.index(wanted[0])
        assert reached[at : at + len(wanted)] == wanted
        assert reached.index(page.composer.field) > at


async def test_an_edited_body_is_what_goes_on_written_as_it_was(qapp: QApplication) -> None:
    session = stopped_at(REQUEST)
    async with page_of(session, qapp) as page:
        editor = strip_of(page).body.editor
        assert '\n  "model": "x",\n' in editor.text()
        editor.setPlainText(editor.text().replace('"x"', '"y"'))
        press(page, "Continue")
        assert resumed(session) == [Resume(body=REQUEST.body.replace('"x"', '"y"'))]


async def test_what_is_typed_and_taken_back_is_no_edit(qapp: QApplication) -> None:
    session = stopped_at(CALL)
    async with page_of(session, qapp) as page:
        body = strip_of(page).body
        QTest.keyClicks(body.editor, "x")
        assert body.fault
        body.point_at_fault()
        assert body.reset.isVisible()
        body.reset.click()
        assert not body.reset.isVisible()
        assert not body.said.isVisible()
        press(page, "Step")
        assert resumed(session) == [Resume(ResumeKind.STEP)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{\n  "city": "Graz"\n  "at": 1\n}', "Line 3, column 3"),
        ("[1]", "It must be an object"),
        ('{"a": NaN}', "cannot be sent"),
        ("", "Line 1, column 1"),
    ],
)
async def test_what_is_no_json_cannot_be_sent_and_says_why(
    qapp: QApplication, until: Until, text: str, words: str
) -> None:
    session = stopped_at(CALL)
    async with page_of(session, qapp) as page:
        body = strip_of(page).body
        body.editor.setPlainText(text)
        await until(lambda: words in body.said.text())
        assert words in body.editor.accessibleDescription()
        press(page, "Continue")
        assert resumed(session) == []
        assert body.editor.hasFocus()
        press(page, "Stop")
        assert resumed(session) == [Resume(ResumeKind.STOP)]


async def test_a_result_is_any_text_and_keeps_its_line_ends(qapp: QApplication) -> None:
    session = stopped_at(Hit("e", Point.BEFORE_RESULT, 1, "u", "look", "one\r\ntwo", "done"))
    async with page_of(session, qapp) as page:
        press(page, "Continue")
        assert resumed(session) == [Resume()]
    session = stopped_at(Hit("e", Point.BEFORE_RESULT, 1, "u", "look", "one\r\ntwo", "done"))
    async with page_of(session, qapp) as page:
        editor = strip_of(page).body.editor
        editor.setPlainText(editor.text() + "\n{three")
        press(page, "Continue")
        assert resumed(session) == [Resume(body="one\r\ntwo\r\n{three")]


async def test_what_hides_in_a_body_is_told(qapp: QApplication) -> None:
    hidden = Hit("e", Point.BEFORE_RESULT, 1, "u", "look", "one\u202etwo", "done")
    async with page_of(stopped_at(hidden), qapp) as page:
        assert "cannot be seen" in strip_of(page).body.said.text()
    call = Hit("c", Point.BEFORE_CALL, 1, "u", "look", '{"a":"\u202etwo"}')
    async with page_of(stopped_at(call), qapp) as page:
        assert "\\u202e" in strip_of(page).body.editor.text()


async def test_several_stops_are_gone_through_and_what_was_typed_at_each_stays(
    qapp: QApplication,
) -> None:
    session = stopped_at(CALL, RESULT)
    async with page_of(session, qapp) as page:
        strip = strip_of(page)
        assert strip.count.text() == "1 of 2"
        strip.body.editor.setPlainText('{"city":"Linz"}')
        strip.next.click()
        assert strip.count.text() == "2 of 2"
        assert strip.body.editor.text() == "Sunny."
        strip.next.click()
        assert strip.body.editor.text() == '{"city":"Linz"}'
        press(page, "Continue")
        assert resumed(session) == [Resume(body='{"city":"Linz"}')]
        assert strip.title.text().startswith("Stopped before the result")
        assert not strip.count.isVisible()
        move_to(session, RESULT)
        assert strip.title.text().startswith("Stopped before the result")
        move_to(session)
        assert strip.isHidden()


async def test_another_stop_does_not_take_the_place_of_what_is_edited(qapp: QApplication) -> None:
    session = stopped_at(CALL)
    async with page_of(session, qapp) as page:
        strip = strip_of(page)
        strip.body.editor.setPlainText("{half")
        move_to(session, RESULT, CALL)
        assert strip.body.editor.text() == "{half"
        assert strip.count.text() == "2 of 2"


async def test_escape_leads_out_of_the_body_and_stops_nothing(
    qapp: QApplication, until: Until
) -> None:
    session = stopped_at(CALL)
    async with page_of(session, qapp) as page:
        await until(page.composer.field.hasFocus)
        editor = strip_of(page).body.editor
        editor.setFocus()
        QTest.keyClick(editor, Qt.Key.Key_Escape)
        assert page.composer.field.hasFocus()
        assert "stop" not in session.asked


async def test_a_huge_body_is_shown_and_not_edited(qapp: QApplication, until: Until) -> None:
    body = json.dumps({"messages": [{"role": "user", "content": "word " * 40}] * 25_000})
    session = stopped_at()
    async with page_of(session, qapp) as page:
        begin = perf_counter()
        move_to(session, Hit("r", Point.BEFORE_REQUEST, 1, body=body))
        assert perf_counter() - begin < 1
        strip = strip_of(page)
        assert "too long to be edited" in strip.body.said.text()
        assert not strip.body.editor.isVisible()
        assert strip.body.findChild(JsonView) is None
        strip.body.large.click()
        view = strip.body.findChild(JsonView)
        assert isinstance(view, JsonView)
        assert view.isVisible()
        await until(lambda: view.is_ready)
        press(page, "Continue")
        assert resumed(session) == [Resume()]


@pytest.mark.parametrize("spare", [0, 1])
async def test_up_to_a_length_a_body_is_edited(qapp: QApplication, spare: int) -> None:
    line = "a line of text\n"
    text = (line * (MOST_EDITED // len(line) + 1))[: MOST_EDITED + spare]
    hit = Hit("e", Point.BEFORE_RESULT, 1, "u", "look", text, "done")
    async with page_of(stopped_at(hit), qapp) as page:
        assert strip_of(page).body.editor.isVisible() is not bool(spare)


async def test_a_body_opens_large_and_leaves_room_for_the_rest(
    qapp: QApplication, until: Until
) -> None:
    async with page_of(stopped_at(REQUEST), qapp) as page:
        strip = strip_of(page)
        low = strip.body.editor.height()
        strip.body.large.click()
        await until(lambda: strip.body.editor.height() > low)
        assert strip.geometry().bottom() < page.composer.geometry().top()
        before = strip.body.editor.height()
        page.resize(800, 900)
        await until(lambda: strip.body.editor.height() > before)
        strip.body.large.click()
        await until(lambda: strip.body.editor.height() == low)


async def test_everything_has_a_name_for_who_does_not_see_it(qapp: QApplication) -> None:
    async with page_of(stopped_at(CALL, RESULT), qapp) as page:
        strip = strip_of(page)
        for button in strip.findChildren(QAbstractButton):
            assert button.accessibleName() or button.text(), button
        assert "get_weather" in strip.body.editor.accessibleName()
        assert strip.go_on.accessibleDescription() == (
            "Stopped before get_weather runs. Goes on. (F8)"
        )
        assert all(
            label.textFormat() is Qt.TextFormat.PlainText
            for label in (strip.title, strip.note, strip.body.said)
        )


async def test_names_from_outside_are_shown_as_they_are(qapp: QApplication) -> None:
    hit = Hit("c", Point.BEFORE_CALL, 1, "u", "<b>\u202e&amp;", "{}")
    async with page_of(stopped_at(hit), qapp) as page:
        strip = strip_of(page)
        assert strip.title.text() == "Stopped before <b>\\u202e&amp; runs"
        assert isinstance(strip.title, QLabel)


async def test_a_page_that_opens_on_a_held_stop_shows_it_again(qapp: QApplication) -> None:
    session = stopped_at(CALL)
    async with page_of(session, qapp) as page:
        assert strip_of(page).isVisible()
    assert session.listeners == 0
    async with page_of(session, qapp) as page:
        assert strip_of(page).title.text() == "Stopped before get_weather runs"


def press(page: ChatPage, text: str) -> None:
    strip = strip_of(page)
    (button,) = (each for each in strip.findChildren(QAbstractButton) if each.text() == text)
    button.click()
