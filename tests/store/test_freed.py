import sys
from pathlib import Path

import pytest

from studio.store.freed import give_back


def resident() -> int:
    """Pages in memory."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])


@pytest.mark.skipif(sys.platform != "linux", reason="other systems keep less")
def test_what_was_freed_goes_back_to_the_system() -> None:
    pieces = [bytes(4_000) for _ in range(20_000)]
    kept = pieces[::500]
    del pieces
    before = resident()
    give_back(1_000)
    assert resident() > before - 1_000
    give_back(80_000_000)
    assert resident() < before - 10_000
    assert len(kept) == 40
