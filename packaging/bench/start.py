"""How long until something can be seen, against the least a Qt window can take."""

from collections.abc import Iterator
from statistics import median

from child import run_probe
from figure import Figure

_RUNS = 9


def measure() -> Iterator[Figure]:
    """Runs alternate, so that a busy moment of the machine meets both."""
    empty, full, heavy = [], [], 0
    run_probe("empty_window")
    run_probe("first_paint")  # compiles the byte code
    for _ in range(_RUNS):
        empty.append(float(run_probe("empty_window")["ms"]))
        answer = run_probe("first_paint")
        full.append(float(answer["ms"]))
        heavy = max(heavy, len(answer["heavy"]))
    yield Figure("start: empty window, first paint", median(empty), "ms")
    yield Figure("start: Callboard, first paint", median(full), "ms")
    yield Figure("start: Callboard over empty window", median(full) / median(empty), "ratio", 1.6)
    yield Figure("start: heavy modules before first paint", heavy, "modules", 0)
