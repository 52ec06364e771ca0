"""What long chats cost: while they stream, scroll, change their width and take turns.

The bars are those that a transcript of this kind was shown to reach; see README, Performance.
"""

from collections.abc import Iterator
from statistics import median

from child import run_probe
from figure import Figure

_RUNS = 3
_MIXED = (
    # model of served.py, bar of the 99th percentile
    ("text-100000-500", 16.0),
    ("text-200000-2000", 20.0),
)
_ONE_BLOCK = ("list", "fence", "table", "paragraph", "math")
_LONGEST = 100.0


def measure() -> Iterator[Figure]:
    yield from _streaming()
    yield from _opening()
    yield from _reading()


def _streaming() -> Iterator[Figure]:
    for model, bar in _MIXED:
        answer = run_probe("streaming_probe", model)
        name = f"transcript: {_spoken(model)}"
        yield Figure(f"{name}, gap p99", answer["p99"], "ms", bar)
        yield Figure(f"{name}, longest gap", answer["longest"], "ms", _LONGEST)
        yield Figure(f"{name}, CPU", answer["cpu"], "s", 8.0 if "-2000" in model else None)
    peer = run_probe("peer_probe")
    yield Figure("peer: QTextBrowser, 100 kB at 500 tokens/s, gap p99", peer["p99"], "ms")
    yield Figure("peer: the same, longest gap", peer["longest"], "ms")
    yield Figure("peer: the same, CPU", peer["cpu"], "s")
    yield Figure(
        "transcript: characters parsed over streamed",
        run_probe("parsing_probe")["ratio"],
        "ratio",
        4.0,
    )
    for kind in _ONE_BLOCK:
        answer = run_probe("streaming_probe", f"{kind}-100000-500")
        yield Figure(f"transcript: one {kind} of 100 kB, gap p99", answer["p99"], "ms", 33.0)
        yield Figure(
            f"transcript: one {kind} of 100 kB, longest gap", answer["longest"], "ms", _LONGEST
        )
    answer = run_probe("streaming_probe", "cards-1000")
    yield Figure("transcript: 1,000 cards in one turn, gap p99", answer["p99"], "ms", 33.0)
    yield Figure("transcript: 1,000 cards, longest gap", answer["longest"], "ms", _LONGEST)
    answer = run_probe("reading_probe", "two")
    yield Figure("transcript: two chats at 500 tokens/s, gap p99", answer["p99"], "ms", 20.0)
    yield Figure("transcript: two chats, longest gap", answer["longest"], "ms", _LONGEST)
    answer = run_probe("reading_probe", "hour")
    # Beside the text itself, against all that was there before.
    grown = (answer["grown"] - answer["text"]) / answer["before"] * 100
    yield Figure("transcript: an hour at 50 tokens/s, memory grown", grown, "%", 10.0)


def _opening() -> Iterator[Figure]:
    few, many = (
        [run_probe("opening_probe", str(count)) for _ in range(_RUNS)] for count in (100, 10_000)
    )
    yield Figure("transcript: open 10,000, all of it", median(each["ms"] for each in many), "ms")
    drawn_few, drawn = (median(each["drawn"] for each in runs) for runs in (few, many))
    yield Figure("transcript: open 10,000, turns read", drawn, "ms")
    yield Figure("transcript: the same over open 100", drawn / drawn_few, "ratio", 2.0)


def _reading() -> Iterator[Figure]:
    answer = run_probe("reading_probe", "scroll")
    yield Figure("transcript: page down, p50", answer["p50"], "ms")
    yield Figure("transcript: page down, p95", answer["p95"], "ms", 16.0)
    yield Figure("transcript: widgets in 10,000 messages", answer["widgets"], "", 80.0)
    beyond = answer["added"] - answer["text"]
    yield Figure("transcript: memory beyond the text", beyond, "MB", 20.0)
    answer = run_probe("reading_probe", "switch")
    yield Figure("transcript: switch of 10,000, p95 to paint", answer["p95"], "ms", 60.0)
    answer = run_probe("reading_probe", "resize")
    yield Figure("transcript: resize of 10,000, longest step", answer["longest"], "ms", 50.0)
    answer = run_probe("reading_probe", "splitter")
    yield Figure("transcript: splitter, a frame's p95", answer["p95"], "ms", 1000 / 30)


def _spoken(model: str) -> str:
    _, length, rate = model.split("-")
    return f"{int(length) // 1000} kB at {int(rate):,} tokens/s"
