"""Keeps a program apart on a Linux without bubblewrap: namespaces of its own, made by hand.

A program of its own, run by Callboard's Python as a plain file, so that it needs nothing but the
standard library. Its one argument is JSON: what may be read, the scratch folder, the command. The
program sees nothing else of the disk, no network, and no process but its own; when the first of
these ends, the system ends all others.
"""

import contextlib
import ctypes
import json
import os
import re
import signal
import sys
from pathlib import Path

_NEW = 0x00020000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000
_NEW_PARTS = "mount, UTS, IPC, user, PID and network"
_READ_ONLY, _NO_SUID, _NO_DEVICES, _REMOUNT, _BIND = 1, 2, 4, 32, 4096
_RECURSIVE, _PRIVATE, _DETACH = 16384, 1 << 18, 2
# What a mount is already held to must be named again: (in `statvfs`, in `mount`).
_HELD = ((2, 2), (4, 4), (8, 8), (1024, 1024), (2048, 2048), (4096, 1 << 21))
_PDEATHSIG, _DROP_BOUND, _NO_NEW_PRIVILEGES = 1, 24, 38
_DEVICES = ("null", "zero", "full", "random", "urandom", "tty")
_LINKS = (("fd", "fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2"))
_SMALL = "size=64m"
_ESCAPE = re.compile(r"\\([0-7]{3})")

_libc = ctypes.CDLL(None, use_errno=True)


def main() -> None:
    wanted = json.loads(sys.argv[1])
    user, group = os.getuid(), os.getgid()
    _done(_libc.unshare(_NEW), _NEW_PARTS)
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    first = os.fork()
    if first == 0:
        _control(_PDEATHSIG, signal.SIGKILL)
        _enter(wanted["reads"], wanted["scratch"])
        _drop_rights()
        _run(wanted["command"])
    os._exit(_status(os.waitpid(first, 0)[1]))


def _enter(reads: list[str], scratch: str) -> None:
    """A new root that holds only what is wanted."""
    _mount("", "/", "", _RECURSIVE | _PRIVATE)
    # Held open, since the new root is built over the folder in which some of it lies.
    sources = [(path, _held(path)) for path in reads if os.path.exists(path)]  # noqa: PTH110  # paths are plain text here
    devices = [(f"/dev/{name}", _held(f"/dev/{name}")) for name in _DEVICES]
    own = _held(scratch)
    root = str(Path(scratch).parent)
    _mount("tmpfs", root, "tmpfs", _NO_SUID | _NO_DEVICES, _SMALL)
    for path, source in sources:
        _bind(source, root + path)
    for name in ("/proc", "/tmp", "/dev/shm"):  # noqa: S108  # the new root's own
        Path(root + name).mkdir(parents=True, exist_ok=True)
    for path, source in devices:
        _bind(source, root + path)
    for name, target in _LINKS:
        Path(root, "dev", name).symlink_to(f"/proc/self/{target}")
    _mount("proc", f"{root}/proc", "proc", _NO_SUID | _NO_DEVICES)
    _bind(own, root + scratch)
    os.chdir(root)
    _done(_libc.pivot_root(b".", b"."), "pivot_root")
    _done(_libc.umount2(b".", _DETACH), "umount")
    os.chdir("/")
    _mount("tmpfs", "/dev/shm", "tmpfs", _NO_SUID | _NO_DEVICES, _SMALL)  # noqa: S108  # its own
    _close_all_but(scratch)
    os.chdir(scratch)


def _close_all_but(scratch: str) -> None:
    """Every mount can only be read, save the scratch folder and shared memory."""
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        path = _ESCAPE.sub(lambda found: chr(int(found[1], 8)), line.split(" ")[4])
        if path not in (scratch, "/dev/shm") and not path.startswith("/proc"):  # noqa: S108  # its own
            held = os.statvfs(path).f_flag
            flags = sum(flag for seen, flag in _HELD if held & seen)
            _mount("", path, "", _REMOUNT | _BIND | _READ_ONLY | flags)


def _run(command: list[str]) -> None:
    """As the first process of its kind, which has to take note of the end of all others."""
    child = os.fork()
    if child == 0:
        os.execv(command[0], command)  # noqa: S606  # a command line of Callboard's own
    ended, status = os.wait()
    while ended != child:
        ended, status = os.wait()
    os._exit(_status(status))


def _drop_rights() -> None:
    """For good: whoever is root here would otherwise undo what was done."""
    _control(_NO_NEW_PRIVILEGES, 1)
    for right in range(64):
        with contextlib.suppress(OSError):  # there are fewer
            _control(_DROP_BOUND, right)


def _held(path: str) -> int:
    return os.open(path, os.O_PATH)


def _bind(source: int, target: str) -> None:
    path = Path(target)
    if os.path.isdir(f"/proc/self/fd/{source}"):  # noqa: PTH112  # paths are plain text here
        path.mkdir(parents=True, exist_ok=True)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.touch()
    _mount(f"/proc/self/fd/{source}", target, "", _BIND | _RECURSIVE)
    os.close(source)


def _mount(source: str, target: str, kind: str, flags: int, options: str = "") -> None:
    given = (source.encode(), os.fsencode(target), kind.encode())
    _done(_libc.mount(*given, ctypes.c_ulong(flags), options.encode()), f"mount {target}")


def _control(what: int, value: int) -> None:
    _done(_libc.prctl(what, value, 0, 0, 0), "prctl")


def _done(result: int, what: str) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), what)


def _status(status: int) -> int:
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    main()
