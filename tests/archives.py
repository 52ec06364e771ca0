"""A whole HTTP archive of a few recordings, as it is written a round at a time."""

from collections.abc import Iterable

from studio.core.recording import Recording
from studio.harness import har


def as_har(recordings: Iterable[Recording], version: str) -> str:
    """JSON text, the oldest request first."""
    entries = map(har.entry, sorted(recordings, key=lambda each: each.started_at))
    return har.beginning(version) + ",\n".join(entries) + har.ENDING
