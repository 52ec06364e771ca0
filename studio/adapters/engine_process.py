"""One run of the engine: the child process, from its start to its end."""

import asyncio
import contextlib
import json
import logging
import os
import re
import secrets
import subprocess
from collections import deque
from collections.abc import Callable
from typing import Any, NoReturn

from studio.adapters.engine_files import Runner, template_for
from studio.core.errors import Category, Failure, StudioError
from studio.core.profiles import EngineSettings

_LOGGER = logging.getLogger(__name__)
_KEPT_LINES = 40
_SHOWN_LINES = 6
_ERROR = re.compile(r"^(\S+ )?E ")  # llama.cpp marks its lines with their level
_LINE_LIMIT = 1 << 20
_NO_WINDOW: int = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # Windows would open a console


class EngineProcess:
    """Started once, ended once; owned by `LocalEngine`."""

    def __init__(self, settings: EngineSettings, process: asyncio.subprocess.Process) -> None:
        self.settings = settings
        self.key = secrets.token_urlsafe(32)
        self.base_url = ""
        self._process = process
        self._lines: deque[str] = deque(maxlen=_KEPT_LINES)
        self._listening = asyncio.create_task(self._listen(), name="engine stderr")

    @classmethod
    async def begin(cls, runner: Runner, settings: EngineSettings) -> "EngineProcess":
        """Starts the child and gives it its orders; it loads until `wait_until_ready` returns."""
        process = await asyncio.create_subprocess_exec(
            *runner.command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            limit=_LINE_LIMIT,
            creationflags=_NO_WINDOW,
        )
        engine = cls(settings, process)
        await engine._order(runner)
        return engine

    @property
    def is_running(self) -> bool:
        return self._process.returncode is None

    @property
    def pid(self) -> int:
        return self._process.pid

    async def wait_until_ready(self, told: Callable[[float], None]) -> None:
        """Raises `StudioError` (engine) with the last words of a child that ended instead."""
        if self._process.stdout is None:
            raise RuntimeError
        async for line in self._process.stdout:
            report = _parsed(line)
            if report.get("state") == "loading":
                told(0.2)
            if report.get("state") == "ready":
                self.base_url = str(report["address"]).rstrip("/") + "/v1"
                return
        await self.fail("engine_ended")

    async def fail(self, code: str) -> NoReturn:
        """Raises what is known of the end of the child."""
        status = await self._process.wait()
        await self._listening
        raise StudioError(self.failure(code, status))

    def failure(self, code: str, status: int) -> Failure:
        errors = [line for line in self._lines if _ERROR.search(line)]
        lines = (errors or [*self._lines])[-_SHOWN_LINES:]
        message = "\n".join([f"exit status {status}", *lines])
        return Failure(Category.ENGINE, message, code=code)

    async def wait(self) -> int:
        status = await self._process.wait()
        await self._listening
        return status

    async def end(self, patience: float) -> None:
        """Closes its standard input, which ends it; kills it after `patience` seconds."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            async with asyncio.timeout(patience):
                await self._process.wait()
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
        await self._listening

    async def _order(self, runner: Runner) -> None:
        settings = self.settings
        orders = {
            "model": settings.model_path,
            "key": self.key,
            "context_length": settings.context_length,
            "gpu_layers": settings.gpu_layers,
            "threads": _cores(),
            "template": template_for(settings.model_path),
            "program": runner.program,
        }
        if self._process.stdin is None:
            raise RuntimeError
        # A child that has ended already is found out by `wait_until_ready`.
        with contextlib.suppress(ConnectionError):
            self._process.stdin.write(json.dumps(orders).encode() + b"\n")
            await self._process.stdin.drain()

    async def _listen(self) -> None:
        """Keeps the last lines of what the child says, and its pipe from filling up."""
        if self._process.stderr is None:
            return
        try:
            async for line in self._process.stderr:
                self._lines.append(line.decode(errors="replace").rstrip()[:500])
        except ValueError:
            _LOGGER.warning("The engine wrote a line beyond %d bytes", _LINE_LIMIT)


def _cores() -> int:
    """The cores that this process may use, which can be fewer than there are."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on macOS and Windows
        return os.cpu_count() or 1


def _parsed(line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
