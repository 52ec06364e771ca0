"""How a program is kept apart on this computer: without network, and away from the user's files.

Linux has bubblewrap (the one that Flatpak uses), macOS `sandbox-exec`. Where neither works nothing
is kept apart, and whoever runs something has to say so.
"""

import json
import shutil
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
    "import json, site, sys; print(json.dumps([sys.prefix, sys.base_prefix, sys.exec_prefix, "
    "sys.executable, *sys.path]))"
)
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
    SEATBELT = "seatbelt"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Interpreter:
    """A Python, and the folders and files that it must be able to read."""

    program: str
    reads: tuple[str, ...]


class Isolation:
    """Found out once, when it is first asked for; it blocks, so ask in a thread."""

    def __init__(self, platform: str = sys.platform) -> None:
        self._platform = platform
        self._lock = threading.Lock()
        self._known: dict[str, Interpreter] = {}

    @cached_property
    def way(self) -> Way:
        """The first that really works here."""
        with self._lock:
            wanted = {"linux": Way.BUBBLEWRAP, "darwin": Way.SEATBELT}.get(self._platform)
            if wanted is None:
                return Way.NONE
            with tempfile.TemporaryDirectory(prefix="callboard-") as scratch:
                probe = Interpreter("/usr/bin/true", ())
                command = self._command(wanted, probe, Path(scratch), [])
                return wanted if command and _succeeds(command) else Way.NONE

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

    def _command(
        self, way: Way, python: Interpreter, scratch: Path, arguments: list[str]
    ) -> list[str]:
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
            *("--tmpfs", "/tmp"),  # noqa: S108  # the sandbox's own
            *binds,
            *("--proc", "/proc", "--dev", "/dev"),
            *("--bind", str(scratch), str(scratch), "--chdir", str(scratch)),
            *("--", python.program, *arguments),
        ]


def _asked(program: str) -> Interpreter:
    told = subprocess.run(  # noqa: S603 - the interpreter that the user chose
        [program, "-c", _ASK],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=_SECONDS,
        check=False,
    )
    if told.returncode:
        raise ValueError(program)
    named = [Path(path) for path in json.loads(told.stdout) if path]
    real = [path.resolve() for path in named]
    found = sorted({path for path in (*named, *real) if path.is_absolute() and path.exists()})
    # All of a home folder is more than a Python needs, whatever it says.
    narrow = [path for path in found if path not in (Path("/"), Path.home())]
    kept = (path for path in narrow if not any(one in path.parents for one in narrow))
    return Interpreter(program, tuple(str(path) for path in kept))


def _succeeds(command: list[str]) -> bool:
    try:
        done = subprocess.run(  # noqa: S603 - programs of the system
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
