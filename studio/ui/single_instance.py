"""One Callboard for each user and home folder.

The lock is a file, because asking it costs a start next to nothing and is done before the window
is made; `instance_server` lets a second instance raise the first one's window.
"""

import errno
import os
from pathlib import Path

from PySide6.QtCore import QLockFile


def take_lock(home: Path) -> QLockFile | None:
    """The lock of the first instance, None for a second one. A crashed one's lock is taken over.

    Raises `OSError` where there can be no lock, which says nothing about other instances.
    """
    home.mkdir(parents=True, exist_ok=True)
    lock = QLockFile(str(home / "callboard.lock"))
    # However old it is, a lock is stale only when its process is gone.
    lock.setStaleLockTime(0)
    if lock.tryLock(0):
        return lock
    if lock.error() is not QLockFile.LockError.LockFailedError:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), lock.fileName())
    return None
