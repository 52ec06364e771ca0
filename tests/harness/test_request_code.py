"""What is copied runs: curl and Python send again what was recorded."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from typing_extensions import override

from studio.core.recording import Recording
from studio.harness.request_code import KEY_VARIABLE, as_curl, as_httpx

BODY = {
    "model": "m'x",
    "stream": True,
    "stop": None,
    "text": 'say "true", $HOME, `id` \\ CALLBOARD\nnull é',
}
HEADERS = (
    ("host", "h"),
    ("content-length", "3"),
    ("content-type", "application/json"),
    ("authorization", "Bearer ********************"),
    ("x-note", 'it\'s "$HOME"'),
)


class _Heard(HTTPServer):
    """What came, and one answer."""

    path = ""
    headers: dict[str, str]
    body = b""


class _Handler(BaseHTTPRequestHandler):
    server: _Heard

    def do_POST(self) -> None:
        self.server.path = self.path
        self.server.headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.body = self.rfile.read(int(self.headers["content-length"]))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"answered")

    @override
    def log_message(self, format: str, *args: object) -> None:
        return


@pytest.fixture
def heard() -> Iterator[_Heard]:
    server = _Heard(("127.0.0.1", 0), _Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def recorded(port: int) -> Recording:
    url = f"http://127.0.0.1:{port}/v1/chat?key=********************&alt=sse"
    body = json.dumps(BODY).encode()
    return Recording("r", "t", "c", 1, 0.0, "POST", url, HEADERS, body)


def check(heard: _Heard) -> None:
    assert heard.path == "/v1/chat?key=the-key&alt=sse"
    assert heard.headers["authorization"] == "Bearer the-key"
    assert heard.headers["x-note"] == 'it\'s "$HOME"'
    assert json.loads(heard.body) == BODY


def run(command: list[str], text: str | None = None) -> str:
    environment = {**os.environ, KEY_VARIABLE: "the-key", "no_proxy": "*"}
    done = subprocess.run(
        command, input=text, capture_output=True, text=True, env=environment, check=True, timeout=60
    )
    return done.stdout


@pytest.mark.skipif(
    shutil.which("curl") is None or shutil.which("sh") is None, reason="no curl on this system"
)
def test_curl_sends_the_same_request(heard: _Heard) -> None:
    assert "answered" in run(["sh"], as_curl(recorded(heard.server_port)))
    check(heard)


def test_python_sends_the_same_request(heard: _Heard) -> None:
    printed = run([sys.executable, "-c", as_httpx(recorded(heard.server_port))])
    assert printed.split() == ["200", "answered"]
    check(heard)


@pytest.mark.parametrize("body", [b"", b"no JSON 'at' all", b"[" * 3_000])
def test_any_body_gives_a_program(body: bytes) -> None:
    odd = replace(recorded(1), request_body=body)
    compile(as_httpx(odd), "program", "exec")
    assert KEY_VARIABLE in as_curl(odd)


@pytest.mark.skipif(
    shutil.which("curl") is None or shutil.which("sh") is None, reason="no curl on this system"
)
def test_no_line_of_a_body_becomes_a_command(heard: _Heard) -> None:
    odd = replace(recorded(heard.server_port), request_body=b"x\nCALLBOARD\necho broken out\n")
    assert "broken out" not in run(["sh"], as_curl(odd))
    assert b"broken out" in heard.body


def test_half_characters_can_be_written_to_a_file() -> None:
    odd = replace(recorded(1), request_body=b'{"half": "\\ud800", "not": NaN}')
    program = as_httpx(odd).encode().decode()
    compile(program, "program", "exec")
    assert '"\\ud800"' in program
    as_curl(odd).encode()


def test_no_masked_value_is_pretended_to_be_a_key() -> None:
    for text in (as_curl(recorded(1)), as_httpx(recorded(1))):
        assert "****" not in text
