"""Keys from environment variables and from commands of password managers (1Password, pass, Vault).

A command runs without a shell, on a thread of its own, for ten seconds at most, and is ended with
all that it started.
"""

import asyncio
import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from typing_extensions import override

from studio.core.command_line import split_command
from studio.core.errors import Category, Failure, StudioError
from studio.core.key_locators import without_keys
from studio.core.key_text import clean_key
from studio.core.profiles import KeySource
from studio.harness.key_ports import OutsideKeys
from studio.store.key_command import Ended, RunningCommand
from studio.store.worker import Worker

_SECONDS = 10.0
_SHOWN = 600  # characters of what a command said
_READ = 4_000  # so many of its end are looked through for secrets
_SECRET = 8_000  # and so many of the beginning of its output may be one


class SystemOutsideKeys(OutsideKeys):
    """Lives as long as the program. What was had once is kept in memory until `forget`."""

    def __init__(
        self,
        environment: Mapping[str, str] = os.environ,
        timeout: float = _SECONDS,
        platform: str = sys.platform,
    ) -> None:
        self._environment = environment
        self._timeout = timeout
        self._platform = platform
        self._known: dict[str, str] = {}
        self._turn = asyncio.Lock()

    @override
    async def key(self, source: KeySource, locator: str) -> str:
        if source is KeySource.ENVIRONMENT:
            return self._variable(locator)
        # Several sends at once ask one question: a password manager opens a window for each.
        async with self._turn:
            if locator not in self._known:
                self._known[locator] = await self._ask(locator)
            return self._known[locator]

    @override
    def forget(self, source: KeySource, locator: str) -> None:
        self._known.pop(locator, None)

    def _variable(self, name: str) -> str:
        value = self._environment.get(name, "")
        if not value.strip():
            raise _failed("variable_missing", name)
        return clean_key(value)

    async def _ask(self, locator: str) -> str:
        arguments = split_command(locator, self._platform)
        program = _found(arguments[0])
        if program is None:
            raise _failed("command_missing", without_keys(Path(arguments[0]).name)[:_SHOWN])
        if self._platform == "win32" and program.lower().endswith((".bat", ".cmd")):
            # Only the command shell runs these, and it reads arguments by rules of its own.
            raise _failed("command_invalid", Path(program).name)
        return _key_of(await self._run((program, *arguments[1:])))

    async def _run(self, command: tuple[str, ...]) -> Ended:
        # A worker of its own: one that hangs in the kernel must hold nobody else.
        worker, running = Worker("callboard-key-command"), RunningCommand(command)
        try:
            async with asyncio.timeout(self._timeout):
                return await worker.run(running.run)
        except TimeoutError:
            raise _failed("command_timeout", f"{self._timeout:g} s") from None
        except OSError as error:
            raise _failed("command_failed", error.strerror or type(error).__name__) from None
        finally:
            running.end()
            worker.stop()


def _key_of(ended: Ended) -> str:
    """The first line that says anything: `pass show` has notes below it."""
    lines = (line.strip() for line in ended.output.splitlines())
    first = next((line for line in lines if line), "")
    if ended.status != 0:
        said = f"{_complaint(ended)}\n(exit status {ended.status})"
        raise _failed("command_failed", said.strip())
    if not first:
        raise _failed("command_empty", _complaint(ended))
    return clean_key(first)


def _complaint(ended: Ended) -> str:
    said = without_keys(ended.complaint.strip()[-_READ:], ended.output[:_SECRET])
    return said.strip()[-_SHOWN:]


def _found(program: str) -> str | None:
    """Where the program is. Never in the current folder, where anybody may have put one."""
    path = Path(program).expanduser()
    if path.is_absolute():
        return str(path) if path.is_file() else None
    if path.name != program:
        return None
    found = shutil.which(program, path=_search_path())
    return found if found and Path(found).is_absolute() else None


def _search_path() -> str:
    """Desktops start programs with a short PATH: what package managers install is added."""
    own = os.environ.get("PATH", os.defpath).split(os.pathsep)
    more = _USUAL.get(sys.platform, ("/usr/local/bin",))
    folders = (*own, *(str(Path(folder).expanduser()) for folder in more))
    return os.pathsep.join(folder for folder in folders if Path(folder).is_absolute())


_USUAL = {
    "darwin": ("/opt/homebrew/bin", "/usr/local/bin", "~/.local/bin"),
    "linux": ("/usr/local/bin", "~/.local/bin", "/home/linuxbrew/.linuxbrew/bin", "/snap/bin"),
    "win32": (),
}


def _failed(code: str, message: str) -> StudioError:
    return StudioError(Failure(Category.KEY_MISSING, message, code=code))
