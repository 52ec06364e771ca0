"""What writing or reading a long chat took for a moment goes back to the system.

The C library of Linux keeps freed memory for later, as much as ten times a long turn, and SQLite
keeps pages of what it wrote last.
"""

import sqlite3
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module

_CTYPES = "ctypes"  # loaded with the first long chat
_LARGE = 256 * 1024
_MMAP_THRESHOLD = -3  # M_MMAP_THRESHOLD of malloc.h


def give_back(shelf: sqlite3.Connection, size: int) -> None:
    """To be called after `size` characters or bytes were dealt with. Takes about a millisecond."""
    if size >= _LARGE:
        shelf.execute("PRAGMA shrink_memory")
        trim = _trim()
        if trim is not None:
            trim(0)


@cache
def _trim() -> Callable[[int], int] | None:
    """None where the C library keeps less by itself: anywhere but on Linux, and there in others
    than GNU's."""
    if sys.platform != "linux":
        return None
    library = import_module(_CTYPES).CDLL(None)
    trim: Callable[[int], int] | None = getattr(library, "malloc_trim", None)
    if trim is not None:
        # Left to itself it takes the first large text that is freed as a sign that such texts come
        # often, and keeps the room of all that follow.
        library.mallopt(_MMAP_THRESHOLD, _LARGE)
    return trim
