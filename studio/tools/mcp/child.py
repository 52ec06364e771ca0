"""A server's process, with all that it starts: from its start to the end of the last of them."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from typing_extensions import override

# Windows: no console window; and a group of its own, so that Ctrl+C is not ours too.
_WINDOWS_FLAGS: int = getattr(subprocess, "CREATE_NO_WINDOW", 0) | getattr(
    subprocess, "CREATE_NEW_PROCESS_GROUP", 0
)
_MOST_WAITING = 64_000_000  # bytes that a server may leave unread
_LAST_WORDS = 0.2  # seconds for what is still in the pipes when the process is gone
_TASKKILL_SECONDS = 5.0
_OUT, _ERR = 1, 2


class Child(asyncio.SubprocessProtocol):
    """Started once, ended once; owned by the way that started it.

    `heard` and `complained` get the bytes of standard output and error as they come; `over` is told
    once, when nothing more will be heard.
    """

    def __init__(
        self,
        heard: Callable[[bytes], None],
        complained: Callable[[bytes], None],
        over: Callable[[], None],
    ) -> None:
        self._heard = heard
        self._complained = complained
        self._over = over
        self._is_over = False
        self._open = {_OUT, _ERR}
        self._transport: asyncio.SubprocessTransport | None = None
        self.exited = asyncio.Event()

    @classmethod
    async def begin(
        cls, child: "Child", command: list[str], environment: Mapping[str, str], folder: Path
    ) -> None:
        """Raises `OSError`, and `ValueError` for a zero byte in a name."""
        await asyncio.get_running_loop().subprocess_exec(
            lambda: child,
            *command,
            env=dict(environment),
            cwd=folder,
            start_new_session=sys.platform != "win32",
            creationflags=_WINDOWS_FLAGS,
        )

    @property
    def pid(self) -> int | None:
        return None if self._transport is None else self._transport.get_pid()

    @property
    def status(self) -> int | None:
        """Its exit code, negative for the signal that ended it."""
        return None if self._transport is None else self._transport.get_returncode()

    def say(self, data: bytes) -> bool:
        """Writes to its standard input without waiting. False where it cannot be heard any more."""
        pipe = self._pipe(0)
        if pipe is None or pipe.is_closing() or pipe.get_write_buffer_size() > _MOST_WAITING:
            return False
        pipe.write(data)
        return True

    def pause(self) -> None:
        self._switch("pause_reading")

    def resume(self) -> None:
        self._switch("resume_reading")

    async def end(self, patience: float) -> None:
        """Closes its standard input; then asks it to end; then kills it and all it has started.
        It has `patience` seconds for each of the two."""
        if self._transport is None:
            return
        if (pipe := self._pipe(0)) is not None:
            pipe.close()
        if not await self._exits_within(patience):
            self._signal(is_hard=False)
            await self._exits_within(patience)
        await self._kill_all()
        await self._exits_within(patience)
        self._transport.close()

    def kill(self) -> None:
        """At once, without waiting."""
        self._signal(is_hard=True)

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if not isinstance(transport, asyncio.SubprocessTransport):
            raise TypeError
        self._transport = transport

    @override
    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == _ERR:
            self._complained(data)
        else:
            self._heard(data)

    @override
    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        self._open.discard(fd)
        # Standard error may stay open in what the server has left running.
        if fd == _OUT and not self._is_over:
            self._say_over_soon()

    @override
    def process_exited(self) -> None:
        self.exited.set()
        self._say_over_soon()

    def _say_over_soon(self) -> None:
        if not self._open or (self.exited.is_set() and _OUT not in self._open):
            self._say_over()
        else:
            asyncio.get_running_loop().call_later(_LAST_WORDS, self._say_over)

    def _say_over(self) -> None:
        if not self._is_over:
            self._is_over = True
            self._over()

    def _pipe(self, number: int) -> Any:
        return None if self._transport is None else self._transport.get_pipe_transport(number)

    def _switch(self, verb: str) -> None:
        pipe = self._pipe(_OUT)
        if pipe is not None and not pipe.is_closing():
            # Told twice the same, older versions of asyncio raise.
            with suppress(RuntimeError):
                getattr(pipe, verb)()

    async def _exits_within(self, seconds: float) -> bool:
        try:
            async with asyncio.timeout(seconds):
                await self.exited.wait()
        except TimeoutError:
            return False
        return True

    async def _kill_all(self) -> None:
        if sys.platform == "win32" and self.pid is not None and not self.exited.is_set():
            # Kills what it has started too; there are no groups to be killed.
            await asyncio.to_thread(_taskkill, self.pid)
        self._signal(is_hard=True)

    def _signal(self, is_hard: bool) -> None:
        if self.pid is None or self._transport is None:
            return
        with suppress(ProcessLookupError, PermissionError):
            if sys.platform != "win32":
                # The group outlives its first process, as long as one is left in it.
                os.killpg(self.pid, signal.SIGKILL if is_hard else signal.SIGTERM)
            elif is_hard and not self.exited.is_set():
                self._transport.kill()


def _taskkill(pid: int) -> None:
    with suppress(OSError, subprocess.TimeoutExpired):
        subprocess.run(  # noqa: S603 - no shell, and only a number of ours
            ["taskkill", "/T", "/F", "/PID", str(pid)],  # noqa: S607  # of the system, wherever it is
            creationflags=_WINDOWS_FLAGS,
            capture_output=True,
            timeout=_TASKKILL_SECONDS,
            check=False,
        )
