"""Gives the main content of a page, through a child process for each page."""

import asyncio
import contextlib
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import studio
from studio.tools.refusals import RefusedError

_COMMAND = (sys.executable, "-P", "-m", "studio.tools.web.child")
_ROOT = str(Path(studio.__file__).resolve().parent.parent)
_NO_WINDOW: int = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # Windows would open a console
_SECONDS = 20.0
_GRACE = 2.0  # seconds: the child ends itself first
_AT_ONCE = 2
# All that Python needs to start; the rest, keys among it, is none of a page's business.
_VARIABLES = (
    "PATH",
    "HOME",
    "USERPROFILE",
    "SYSTEMROOT",
    "SYSTEMDRIVE",
    "TEMP",
    "TMP",
    "TMPDIR",
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
)


@dataclass(frozen=True, slots=True)
class Content:
    """What was found in a page. The text is Markdown, empty where the page shows none."""

    title: str
    text: str


class PageReader:
    """Lives as long as the tools. Nothing runs while nothing is read."""

    def __init__(self, seconds: float = _SECONDS, command: tuple[str, ...] = _COMMAND) -> None:
        self._seconds = seconds
        self._command = command
        self._turn = asyncio.Semaphore(_AT_ONCE)

    async def read(self, page: str, url: str) -> Content:
        """Raises `RefusedError`."""
        order = json.dumps({"url": url, "seconds": self._seconds}).encode() + b"\n"
        async with self._turn:
            try:
                async with asyncio.timeout(self._seconds + _GRACE):
                    said = await self._answer(order + page.encode("utf-8", "replace"))
                found = json.loads(said)
                return Content(str(found["title"]), str(found["text"]))
            except (TimeoutError, OSError, ValueError, KeyError):
                # It was made to be hard to read, it crashed the parser, or that could not start.
                raise RefusedError(
                    f"The page could not be read within {self._seconds:g} s and the memory that "
                    "pages get."
                ) from None

    async def _answer(self, order: bytes) -> bytes:
        known = {name: os.environ[name] for name in _VARIABLES if name in os.environ}
        child = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={**known, "PYTHONPATH": _ROOT, "PYTHONUTF8": "1"},
            creationflags=_NO_WINDOW,
        )
        try:
            said, _ = await child.communicate(order)
        finally:
            # Stop, a time limit, or the end of the application.
            if child.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    child.kill()
                await child.wait()
        return said
