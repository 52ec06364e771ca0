"""How fast a stream is read in each dialect, beside the vendor's own library on the same bytes."""

from collections.abc import Iterator

from child import run_probe
from figure import Figure

_DIALECTS = {
    "openai_chat": "openai",
    "openai_responses": "openai",
    "anthropic_messages": "anthropic",
    "google_gemini": "google-genai",
    "ollama_chat": "ollama",
}
_MOST = 0.5  # of the time that the vendor's library takes


def measure() -> Iterator[Figure]:
    """Both read by turns in one process; the median of their turns counts."""
    for dialect, library in _DIALECTS.items():
        answer = run_probe("wire_probe", dialect)
        size, events = answer["bytes"], answer["events"]
        for who, seconds in (("Callboard", answer["ours"]), (library, answer["theirs"])):
            yield Figure(f"wire: {dialect}, {who}", size / seconds / 1e6, "MB/s")
            yield Figure(f"wire: {dialect}, {who}", events / seconds, "events/s")
        share = answer["ours"] / answer["theirs"]
        yield Figure(f"wire: {dialect}, our time of {library}'s", share, "ratio", _MOST)
