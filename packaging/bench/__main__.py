"""Measures Callboard and prints one row a figure. Run by `packaging/dev.py bench`.

    bench [NAME ...] [--json FILE]

NAME is a group (start, servers, idle, send, stream, open, transcript, inspector, stop, size, wire);
without one, all are measured.
"""

import argparse
import json
import sys
from pathlib import Path

import idle
import inspector
import installed
import opening
import sending
import servers
import start
import stopping
import streaming
import transcript
import wire
from figure import HEADING

_GROUPS = {
    "start": start.measure,
    "servers": servers.measure,
    "idle": idle.measure,
    "send": sending.measure,
    "stream": streaming.measure,
    "open": opening.measure,
    "transcript": transcript.measure,
    "inspector": inspector.measure,
    "stop": stopping.measure,
    "size": installed.measure,
    "wire": wire.measure,
}


def main() -> int:
    """Prints the figures as they are measured. The exit code is 1 when a bar does not hold."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(_GROUPS))
    parser.add_argument("--json", type=Path, metavar="FILE")
    asked = parser.parse_args()
    unknown = [name for name in asked.names if name not in _GROUPS]
    if unknown:
        parser.error(f"no such group: {', '.join(unknown)}; there are {', '.join(_GROUPS)}")
    figures = []
    sys.stdout.write(HEADING + "\n")
    for name in asked.names or _GROUPS:
        for figure in _GROUPS[name]():
            figures.append(figure)
            sys.stdout.write(figure.row() + "\n")
            sys.stdout.flush()
    if asked.json is not None:
        rows = [figure.as_json() for figure in figures]
        asked.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    return 1 if any(figure.holds is False for figure in figures) else 0


if __name__ == "__main__":
    sys.exit(main())
