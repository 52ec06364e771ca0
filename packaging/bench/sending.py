"""How soon a prompt is on its way."""

from collections.abc import Iterator
from statistics import median

from child import run_probe
from figure import Figure


def measure() -> Iterator[Figure]:
    """The first send loads what later ones have: it is printed, the bar is for the others."""
    waits = run_probe("sending_probe")["waits"]
    yield Figure("send: Return to wire, first", waits[0], "ms")
    yield Figure("send: Return to wire, median of later ones", median(waits[1:]), "ms", 50)
