"""Whether fifty MCP servers, ten of them broken, hold up the window that they are started with."""

import json
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import Any

from child import ROOT, run_probe
from figure import Figure

_RUNS = 9
_HEALTHY = 40
_ODD = ROOT / "tests" / "tools" / "mcp" / "odd_server.py"
# What each does stands in `odd_server.py`.
_ODD_WAYS = {
    "exits": ["gone"],
    "prints garbage": ["garbage", "hang"],
    "never answers": ["quiet-forever"],
    "other version": ["wrong-version"],
    "crashes in initialize": ["exit"],
    "floods stderr": ["flood"],
}


def measure() -> Iterator[Figure]:
    """Runs alternate, so that a busy moment of the machine meets both."""
    with _failing_server() as failing:
        entries = [*_healthy(), *_broken(failing)]
        none: list[dict[str, Any]] = []
        fifty: list[dict[str, Any]] = []
        run_probe("servers_probe", "0", furnish=partial(_configure, entries))
        for _ in range(_RUNS):
            none.append(run_probe("servers_probe", "0"))
            wanted = str(_HEALTHY)
            fifty.append(run_probe("servers_probe", wanted, furnish=partial(_configure, entries)))
    for name, key, bar in (("first paint", "paint", 1.1), ("furnished", "furnished", 1.1)):
        without, beside = _median(none, key), _median(fifty, key)
        yield Figure(f"servers: none, {name}", without, "ms")
        yield Figure(f"servers: 50, {name}", beside, "ms")
        yield Figure(f"servers: 50 over none, {name}", beside / without, "ratio", bar)
    yield Figure("servers: none, longest gap in 6 s", _median(none, "longest"), "ms")
    yield Figure("servers: 50, longest gap in 6 s", _median(fifty, "longest"), "ms", 100)
    yield Figure("servers: 50, gap p99 in 6 s", _median(fifty, "p99"), "ms", 33)
    yield Figure("servers: 40 of 50 ready after", _median(fifty, "ready"), "ms")


def _median(answers: list[dict[str, Any]], key: str) -> float:
    return median(float(each[key]) for each in answers)


def _configure(entries: list[dict[str, Any]], home: Path) -> None:
    kept = {"version": 1, "servers": entries}
    (home / "servers.json").write_text(json.dumps(kept), encoding="utf-8")


def _healthy() -> list[dict[str, Any]]:
    return [_odd(f"healthy-{number}", []) for number in range(_HEALTHY)]


def _broken(failing: str) -> list[dict[str, Any]]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        refused = f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"
    odd = [_odd(name, modes) for name, modes in _ODD_WAYS.items()]
    return [
        *odd,
        _entry("no program", command="callboard-bench-no-such-program"),
        _odd("no folder", []) | {"folder": str(_ODD / "nowhere")},
        _entry("refuses", transport="http", url=refused),
        _entry("answers with 500", transport="http", url=failing),
    ]


def _odd(name: str, modes: list[str]) -> dict[str, Any]:
    arguments = ["-I", "-S", str(_ODD), *modes]
    return _entry(name, command=sys.executable, arguments=arguments)


def _entry(name: str, **fields: Any) -> dict[str, Any]:
    return {"id": name.replace(" ", "-"), "name": name, "start": "with_callboard", **fields}


class _Failing(BaseHTTPRequestHandler):
    """Has nothing but a 500 for whoever asks."""

    def do_POST(self) -> None:
        self.send_error(500)

    do_GET = do_POST  # noqa: N815 - a name of the library

    def log_message(self, format: str, *args: Any) -> None:  # type: ignore[explicit-override]  # noqa: A002 - the name is the library's
        """Figures alone are printed."""


@contextmanager
def _failing_server() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Failing) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/mcp"
        server.shutdown()
