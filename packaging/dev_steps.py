"""Runs one command after another, says what takes long, and shows output only when it matters."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, NoReturn

ROOT = Path(__file__).resolve().parent.parent

# On a terminal the line is rewritten every second; in a log, a new line now and then is enough.
_LOG_INTERVAL = 20.0


class StepFailedError(Exception):
    """A command ended badly; its output has been shown unless it was asked to be quiet."""

    def __init__(self, what: str, code: int, output: str) -> None:
        super().__init__(f"{what} failed with exit code {code}")
        self.code = code
        self.output = output


def say(text: str) -> None:
    print(text, flush=True)


def give_up(text: str, code: int = 1) -> NoReturn:
    print(text, file=sys.stderr, flush=True)
    raise SystemExit(code)


def run_step(
    what: str, command: Sequence[str], *, env: Mapping[str, str], show_failure: bool = True
) -> str:
    """Runs the command, prints what it does and how long it takes, and returns its output."""
    started = time.monotonic()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            command, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, stdout=output, stderr=output
        )
        code = _wait(process, what, started)
        text = _read(output)
    verdict = "ok" if code == 0 else "FAILED"
    _finish_line(f"{what}: {verdict} ({time.monotonic() - started:.1f} s)")
    if code == 0:
        return text
    if show_failure:
        print(text.rstrip(), flush=True)
    raise StepFailedError(what, code, text)


def run_through(command: Sequence[str], *, env: Mapping[str, str]) -> int:
    """Runs the command on this terminal and returns its exit code; Ctrl+C is for the child."""
    process = subprocess.Popen(command, cwd=ROOT, env=env)
    while True:
        try:
            code = process.wait()
        except KeyboardInterrupt:
            continue
        return code if code >= 0 else 128 - code


def replace_with(command: Sequence[str], *, env: Mapping[str, str]) -> int:
    """Becomes the command where the system can do that: signals and exit code are then its own."""
    if sys.platform != "win32":
        sys.stdout.flush()
        os.chdir(ROOT)
        os.execve(command[0], list(command), dict(env))  # noqa: S606  # no shell is wanted
    return run_through(command, env=env)


def _wait(process: subprocess.Popen[bytes], what: str, started: float) -> int:
    on_terminal = sys.stdout.isatty()
    interval = 1.0 if on_terminal else _LOG_INTERVAL
    try:
        while True:
            try:
                return process.wait(timeout=interval)
            except subprocess.TimeoutExpired:
                seconds = f"{what} ... {time.monotonic() - started:.0f} s"
                print(f"\r{seconds}" if on_terminal else seconds, end="", flush=True)
                print(end="" if on_terminal else "\n", flush=True)
    except KeyboardInterrupt:
        process.terminate()
        process.wait()
        raise


def _read(output: IO[bytes]) -> str:
    output.seek(0)
    return output.read().decode("utf-8", errors="replace")


def _finish_line(text: str) -> None:
    # The blanks cover what the running line left behind.
    print(f"\r{text:<70}" if sys.stdout.isatty() else text, flush=True)
