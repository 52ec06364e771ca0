"""Reads one streamed reply again and again, by turns with ours and with the vendor's own library.

    wire_probe.py DIALECT

Both get the same bytes in the same pieces from an HTTP library with a transport in the process.
Prints one line of JSON: seconds for each reading, bytes, and events of the stream.
"""

import gc
import itertools
import json
import sys
import time
from collections.abc import Callable, Iterator
from statistics import median

import httpx
from sdk_readers import NDJSON, READERS, SSE, transport
from wire_recording import recording

from studio.core.events import TextDelta
from studio.core.messages import Dialect
from studio.wire.dialects import reader_for

_TURNS = 9
_PIECE = 4_096
_URL = "http://127.0.0.1/v1"


def main() -> None:
    dialect = Dialect(sys.argv[1])
    body, events = recording(dialect)

    def pieces() -> Iterator[bytes]:
        return (body[at : at + _PIECE] for at in range(0, len(body), _PIECE))

    headers = NDJSON if dialect is Dialect.OLLAMA_CHAT else SSE
    read_theirs = READERS[dialect](pieces)
    ours: list[float] = []
    theirs: list[float] = []
    with httpx.Client(transport=transport(pieces, headers)) as client:
        for _ in range(_TURNS):
            ours.append(_timed(lambda: _read_ours(client, dialect)))
            theirs.append(_timed(read_theirs))
    told = {"ours": median(ours), "theirs": median(theirs), "bytes": len(body), "events": events}
    sys.stdout.write(json.dumps(told) + "\n")


def _timed(read: Callable[[], int]) -> float:
    """Processor time of one reading. Both must have read the whole of it."""
    gc.collect()
    started = time.process_time()
    length = read()
    seconds = time.process_time() - started
    if length < 10_000:
        sys.exit(f"only {length} characters were read")
    return seconds


def _read_ours(client: httpx.Client, dialect: Dialect) -> int:
    ids = itertools.count()
    reader = reader_for(dialect, lambda: str(next(ids)))
    length = 0
    with client.stream("POST", _URL, json={}) as response:
        for piece in response.iter_bytes():
            length += sum(
                len(event.text) for event in reader.feed(piece) if isinstance(event, TextDelta)
            )
    reader.end()
    completed = reader.close()
    return length if len(completed.calls) == 1 else 0


if __name__ == "__main__":
    main()
