"""Tool calls and repairs in the window: consent, refusal, another try, and the details."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from studio.core.messages import Dialect, Outcome, TurnState
from studio.core.profiles import PRACTICE_ID
from tests.conftest import Until
from tests.end2end.seat import seated
from tests.end2end.voices import answers, asks
from tests.loopback import answer, loopback, stream

pytestmark = pytest.mark.slow
CHAT = Dialect.OPENAI_CHAT
EVERY_DIALECT = pytest.mark.parametrize("dialect", list(Dialect))


@EVERY_DIALECT
async def test_the_practice_provider_shows_a_call_an_approval_and_the_file_is_written(
    qapp: QApplication, until: Until, tmp_path: Path, dialect: Dialect
) -> None:
    folder = tmp_path / "granted"
    folder.mkdir()
    async with seated(qapp, until) as user:
        await user.desk.works.profiles.change(PRACTICE_ID, dialect=dialect)
        await user.desk.works.preferences.change(granted_folders=(str(folder),))
        await user.opens_new_chat(PRACTICE_ID)
        user.send("write a file")
        await user.waits()
        await user.sees("Allow once")
        await until(lambda: any("Waiting for your answer" in row for row in user.sidebar()))
        user.click("Allow once")
        await user.rests()
    (written,) = folder.iterdir()
    assert "Callboard" in written.read_text()


async def test_letters_typed_in_the_composer_never_approve_and_keys_on_the_card_do(
    qapp: QApplication, until: Until, tmp_path: Path
) -> None:
    folder = tmp_path / "granted"
    folder.mkdir()
    arguments = {"path": str(folder / "a.txt"), "text": "Written by test"}
    scripts = (
        stream(asks(CHAT, "write_text_file", arguments)),
        stream(answers(CHAT, "Done.")),
    )
    async with loopback(*scripts) as server, seated(qapp, until) as user:
        await user.desk.works.preferences.change(granted_folders=(str(folder),))
        await user.has_host(server.url, CHAT)
        user.send("Write it.")
        await user.waits()
        await user.sees("Written by test")
        user.page.composer.field.setFocus()
        user.type_text("acd ACD")
        user.press(Qt.Key.Key_Return)
        await until(lambda: user.session.queue == ("acd ACD",))
        assert user.session.is_waiting
        assert not list(folder.iterdir())
        (card,) = user.cards()
        card.setFocus()
        user.type_text("a")
        await user.rests()
        (use,) = user.session.turns[0].tool_uses
        assert use.result
        assert use.result.outcome is Outcome.DONE
    assert (folder / "a.txt").read_text() == "Written by test"


async def test_a_denial_takes_its_reason_to_the_model(
    qapp: QApplication, until: Until, tmp_path: Path
) -> None:
    folder = tmp_path / "granted"
    folder.mkdir()
    arguments = {"path": str(folder / "a.txt"), "text": "Never written"}
    scripts = (
        stream(asks(CHAT, "write_text_file", arguments)),
        stream(answers(CHAT, "As you like.")),
    )
    async with loopback(*scripts) as server, seated(qapp, until) as user:
        await user.desk.works.preferences.change(granted_folders=(str(folder),))
        await user.has_host(server.url, CHAT)
        user.send("Write it.")
        await user.waits()
        (card,) = user.cards()
        card.setFocus()
        user.type_text("d")
        user.type_text("wrong folder, a and c and d")
        assert user.session.is_waiting
        user.press(Qt.Key.Key_Return)
        await user.sees("As you like.")
        await user.rests()
        sent = server.heard[-1].json["messages"][-1]
        assert "wrong folder, a and c and d" in sent["content"]
    assert not list(folder.iterdir())


async def test_a_failure_says_what_to_do_and_retry_does_it(
    qapp: QApplication, until: Until
) -> None:
    said = '{"error": {"message": "The model-a is unwell", "type": "invalid_request_error"}}'
    scripts = (
        answer(said, 400, content_type="application/json", x_request_id="req-77"),
        stream(answers(CHAT, "Better now.")),
    )
    async with loopback(*scripts) as server, seated(qapp, until) as user:
        await user.has_host(server.url, CHAT)
        await user.gets_answer("How are you?")
        assert user.turn.state is TurnState.FAILED
        await user.sees("The model-a is unwell", "req-77")
        await user.clicks("Retry")
        await user.sees("Better now.")
        await user.rests()
        assert len(user.session.turns) == 1
        assert len(server.heard) == 2


async def test_a_failed_call_is_run_again_and_the_answer_goes_on_from_there(
    qapp: QApplication, until: Until, tmp_path: Path
) -> None:
    folder = tmp_path / "granted"
    folder.mkdir()
    scripts = (
        stream(asks(CHAT, "read_text_file", {"path": str(folder / "late.txt")})),
        stream(answers(CHAT, "There is no such file.")),
        stream(answers(CHAT, "Now I have read it.")),
    )
    async with loopback(*scripts) as server, seated(qapp, until) as user:
        await user.desk.works.preferences.change(granted_folders=(str(folder),))
        await user.has_host(server.url, CHAT)
        await user.gets_answer("Read late.txt")
        await user.sees("There is no such file.")
        (folder / "late.txt").write_text("Here I am")
        await user.clicks("Run again")
        await user.sees("Now I have read it.")
        await user.rests()
        assert "Here I am" in server.heard[-1].json["messages"][-1]["content"]
        assert len(user.session.turns) == 1


async def test_details_show_what_was_sent_and_what_came(qapp: QApplication, until: Until) -> None:
    async with loopback(stream(answers(CHAT, "Pear"))) as server, seated(qapp, until) as user:
        await user.has_host(server.url, CHAT)
        await user.gets_answer("Which fruit?")
        read = await user.details()
    assert "Which fruit?" in read
    assert "Pear" in read
    assert "model-a" in read
