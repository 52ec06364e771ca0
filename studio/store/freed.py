"""What writing or reading a long chat took for a moment goes back to the system.

The C library of Linux keeps freed memory for later, as much as ten times a long turn.
"""

import sys
from importlib import import_module

_CTYPES = "ctypes"  # loaded with the first long chat
_LARGE = 256 * 1024


def give_back(size: int) -> None:
    """To be called after `size` characters or bytes were dealt with. Takes about a millisecond."""
    if size >= _LARGE and sys.platform == "linux":
        library = import_module(_CTYPES).CDLL(None)
        # Other libraries than GNU's have none, and keep less.
        trim = getattr(library, "malloc_trim", None)
        if trim is not None:
            trim(0)
