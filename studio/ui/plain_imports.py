"""Puts Python's own import back in place of the one that PySide sets. Imported before the others.

WORKAROUND: PySide's hook reads the source of every module that is imported, to see whether it could
use `from __feature__ import ...`, and all that it has read stays in `linecache`, for ever. Nothing
here uses `__feature__`. https://doc.qt.io/qtforpython-6/developer/feature-motivation.html
"""

import builtins
import linecache

import PySide6.QtCore  # noqa: F401 - this is what sets the hook

# Under this name PySide keeps what was there before; without a hook there is no such name.
builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
# Its first look was at all that had been imported by then.
linecache.clearcache()
