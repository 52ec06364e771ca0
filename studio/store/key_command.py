"""One run of a command whose output is a key, ended with all that it started."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from typing import IO

_MAX_BYTES = 131_072
_PIECE = 16_384
_PATIENCE = 2.0
# Windows would open a console; a group of its own is what can be ended as a whole.
_FLAGS: int = getattr(subprocess, "CREATE_NO_WINDOW", 0) | getattr(
    subprocess, "CREATE_NEW_PROCESS_GROUP", 0
)


@dataclass(frozen=True, slots=True)
class Ended:
    """How it ended. Neither text is ever logged."""

    status: int
    output: str = field(repr=False)
    complaint: str = field(repr=False)


class RunningCommand:
    """`run` blocks and is called once, on a thread; `end` may be called from another at any time.

    Standard input is closed: what asks a terminal for a password fails instead of waiting.
    """

    def __init__(self, command: tuple[str, ...]) -> None:
        self._command = command
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._is_over = False  # it has ended, or must not be started any more

    def run(self) -> Ended:
        """Raises `OSError` where it cannot be started."""
        process = self._start()
        readers = (_Reader(process.stdout), _Reader(process.stderr))
        status = self._wait(process)
        output, complaint = (reader.text() for reader in readers)
        return Ended(status, output, complaint)

    def end(self) -> None:
        """Ends it and its children, and returns at once. Nothing happens where it has ended."""
        with self._lock:
            process, is_over = self._process, self._is_over
            self._is_over = True
            if process is None or is_over:
                return
            if sys.platform != "win32":
                _kill_group(process.pid)
                return
        threading.Thread(target=_kill_tree, args=(process.pid,), daemon=True).start()

    def _start(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._is_over:
                raise InterruptedError
            self._process = subprocess.Popen(  # noqa: S603 - the user's own command, and no shell
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=sys.platform != "win32",
                creationflags=_FLAGS,
            )
            return self._process

    def _wait(self, process: subprocess.Popen[bytes]) -> int:
        if sys.platform != "linux":  # others lack `waitid`, macOS before Python 3.13
            status = process.wait()
            with self._lock:
                self._is_over = True
            return status
        # It keeps its number until it is asked for its status, so nobody else's group can have it.
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        with self._lock:
            self._is_over = True
            # What it left behind holds the pipes open, and is no part of the answer.
            _kill_group(process.pid)
            return process.wait()


def _kill_group(pid: int) -> None:
    if sys.platform != "win32":
        # macOS says "not permitted" of a group in which all have ended.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)


def _kill_tree(pid: int) -> None:
    """Windows has no groups that end together; a program of its own walks the tree."""
    folder = os.environ.get("SYSTEMROOT", r"C:\Windows")
    command = [rf"{folder}\System32\taskkill.exe", "/PID", str(pid), "/T", "/F"]
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        subprocess.run(  # noqa: S603 - a program of the system, by its whole path
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_PATIENCE,
            check=False,
            creationflags=_FLAGS,
        )


class _Reader:
    """Reads one pipe to its end and keeps no more than the bound, so that the child never waits."""

    def __init__(self, pipe: IO[bytes] | None) -> None:
        self._pipe = pipe
        self._kept = bytearray()
        self._thread = threading.Thread(target=self._read, name="callboard-key-pipe", daemon=True)
        self._thread.start()

    def text(self) -> str:
        """What has come, at the latest after a moment: a child's child may hold the pipe."""
        self._thread.join(_PATIENCE)
        return bytes(self._kept).decode(errors="replace")

    def _read(self) -> None:
        if self._pipe is None:
            return
        with self._pipe as pipe:
            while piece := os.read(pipe.fileno(), _PIECE):
                self._kept += piece[: _MAX_BYTES - len(self._kept)]
