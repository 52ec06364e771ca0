"""What it costs to see: opening a round of megabytes in the inspector."""

from collections.abc import Iterator
from statistics import median

from child import run_probe
from figure import Figure

_TABS = (
    # tab, bar of its first paint, bar of the longest stall
    ("request", 100.0, 50.0),
    ("response", 100.0, 50.0),
    ("changes", 250.0, 50.0),  # two bodies are compared before
)
_DENSE_STALL = 50.0
_PANEL_PAINT = 150.0  # its modules are loaded in it
_PANEL_STALL = 150.0  # the same
_DIALECTS = ("openai_chat", "anthropic_messages")
_PAIRS = 9
_MOST_RECORDING = 1.05


def measure() -> Iterator[Figure]:
    """A turn of 200 rounds, its last requests of 20 MB; from the choice of the round on."""
    for tab, paint, stall in _TABS:
        answer = run_probe("inspector_probe", tab, "long")
        name = f"inspector: 200 rounds, 20 MB, {tab}"
        yield Figure(f"{name}, first paint", answer["paint"], "ms", paint)
        yield Figure(f"{name}, all of it", answer["ready"], "ms")
        yield Figure(f"{name}, longest stall", answer["longest"], "ms", stall)
    dense = run_probe("inspector_probe", "request", "dense")
    name = "inspector: 20 MB of small values"
    yield Figure(f"{name}, all of it", dense["ready"], "ms")
    yield Figure(f"{name}, longest stall", dense["longest"], "ms", _DENSE_STALL)
    panel = run_probe("inspector_probe", "panel", "long")
    name = "inspector: opened on 200 rounds, 1,000 calls, 20 MB"
    yield Figure(f"{name}, first paint", panel["paint"], "ms", _PANEL_PAINT)
    yield Figure(f"{name}, to its last request", panel["ready"], "ms")
    yield Figure(f"{name}, longest stall", panel["longest"], "ms", _PANEL_STALL)
    outlines = run_probe("inspector_probe", "outlines", "long")
    yield Figure("inspector: 200 rounds, when each was", outlines["ready"], "ms")
    for dialect in _DIALECTS:
        yield from _recording(dialect)


def _recording(dialect: str) -> Iterator[Figure]:
    """Neighbours in time are compared, so that what else the computer does weighs on both."""
    answer = run_probe("recording_probe", dialect, str(_PAIRS))
    ratios = [on / off for on, off in zip(answer["on"], answer["off"], strict=True)]
    name = f"recording: {dialect}"
    yield Figure(f"{name}, CPU per kB with it", median(answer["on"]), "ms")
    yield Figure(f"{name}, CPU per kB without", median(answer["off"]), "ms")
    yield Figure(f"{name}, with over without", median(ratios), "ratio", _MOST_RECORDING)
