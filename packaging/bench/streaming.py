"""What an answer costs while it streams, and how smooth the window stays."""

from collections.abc import Iterator
from statistics import median

from child import run_probe
from figure import Figure

_RUNS = 3
_SHORT, _LONG = 20_000, 200_000


def measure() -> Iterator[Figure]:
    """At 2,000 tokens a second for the cost, at 500 for the smoothness."""
    short = median(_cost(_SHORT) for _ in range(_RUNS))
    long = median(_cost(_LONG) for _ in range(_RUNS))
    yield Figure("stream: CPU per kB at 20 kB", short * 1000, "ms")
    yield Figure("stream: CPU per kB at 200 kB", long * 1000, "ms")
    yield Figure("stream: CPU per kB, 200 kB over 20 kB", long / short, "ratio", 1.3)
    answer = run_probe("streaming_probe", "text-100000-500")
    yield Figure("stream: 100 kB at 500 tokens/s, stall p99", answer["p99"], "ms", 16)
    yield Figure("stream: 100 kB at 500 tokens/s, longest stall", answer["longest"], "ms", 100)


def _cost(length: int) -> float:
    answer = run_probe("streaming_probe", f"text-{length}-2000")
    if answer["length"] < length:
        raise SystemExit(1)
    return float(answer["cpu"]) / (length / 1000)
