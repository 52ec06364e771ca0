"""How a program is kept apart on this computer: without network, and away from the user's files.

Linux has bubblewrap (the one that Flatpak uses) or else namespaces made by hand, macOS
`sandbox-exec`. Where none works nothing is kept apart, and whoever runs something has to say so.
What works is tried, not believed: a program that tries to reach out has to fail.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path

_SECONDS = 10.0
# What a program needs of the system, and nothing of the user's.
_SYSTEM = (
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/etc/ld.so.cache",
    "/etc/alternatives",
    "/etc/fonts",
    "/etc/localtime",
    "/nix/store",
)
_ASK = (
    "import json, site, sys; print(json.dumps([site.getuserbase(), sys.prefix, sys.base_prefix, "
    "sys.exec_prefix, sys.executable, *sys.path]))"
)
_ASKED_WITH = ("PATH", "HOME", "USERPROFILE", "APPDATA", "SYSTEMROOT")
# Succeeds where the scratch folder can be written, another folder cannot, and nobody is reached.
_TRY = """import socket, sys
def fails(what, *given):
    try:
        what(*given)
    except OSError:
        return True
    return False
open("own", "w").close()
apart = fails(open, sys.argv[1], "w") and fails(open, sys.argv[2])
sys.exit(not (apart and fails(socket.create_connection, ("127.0.0.1", int(sys.argv[3])), 2)))
"""
_MEMORY_DISK = ("--size", "67108864", "--tmpfs")
_PROFILE = """(version 1)
(deny default)
(import "system.sb")
(allow process-exec process-fork sysctl-read mach-lookup)
(allow file-read* (subpath "/usr") (subpath "/System") (subpath "/Library") (subpath "/bin")
  (subpath "/private/var/db") (literal "/") (literal "/dev/null") (literal "/dev/urandom") {reads})
(allow file-read* file-write* (subpath "{scratch}"))
(deny network*)
"""


class Way(StrEnum):
    """What keeps a program apart."""

    BUBBLEWRAP = "bubblewrap"
    NAMESPACES = "namespaces"
    SEATBELT = "seatbelt"
    NONE = "none"


# Where a limit of processes counts those of the program only.
COUNTS_ALONE = (Way.BUBBLEWRAP, Way.NAMESPACES)
WAYS = {"linux": (Way.BUBBLEWRAP, Way.NAMESPACES), "darwin": (Way.SEATBELT,)}


@dataclass(frozen=True, slots=True)
class Interpreter:
    """A Python, and the folders and files that it must be able to read.

    Below `user_base` lies what the user installed for themselves alone.
    """

    program: str
    reads: tuple[str, ...]
    user_base: str = ""


class Isolation:
    """Found out once, when it is first asked for; it blocks, so ask in a thread."""

    def __init__(self, platform: str = sys.platform, ways: tuple[Way, ...] | None = None) -> None:
        self._ways = WAYS.get(platform, ()) if ways is None else ways
        self._lock = threading.Lock()
        self._known: dict[str, Interpreter] = {}

    @cached_property
    def way(self) -> Way:
        """The first that really works here."""
        with self._lock:
            return next((way for way in self._ways if self._holds(way)), Way.NONE)

    @property
    def is_known(self) -> bool:
        return "way" in self.__dict__

    def interpreter(self, program: str) -> Interpreter:
        """Raises `OSError` or `ValueError` for what is no Python."""
        known = self._known.get(program)
        if known is None:
            known = self._known[program] = _asked(program)
        return known

    def command(self, python: Interpreter, scratch: Path, arguments: list[str]) -> list[str]:
        """The command line that runs it, kept apart as well as can be."""
        if self.way is Way.NONE:
            return [python.program, *arguments]
        return self._command(self.way, python, scratch, arguments)

    def _holds(self, way: Way) -> bool:
        try:
            python = self.interpreter(sys.executable)
        except (OSError, ValueError, subprocess.TimeoutExpired):
            return False
        with (
            tempfile.TemporaryDirectory(prefix="callboard-") as own,
            tempfile.TemporaryDirectory(prefix="callboard-") as other,
            socket.create_server(("127.0.0.1", 0)) as server,
        ):
            planted = Path(other, "planted")
            planted.touch()
            tried = [str(Path(other, "new")), str(planted), str(server.getsockname()[1])]
            scratch = Path(own).resolve()
            command = self._command(way, python, scratch, ["-c", _TRY, *tried])
            return bool(command) and _succeeds(command, scratch)

    def _command(
        self, way: Way, python: Interpreter, scratch: Path, arguments: list[str]
    ) -> list[str]:
        if way is Way.NAMESPACES:
            return _in_namespaces(python, scratch, arguments)
        program = shutil.which("bwrap" if way is Way.BUBBLEWRAP else "sandbox-exec")
        if program is None:
            return []
        if way is Way.SEATBELT:
            reads = " ".join(f"(subpath {json.dumps(path)})" for path in python.reads)
            profile = _PROFILE.format(reads=reads, scratch=scratch.resolve())
            return [program, "-p", profile, python.program, *arguments]
        readable = (*_SYSTEM, *python.reads)
        binds = [part for path in readable for part in ("--ro-bind-try", path, path)]
        return [
            program,
            *("--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"),
            *(*_MEMORY_DISK, "/tmp"),  # noqa: S108  # the sandbox's own
            *binds,
            *("--proc", "/proc", "--dev", "/dev", *_MEMORY_DISK, "/dev/shm"),  # noqa: S108  # of the sandbox
            *("--bind", str(scratch), str(scratch), "--chdir", str(scratch)),
            # What lies there is in memory, of which nobody else would keep count.
            *("--remount-ro", "/"),
            *("--", python.program, *arguments),
        ]


def _in_namespaces(python: Interpreter, scratch: Path, arguments: list[str]) -> list[str]:
    wanted = {
        "reads": [*_SYSTEM, *python.reads],
        "scratch": str(scratch),
        "command": [python.program, *arguments],
    }
    launcher = str(Path(__file__).with_name("namespaces.py"))
    return [sys.executable, "-I", "-S", launcher, json.dumps(wanted)]


def _asked(program: str) -> Interpreter:
    told = subprocess.run(  # noqa: S603 - the interpreter that the user chose
        [program, "-c", _ASK],
        # Without the variables that would give this Python the packages of another.
        env={name: os.environ[name] for name in _ASKED_WITH if name in os.environ},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=_SECONDS,
        check=False,
    )
    if told.returncode:
        raise ValueError(program)
    user_base, *paths = json.loads(told.stdout)
    named = [Path(path) for path in paths if path]
    real = [path.resolve() for path in named]
    found = sorted({path for path in (*named, *real) if path.is_absolute() and path.exists()})
    # All of a home folder is more than a Python needs, whatever it says.
    narrow = [path for path in found if path not in (Path("/"), Path.home())]
    kept = (path for path in narrow if not any(one in path.parents for one in narrow))
    return Interpreter(program, tuple(str(path) for path in kept), str(user_base))


def _succeeds(command: list[str], folder: Path) -> bool:
    try:
        done = subprocess.run(  # noqa: S603 - programs of the system
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
