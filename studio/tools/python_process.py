"""One process of Python, bounded in time and output, ended with all that it started."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import IO

MOST_DISK = 500_000_000  # bytes of the scratch folder
MOST_FILES = 20_000
_MOST_OUTPUT = 60_000  # bytes kept of each pipe; the rest is read and dropped
_PIECE = 65_536
_LOOK_SECONDS = 0.25
_PATIENCE = 2.0
_FLAGS: int = getattr(subprocess, "CREATE_NO_WINDOW", 0) | getattr(
    subprocess, "CREATE_NEW_PROCESS_GROUP", 0
)
_KEPT = ("PATH", "SYSTEMROOT", "LANG", "TZ")


class Bound(StrEnum):
    """Why it was ended."""

    TIME = "time"
    DISK = "disk"


@dataclass(frozen=True, slots=True)
class Finished:
    """How it ended. `status` is below 0 for a signal; `bound` where it did not end by itself."""

    status: int
    output: str
    complaint: str
    bound: Bound | None = None


class PythonProcess:
    """`run` blocks and is called once, on a thread; `end` may be called from another."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._is_over = False

    def run(
        self, command: list[str], folder: Path, job: str, seconds: float, user_base: str = ""
    ) -> Finished:
        """Raises `OSError` where it cannot be started."""
        process = self._start(command, folder, user_base)
        readers = (_Reader(process.stdout), _Reader(process.stderr))
        with contextlib.suppress(OSError), process.stdin or contextlib.nullcontext() as pipe:
            if pipe is not None:
                pipe.write(job.encode("utf-8", "replace"))
        try:
            # What starting takes does not count.
            bound = _bound_reached(process, folder, seconds + _PATIENCE)
        finally:
            self.end()
        status = process.wait()
        output, complaint = (reader.text() for reader in readers)
        return Finished(status, output, complaint, bound)

    def end(self) -> None:
        """Ends it and what it started, also what it left behind."""
        with self._lock:
            process, self._is_over = self._process, True
        if process is None:
            return
        if sys.platform == "win32":
            tree = ["taskkill", "/F", "/T", "/PID", str(process.pid)]
            subprocess.run(tree, capture_output=True, check=False)  # noqa: S603  # a program of the system
            process.kill()
        else:
            # macOS says "not permitted" of a group in which all have ended.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)

    def _start(self, command: list[str], folder: Path, user_base: str) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._is_over:
                raise InterruptedError
            self._process = subprocess.Popen(  # noqa: S603 - asked about, and no shell
                command,
                cwd=folder,
                env={**_environment(folder), "PYTHONUSERBASE": user_base},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=sys.platform != "win32",
                creationflags=_FLAGS,
            )
            return self._process


def _bound_reached(process: subprocess.Popen[bytes], folder: Path, seconds: float) -> Bound | None:
    """Waits for its end, or until it has used up its time or the disk."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        try:
            process.wait(min(left, _LOOK_SECONDS))
        except subprocess.TimeoutExpired:
            if _has_filled(folder):
                return Bound.DISK
        else:
            return None
    return Bound.TIME


def _has_filled(folder: Path) -> bool:
    """Links are not followed. What vanishes meanwhile counts for nothing."""
    count = size = 0
    for place, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(OSError):
                size += os.lstat(os.path.join(place, name)).st_size  # noqa: PTH118  # thousands of files
            count += 1
            if count > MOST_FILES or size > MOST_DISK:
                return True
    return False


def _environment(folder: Path) -> dict[str, str]:
    """Nothing of the user's own: keys lie in variables."""
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    return {
        **kept,
        "HOME": str(folder),
        "USERPROFILE": str(folder),
        "TMPDIR": str(folder),
        "TEMP": str(folder),
        "TMP": str(folder),
        "MPLBACKEND": "Agg",
        "MPLCONFIGDIR": str(folder),
        "PYTHONIOENCODING": "utf-8",
        "PYTHONUNBUFFERED": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        # Each thread of theirs reserves memory that counts.
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }


class _Reader:
    """Reads one pipe to its end and keeps its beginning, so that the process never waits."""

    def __init__(self, pipe: IO[bytes] | None) -> None:
        self._pipe = pipe
        self._kept = bytearray()
        self._size = 0
        self._thread = threading.Thread(target=self._read, name="callboard-python", daemon=True)
        self._thread.start()

    def text(self) -> str:
        self._thread.join(_PATIENCE)
        text = bytes(self._kept).decode(errors="replace")
        if self._size > len(self._kept):
            text += f"\n[… {self._size:,} bytes in all; the rest was left out]"
        return text

    def _read(self) -> None:
        if self._pipe is None:
            return
        with self._pipe as pipe:
            while piece := os.read(pipe.fileno(), _PIECE):
                self._size += len(piece)
                self._kept += piece[: max(_MOST_OUTPUT - len(self._kept), 0)]
