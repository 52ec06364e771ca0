"""A home folder in which nothing can be kept: told plainly, and nothing is lost."""

import asyncio
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QMessageBox

from studio.app import open_in
from studio.core.errors import Category
from studio.core.messages import Dialect
from tests.conftest import Until
from tests.end2end.seat import seated
from tests.end2end.voices import Voice, answers
from tests.loopback import loopback, stream

resource = pytest.importorskip("resource", reason="Windows has no limits of this kind")

pytestmark = pytest.mark.slow
CHAT = Dialect.OPENAI_CHAT


@contextmanager
def no_room_for_more(folder: Path) -> Iterator[None]:
    """No file may grow beyond the largest one in the folder: what a full disk does to a write."""
    largest = max(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    if os.geteuid() != 0:
        folder.chmod(0o500)
        yield
        folder.chmod(0o700)
        return
    # Permissions do not stop root; a mount does, where root may make one.
    bound = subprocess.run(["mount", "--bind", str(folder), str(folder)], check=False)
    if bound.returncode:
        pytest.skip("needs a user other than root, or a root that may mount")
    try:
        subprocess.run(["mount", "-o", "remount,ro,bind", str(folder)], check=True)
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


async def why_not(qapp: QApplication, until: Until) -> str:
    """Starts, reads what the window says, and agrees."""
    callboard = open_in(qapp)
    assert callboard is not None
    callboard.window.show()
    running = asyncio.create_task(callboard.run())
    await until(lambda: callboard.window.findChild(QMessageBox))
    box = callboard.window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    said = f"{box.text()}\n{box.detailedText()}"
    box.accept()
    assert await running == 1
    callboard.window.deleteLater()
    return said


async def test_a_full_disk_is_told_and_nothing_is_lost_in_memory(
    qapp: QApplication, until: Until, callboard_home: Path
) -> None:
    long = "Much text. " * 60_000
    goes_on = asyncio.Event()
    voice = Voice(CHAT)
    scripts = (
        stream(answers(CHAT, "Before.")),
        stream(
            voice.says("Begun. "), goes_on, voice.says(long) + voice.says("End.") + voice.ends()
        ),
        stream(answers(CHAT, "After.")),
    )
    whole = f"Begun. {long}End."
    async with loopback(*scripts) as server:
        async with seated(qapp, until) as user:
            await user.has_host(server.url, CHAT)
            await user.gets_answer("One")
            user.send("Two")
            await user.sees("Begun.")
            with no_room_for_more(callboard_home):
                goes_on.set()
                await user.rests()
                await user.sees("End.")
                assert user.turn.rounds[-1].text == whole
                assert user.turn.failure
                assert user.turn.failure.category is Category.STORAGE
                turn = await user.gets_answer("Three, while there is no room")
                assert turn.failure
                assert turn.failure.category is Category.STORAGE
            await user.gets_answer("Four")
            await user.sees("After.")
        async with seated(qapp, until) as user:
            texts = ["".join(each.text for each in turn.rounds) for turn in user.session.turns]
            assert texts == ["Before.", whole, "", "After."]


async def test_a_home_that_cannot_be_made_is_told_and_ends(
    qapp: QApplication, until: Until, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    home = tmp_path / "file" / "home"
    monkeypatch.setenv("CALLBOARD_HOME", str(home))
    assert str(home) in await why_not(qapp, until)


async def test_a_read_only_home_is_told_at_once_and_nothing_in_it_is_harmed(
    qapp: QApplication, until: Until, callboard_home: Path
) -> None:
    async with loopback(stream(answers(CHAT, "Still here."))) as server:
        async with seated(qapp, until) as user:
            await user.has_host(server.url, CHAT)
            await user.gets_answer("Hello?")
        with read_only(callboard_home):
            said = await why_not(qapp, until)
        assert str(callboard_home) in said
        assert "another" not in said
        async with seated(qapp, until) as user:
            await user.sees("Still here.")
