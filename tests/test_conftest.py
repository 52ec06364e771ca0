"""The walls of conftest.py hold: tested themselves, since every other test leans on them."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path

import keyring
import pytest
import qasync
from hypothesis import given
from hypothesis import strategies as st
from keyring.errors import NoKeyringError
from PySide6.QtCore import QStandardPaths, QTimer
from pytestqt.qtbot import QtBot

from tests.conftest import ROOT, Until

MISBEHAVING = """
import asyncio, socket, warnings

async def test_leaves_a_task():
    asyncio.create_task(asyncio.Event().wait(), name="stray")

async def test_forgets_an_exception():
    asyncio.get_running_loop().call_soon(lambda: 1 / 0)

async def test_is_wrong():
    assert 1 == 2

def test_connects_far_away():
    socket.create_connection(("192.0.2.1", 80), timeout=1)

def test_looks_up_a_name():
    socket.getaddrinfo("example.org", 443)

def test_swallows_the_refusal():
    try:
        socket.create_connection(("192.0.2.1", 80), timeout=1)
    except RuntimeError:
        pass

def test_warns():
    warnings.warn("old", DeprecationWarning)

def test_makes_qt_warn(qtbot):
    from PySide6.QtCore import qWarning
    qWarning("something is off")
"""


@pytest.mark.slow
def test_whoever_leaves_warns_or_reaches_out_fails(tmp_path: Path) -> None:
    (tmp_path / "test_inner.py").write_text(MISBEHAVING, encoding="utf-8")
    config = ["-c", str(ROOT / "pyproject.toml"), f"--rootdir={tmp_path}", "-p", "tests.conftest"]
    command = [sys.executable, "-m", "pytest", *config, "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, str(tmp_path / "test_inner.py")],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    named = set(re.findall(r"(?:FAILED|ERROR) .*::(test_\w+)", done.stdout))
    assert named == set(re.findall(r"def (test_\w+)", MISBEHAVING)), done.stdout


async def test_a_server_on_this_computer_can_be_reached() -> None:
    async def greet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"hello")
        writer.close()
        await writer.wait_closed()

    async with await asyncio.start_server(greet, "127.0.0.1", 0) as server:
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        assert await reader.read() == b"hello"
        writer.close()
        await writer.wait_closed()


async def test_an_async_test_with_qt_runs_on_the_programs_loop(qtbot: QtBot, until: Until) -> None:
    assert isinstance(asyncio.get_running_loop(), qasync.QEventLoop)
    fired: list[bool] = []
    QTimer.singleShot(1, lambda: fired.append(True))
    await until(lambda: fired)


async def test_an_async_test_without_qt_runs_on_plain_asyncio(until: Until) -> None:
    assert not isinstance(asyncio.get_running_loop(), qasync.QEventLoop)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await until(lambda: False)


@given(number=st.integers(0, 3))
async def test_an_async_test_can_be_given_examples(number: int) -> None:
    await asyncio.sleep(0)
    assert 0 <= number <= 3


def test_no_test_sees_a_real_keyring() -> None:
    with pytest.raises(NoKeyringError):
        keyring.get_password("callboard", "anything")


def test_no_test_sees_a_real_home(callboard_home: Path) -> None:
    sandbox = Path(os.environ["HOME"]).parent
    assert Path.home().parent == sandbox
    assert os.environ["CALLBOARD_HOME"] == str(callboard_home)
    if sys.platform != "darwin":  # there Qt asks the system, not HOME
        writable = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.ConfigLocation)
        assert sandbox in Path(writable).parents
