"""The environment a server is started in: what a terminal would give it.

A desktop start has a bare PATH, so npx, uvx and docker are not found although they work in a
terminal; and a found npx would not find its node. So the login shell is asked, once.
"""

import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from glob import glob
from importlib import import_module
from pathlib import Path

from studio.tools.threads import ToolThreads

_SHELL_SECONDS = 5.0
_MARK = b"--callboard-environment--"
_MOST = 1_000_000
# Of the shell alone, or of that one run of it.
_NOT_TAKEN = frozenset({"_", "SHLVL", "PWD", "OLDPWD", "PS1", "PS2", "PROMPT_COMMAND", "TERM"})
_WELL_KNOWN = (
    "~/.local/bin",
    "~/.cargo/bin",
    "~/.nvm/versions/node/*/bin",
    "~/.local/share/fnm/node-versions/*/installation/bin",
    "~/.volta/bin",
    "~/.asdf/shims",
    "~/.local/share/mise/shims",
    "~/.bun/bin",
    "~/.deno/bin",
    "~/.local/share/pnpm",
    "~/Library/pnpm",
    "~/.rd/bin",
    "~/.docker/bin",
    "/opt/homebrew/bin",
    "/home/linuxbrew/.linuxbrew/bin",
    "/opt/local/bin",
    "/usr/local/bin",
    "/snap/bin",
    "/usr/bin",
    "/bin",
)
_WELL_KNOWN_WINDOWS = (
    r"%APPDATA%\npm",
    r"%ProgramFiles%\nodejs",
    r"%LOCALAPPDATA%\pnpm",
    r"%LOCALAPPDATA%\Volta\bin",
    r"%LOCALAPPDATA%\Programs\Python\Launcher",
    r"%USERPROFILE%\.local\bin",
    r"%USERPROFILE%\.cargo\bin",
    r"%USERPROFILE%\.bun\bin",
    r"%USERPROFILE%\.deno\bin",
    r"%USERPROFILE%\scoop\shims",
    r"%ProgramFiles%\Docker\Docker\resources\bin",
)


class Surroundings:
    """Knows the user's environment. The shell is asked once, in a thread, by who comes first."""

    def __init__(
        self,
        threads: ToolThreads,
        own: Mapping[str, str] | None = None,
        shell_seconds: float = _SHELL_SECONDS,
    ) -> None:
        self._threads = threads
        self._own = dict(os.environ if own is None else own)
        self._seconds = shell_seconds
        self._lock = threading.Lock()
        self._complete: dict[str, str] | None = None

    async def complete(self) -> dict[str, str]:
        """The variables of a terminal, with a PATH that leads to what is installed."""
        if self._complete is not None:
            return dict(self._complete)
        return dict(await self._threads.run(self._read))

    def _read(self) -> dict[str, str]:
        with self._lock:
            if self._complete is None:
                login = _login_environment(self._own, self._seconds)
                self._complete = completed(self._own, login)
            return self._complete


def completed(own: Mapping[str, str], login: Mapping[str, str]) -> dict[str, str]:
    """Our own variables, what the login shell has beside them, and the PATH of both."""
    known = {name: value for name, value in login.items() if name not in _NOT_TAKEN}
    ours, theirs = _folders(own.get("PATH", "")), _folders(login.get("PATH", ""))
    # Who starts us from a terminal has chosen an order; a desktop start knows none.
    both = ours if set(theirs) <= set(ours) else [*theirs, *ours]
    folders = dict.fromkeys([*both, *_well_known(own)])
    return known | dict(own) | {"PATH": os.pathsep.join(folders)}


def _folders(path: str) -> list[str]:
    return [folder for folder in path.split(os.pathsep) if folder]


def _well_known(own: Mapping[str, str]) -> Iterator[str]:
    """Those that are there. Of several versions of node the newest comes first."""
    if sys.platform == "win32":
        patterns = [os.path.expandvars(each) for each in _WELL_KNOWN_WINDOWS]
    else:
        home = own.get("HOME", str(Path.home()))
        patterns = [each.replace("~", home, 1) for each in _WELL_KNOWN]
    for pattern in patterns:
        found = glob(pattern) if "*" in pattern else [pattern]  # noqa: PTH207  # the pattern is absolute
        yield from sorted(filter(os.path.isdir, found), key=_version, reverse=True)


def _version(folder: str) -> list[int]:
    digits = "".join(sign if sign.isdigit() else " " for sign in folder)
    return [int(number) for number in digits.split()[:12]]


def _login_environment(own: Mapping[str, str], seconds: float) -> dict[str, str]:
    """What the user's shell sets up, or nothing: no shell, one that hangs, or one unlike others."""
    shell = "" if sys.platform == "win32" else own.get("SHELL") or _shell_of_user()
    if not shell or not os.access(shell, os.X_OK):
        return {}
    mark = _MARK.decode()
    # Quoted as bash, zsh, fish and csh all read it. `env -0` is not everywhere.
    command = f"/bin/sh -c 'printf %s {mark}; env -0 2>/dev/null || env; printf %s {mark}'"
    for options in (("-i", "-l", "-c"), ("-c",)):
        text = _said([shell, *options, command], own, seconds)
        if text.count(_MARK) >= 2:
            return _variables(text.split(_MARK)[1])
    return {}


def _said(command: list[str], own: Mapping[str, str], seconds: float) -> bytes:
    """Standard output goes to a file: what the shell leaves running would hold a pipe open."""
    with tempfile.TemporaryFile() as output:
        try:
            process = subprocess.Popen(  # noqa: S603 - the user's own shell
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.DEVNULL,
                env=dict(own),
                start_new_session=True,  # it must not take a terminal away from us
            )
        except OSError:
            return b""
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            _end_group(process)
        output.seek(0)
        return output.read(_MOST)


def _end_group(process: "subprocess.Popen[bytes]") -> None:
    if sys.platform != "win32":
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


def _variables(text: bytes) -> dict[str, str]:
    separator = b"\0" if b"\0" in text else b"\n"
    variables: dict[str, str] = {}
    for line in text.split(separator):
        name, equals, value = line.decode("utf-8", "surrogateescape").partition("=")
        if equals and name.isidentifier():
            variables[name] = value
    return variables


def _shell_of_user() -> str:
    try:
        return str(import_module("pwd").getpwuid(os.getuid()).pw_shell)
    except (ImportError, KeyError, AttributeError):
        return ""
