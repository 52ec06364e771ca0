"""How soon Stop has stopped."""

from collections.abc import Iterator

from child import run_probe
from figure import Figure


def measure() -> Iterator[Figure]:
    """The worst of five, in mid stream, the last save included."""
    yield Figure("stop: Stop to idle, worst", max(run_probe("sending_probe")["stops"]), "ms", 200)
