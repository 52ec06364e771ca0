"""Keys from variables and from real commands."""

from __future__ import annotations

import asyncio
import logging
import os
import shlex
import sys
import time
import traceback
from pathlib import Path

import pytest

from studio.core.errors import Category, StudioError
from studio.core.key_text import InvalidKeyError
from studio.core.profiles import KeySource
from studio.store.outside_keys import SystemOutsideKeys
from tests.conftest import Until

KEY = "sk-test-" + "0123456789-wxyz"
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="process groups are POSIX's")
COMMAND = KeySource.COMMAND


def python(program: str) -> str:
    """A command line that runs a program of ours."""
    return shlex.join([sys.executable, "-I", "-c", program])


async def refused(locator: str, source: KeySource = COMMAND, **options: float) -> StudioError:
    outside = SystemOutsideKeys({}, **options)  # type: ignore[arg-type]
    with pytest.raises(StudioError) as caught:
        await outside.key(source, locator)
    return caught.value


async def test_a_variable_is_a_key() -> None:
    outside = SystemOutsideKeys({"MY_KEY": f" {KEY}\n"})
    assert await outside.key(KeySource.ENVIRONMENT, "MY_KEY") == KEY


async def test_a_variable_that_is_not_set_is_named() -> None:
    error = await refused("MY_KEY", KeySource.ENVIRONMENT)
    failure = error.failure
    assert (failure.category, failure.code, failure.message) == (
        Category.KEY_MISSING,
        "variable_missing",
        "MY_KEY",
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "printed", [KEY, f"{KEY}\\n", f"\\n  {KEY}  \\r\\nuser: me\\nurl: https://x\\n"]
)
async def test_the_first_line_of_what_a_command_prints_is_the_key(printed: str) -> None:
    outside = SystemOutsideKeys()
    assert await outside.key(COMMAND, python(f"print('{printed}', end='')")) == KEY


@pytest.mark.slow
async def test_a_command_is_asked_once_however_many_want_its_key(tmp_path: Path) -> None:
    mark = tmp_path / "runs"
    line = python(f"open({str(mark)!r}, 'a').write('x'); print({KEY!r})".replace('"', "'"))
    outside = SystemOutsideKeys()
    assert await asyncio.gather(*(outside.key(COMMAND, line) for _ in range(4))) == [KEY] * 4
    assert mark.read_text() == "x"
    outside.forget(COMMAND, line)
    await outside.key(COMMAND, line)
    assert mark.read_text() == "xx"


@pytest.mark.slow
async def test_no_shell_reads_the_command(tmp_path: Path) -> None:
    mark = tmp_path / "made"
    program = python("import sys; print('-'.join(sys.argv[1:]))")
    key = await SystemOutsideKeys().key(COMMAND, f"{program} '$HOME' ';' touch {mark} '`id`'")
    assert key == f"$HOME-;-touch-{mark}-`id`"
    assert not mark.exists()


@pytest.mark.slow
async def test_a_command_that_fails_is_shown_in_its_own_words_without_the_secret(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    other = "gsk_" + "Q1w2E3r4T5y6U7i8O9p0"
    program = (
        f"import sys; print('{KEY}'); "
        f"print('not signed in; had {KEY} and {other}', file=sys.stderr); sys.exit(3)"
    )
    outside = SystemOutsideKeys()
    with pytest.raises(StudioError) as caught:
        await outside.key(COMMAND, python(program))
    failure = caught.value.failure
    assert failure.code == "command_failed"
    assert failure.message == "not signed in; had ••• and •••\n(exit status 3)"
    shown = "".join(traceback.format_exception(caught.value)) + repr(vars(outside)) + caplog.text
    assert KEY not in shown
    assert other not in shown


@pytest.mark.slow
async def test_a_command_that_prints_nothing_is_said() -> None:
    error = await refused(python("import sys; print('nothing there', file=sys.stderr)"))
    assert (error.failure.code, error.failure.message) == ("command_empty", "nothing there")


@pytest.mark.slow
async def test_what_cannot_be_a_key_is_not_taken_for_one() -> None:
    with pytest.raises(InvalidKeyError):
        await SystemOutsideKeys().key(COMMAND, python("print('schl\\u00fcssel')"))


@pytest.mark.slow
async def test_a_failure_is_not_kept(tmp_path: Path) -> None:
    ready = tmp_path / "ready"
    line = python(
        f"import os, sys; sys.exit(1) if not os.path.exists('{ready}') else print('{KEY}')"
    )
    outside = SystemOutsideKeys()
    with pytest.raises(StudioError):
        await outside.key(COMMAND, line)
    ready.touch()
    assert await outside.key(COMMAND, line) == KEY


async def test_a_program_that_is_not_there_is_named() -> None:
    error = await refused("no-such-program-here read op://a/b")
    assert (error.failure.code, error.failure.message) == (
        "command_missing",
        "no-such-program-here",
    )


@POSIX
async def test_a_program_in_the_current_folder_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "op"
    program.write_text(f"#!/bin/sh\necho {KEY}\n")
    program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", os.pathsep.join(("", ".", os.environ["PATH"])))
    for line in ("op read x", "./op read x"):
        assert (await refused(line)).failure.code == "command_missing"


async def test_a_batch_file_would_need_a_shell(tmp_path: Path) -> None:
    batch = tmp_path / "op.cmd"
    batch.write_text("@echo off")
    outside = SystemOutsideKeys({}, platform="win32")
    with pytest.raises(StudioError) as caught:
        await outside.key(COMMAND, f'"{batch}" read')
    assert (caught.value.failure.code, caught.value.failure.message) == (
        "command_invalid",
        "op.cmd",
    )


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # Whoever adopted it may not have asked for its status yet.
    state = Path(f"/proc/{pid}/stat")
    return not state.exists() or " Z " not in state.read_text()


WAITS = """
import os, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-I", "-c", "import time; time.sleep(60)"])
with open(sys.argv[1] + ".new", "w") as file:
    file.write(str(child.pid))
os.rename(sys.argv[1] + ".new", sys.argv[1])
"""


@POSIX
@pytest.mark.slow
async def test_a_command_that_hangs_is_ended_with_its_children(
    tmp_path: Path, until: Until
) -> None:
    mark = tmp_path / "pid"
    line = f"{python(WAITS + 'time.sleep(60)')} {mark}"
    start = time.monotonic()
    error = await refused(line, timeout=1.0)
    assert error.failure.code == "command_timeout"
    assert time.monotonic() - start < 4
    child = int(mark.read_text())
    await until(lambda: not is_running(child))


@POSIX
@pytest.mark.slow
async def test_a_command_is_ended_when_the_send_is_stopped(tmp_path: Path, until: Until) -> None:
    mark = tmp_path / "pid"
    outside = SystemOutsideKeys()
    asking = asyncio.create_task(outside.key(COMMAND, f"{python(WAITS + 'time.sleep(60)')} {mark}"))
    await until(mark.exists)
    asking.cancel()
    await asyncio.wait((asking,))
    child = int(mark.read_text())
    await until(lambda: not is_running(child))
    assert await outside.key(COMMAND, python(f"print('{KEY}')")) == KEY


@POSIX
@pytest.mark.slow
async def test_what_a_command_leaves_behind_neither_delays_the_key_nor_lives_on(
    tmp_path: Path, until: Until
) -> None:
    mark = tmp_path / "pid"
    start = time.monotonic()
    key = await SystemOutsideKeys().key(COMMAND, f"{python(WAITS + f'print({KEY!r})')} {mark}")
    assert key == KEY
    assert time.monotonic() - start < 2
    child = int(mark.read_text())
    await until(lambda: not is_running(child))


@pytest.mark.slow
async def test_a_flood_of_words_is_cut_and_does_not_block_the_command() -> None:
    program = (
        f"import sys; print('{KEY}'); sys.stdout.write('x' * 3000000); "
        "sys.stderr.write('y ' * 1000000)"
    )
    assert await SystemOutsideKeys().key(COMMAND, python(program)) == KEY


@pytest.mark.slow
async def test_a_command_that_asks_a_terminal_fails_instead_of_waiting() -> None:
    error = await refused(python("print(input())"))
    assert error.failure.code == "command_failed"
    assert "EOF" in error.failure.message
