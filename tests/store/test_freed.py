import sqlite3
import sys
from contextlib import closing
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
    with closing(sqlite3.connect(":memory:")) as shelf:
        give_back(shelf, 1_000)
        assert resident() > before - 1_000
        give_back(shelf, 80_000_000)
    assert resident() < before - 10_000
    assert len(kept) == 40


def test_what_is_stored_stays_in_a_file_and_in_memory(tmp_path: Path) -> None:
    for place in (":memory:", tmp_path / "some.db"):
        with closing(sqlite3.connect(place, isolation_level=None)) as shelf:
            shelf.execute("CREATE TABLE texts (body TEXT)")
            shelf.execute("BEGIN")
            shelf.execute("INSERT INTO texts VALUES (?)", ("x" * 1_000_000,))
            give_back(shelf, 1_000_000)
            shelf.execute("COMMIT")
            give_back(shelf, 1_000_000)
            assert shelf.execute("SELECT length(body) FROM texts").fetchone() == (1_000_000,)
