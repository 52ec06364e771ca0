"""Runs one model file with a `llama-server` found on the PATH: a program of its own.

It takes the same orders and gives the same reports as `engine_child`, and stands between so that
the server ends when Callboard does: `llama-server` itself would go on for ever.
"""

import contextlib
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

_PATIENCE = 2.0


def main() -> None:
    orders = json.loads(sys.stdin.readline())
    with tempfile.TemporaryDirectory(prefix="callboard-engine-") as folder:
        server, address = _start(orders, Path(folder))
        threading.Thread(target=_end_with_parent, args=(server,), daemon=True).start()
        _report(state="loading")
        try:
            if _wait_until_ready(server, address):
                _report(state="ready", address=address)
            status = server.wait()
        finally:
            _end(server)
    sys.exit(status)


def _start(orders: dict[str, Any], folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    """The key goes through a file that only this user may read, and that is soon gone."""
    key_file = folder / "key"
    key_file.touch(mode=0o600)
    key_file.write_text(orders["key"] + "\n", encoding="utf-8")
    port = _free_port()
    command = [
        *orders["program"],
        *("--model", orders["model"], "--host", "127.0.0.1", "--port", str(port)),
        *("--api-key-file", str(key_file), "--ctx-size", str(orders["context_length"])),
        *("--n-gpu-layers", str(orders["gpu_layers"]), "--threads", str(orders["threads"])),
        *("--parallel", "1", "--poll", "0", "--jinja"),
    ]
    if orders["template"]:
        template = folder / "template.jinja"
        template.write_text(orders["template"], encoding="utf-8")
        command += ["--chat-template-file", str(template)]
    server = subprocess.Popen(  # noqa: S603 - the user's own program, no shell
        command, stdin=subprocess.DEVNULL, stdout=sys.stderr
    )
    return server, f"http://127.0.0.1:{port}"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_until_ready(server: subprocess.Popen[bytes], address: str) -> bool:
    """Whether it came up; it did not if it has ended."""
    while server.poll() is None:
        with contextlib.suppress(OSError, urllib.error.HTTPError):
            url = f"{address}/health"
            with urllib.request.urlopen(url, timeout=_PATIENCE) as response:  # noqa: S310 - loopback
                if response.status == 200:
                    return True
        time.sleep(0.1)
    return False


def _end_with_parent(server: subprocess.Popen[bytes]) -> None:
    while sys.stdin.readline():
        pass
    _end(server)
    os._exit(0)


def _end(server: subprocess.Popen[bytes]) -> None:
    if server.poll() is not None:
        return
    server.terminate()
    try:
        server.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        server.kill()


def _report(**fields: str) -> None:
    sys.stdout.write(json.dumps(fields) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
