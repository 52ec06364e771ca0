"""What Callboard takes while nothing happens."""

from collections.abc import Iterator

from child import run_probe
from figure import Figure


def measure() -> Iterator[Figure]:
    """With an open chat, 20 s after the start, without the small model."""
    answer = run_probe("idle_probe")
    yield Figure("idle: resident memory after 20 s (PSS)", answer["memory"] / 1e6, "MB", 120)
    yield Figure("idle: resident memory, nothing shared (RSS)", answer["most"] / 1e6, "MB")
    yield Figure("idle: CPU", answer["cpu"] * 100, "%")
    # A caret blinks: that is Qt's, about two ticks a second.
    yield Figure("idle: timer ticks a second", answer["ticks"], "1/s", 3)
