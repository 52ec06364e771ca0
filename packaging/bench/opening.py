"""How soon a long chat can be read."""

from collections.abc import Iterator
from statistics import median

from child import run_probe
from figure import Figure

_RUNS = 3


def measure() -> Iterator[Figure]:
    """From the click in the list to the first paint of the transcript."""
    for messages, bar in ((100, None), (1_000, 100.0)):
        times = [float(run_probe("opening_probe", str(messages))["ms"]) for _ in range(_RUNS)]
        yield Figure(f"open: chat of {messages:,} messages, first paint", median(times), "ms", bar)
