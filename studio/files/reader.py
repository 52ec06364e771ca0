"""The harness's `FileReader`: a child process for each file."""

import asyncio
import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from typing_extensions import override

import studio
from studio.core.attachments import (
    FILE_LIMITS,
    FileError,
    FileLimits,
    FileTrouble,
    ReadFile,
    clean_name,
)
from studio.core.chats import AttachedFile
from studio.core.messages import Attachment
from studio.harness.ports import FileReader

_COMMAND = (sys.executable, "-P", "-m", "studio.files.child")
_ROOT = str(Path(studio.__file__).resolve().parent.parent)
_NO_WINDOW: int = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # Windows would open a console
_AT_ONCE = 2  # ten files dropped together must not start ten converters
_GRACE = 2.0  # seconds: the child ends itself first


class ChildReader(FileReader):
    """Lives as long as the application. Nothing runs while nothing is read."""

    def __init__(
        self, limits: FileLimits = FILE_LIMITS, command: tuple[str, ...] = _COMMAND
    ) -> None:
        self._limits = limits
        self._command = command
        self._turn = asyncio.Semaphore(_AT_ONCE)

    @override
    async def read_path(self, path: str) -> ReadFile:
        name = clean_name(Path(path).name or path)
        return await self._read({"path": path, "name": name}, b"")

    @override
    async def read_bytes(self, name: str, data: bytes) -> ReadFile:
        if len(data) > self._limits.file_bytes:
            limit = self._limits.file_bytes
            raise FileError(clean_name(name), FileTrouble.TOO_LARGE, limit, len(data))
        return await self._read({"path": None, "name": clean_name(name), "size": len(data)}, data)

    async def _read(self, order: Mapping[str, Any], data: bytes) -> ReadFile:
        orders = json.dumps({**order, "limits": asdict(self._limits)}).encode() + b"\n"
        name = order["name"]
        async with self._turn:
            try:
                async with asyncio.timeout(self._limits.seconds + _GRACE):
                    head, rest = await self._answer(orders + data)
            except TimeoutError as error:
                raise FileError(name, FileTrouble.TOO_SLOW) from error
            except (OSError, ValueError) as error:
                # It crashed, or could not be started.
                raise FileError(name, FileTrouble.UNREADABLE) from error
        if "trouble" in head:
            trouble = FileTrouble(head["trouble"])
            raise FileError(name, trouble, head["limit"], head["found"])
        end = head["data"]
        file = AttachedFile(rest[:end], rest[end:].decode("utf-8", "surrogatepass"))
        return ReadFile(Attachment(**head["attachment"]), file, head["encoding"])

    async def _answer(self, orders: bytes) -> tuple[dict[str, Any], bytes]:
        """Raises `ValueError` for a child that has said nothing whole."""
        child = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": _ROOT},
            creationflags=_NO_WINDOW,
        )
        try:
            said, _ = await child.communicate(orders)
        finally:
            # Stop, a time limit, or the end of the application.
            if child.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    child.kill()
                await child.wait()
        if child.returncode == _TOO_SLOW:
            raise TimeoutError
        first, separator, rest = said.partition(b"\n")
        if not separator:
            raise ValueError(child.returncode)
        head = json.loads(first)
        if len(rest) != head.get("data", 0) + head.get("text", 0):
            raise ValueError(child.returncode)
        return head, rest


_TOO_SLOW = 3  # the child's exit status when its own limit came
