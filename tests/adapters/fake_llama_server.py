"""Stands in for `llama-server`: takes its arguments, answers `/health`, tells what it was given."""

import json
import os
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

from typing_extensions import override

arguments = dict(zip(sys.argv[1::2], sys.argv[2::2], strict=False))
key = Path(arguments["--api-key-file"]).read_text(encoding="utf-8").strip()


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/health" or self._has_key() else 401)
        self.end_headers()
        self.wfile.write(json.dumps({"pid": os.getpid(), "arguments": sys.argv[1:]}).encode())

    def _has_key(self) -> bool:
        return self.headers["authorization"] == f"Bearer {key}"

    @override
    def log_message(self, *_: object) -> None:
        """Says nothing."""


HTTPServer(("127.0.0.1", int(arguments["--port"])), Handler).serve_forever()
