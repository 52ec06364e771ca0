"""Recordings as an HTTP archive (HAR 1.2, http://www.softwareishard.com/blog/har-12-spec/), which
the developer tools of every browser open.

What HAR has no field for begins with an underscore, as the format wants it: when each chunk of a
stream came, and what ended a request before its time.
"""

import base64
import json
from collections.abc import Iterable
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from studio.core.recording import Recording

ENDING = "\n]}}\n"
_MILLI = 1e-6  # of a nanosecond
_UNKNOWN = -1  # HAR's word for a size or time that is not known


def beginning(version: str) -> str:
    """What stands before the first entry. Entries have commas between them. `version` is
    Callboard's own."""
    creator = json.dumps({"name": "Callboard", "version": version}, ensure_ascii=False)
    return f'{{"log": {{"version": "1.2", "creator": {creator}, "entries": [\n'


def entry(recording: Recording) -> str:
    """One request and its reply: JSON text. Bodies are as they were decoded, secrets masked."""
    return json.dumps(_entry(recording), ensure_ascii=False, indent=1)


def _entry(recording: Recording) -> dict[str, Any]:
    wait, receive = _times(recording)
    entry: dict[str, Any] = {
        "startedDateTime": datetime.fromtimestamp(recording.started_at, UTC).isoformat(),
        "time": wait + receive,
        "request": _request(recording),
        "response": _response(recording),
        "cache": {},
        "timings": {"send": 0, "wait": wait, "receive": receive},
        "_round": recording.round_id,
        "_attempt": recording.attempt,
        "_chunks": [[chunk.offset_ns * _MILLI, len(chunk.data)] for chunk in recording.chunks],
    }
    address = recording.connection.address.rpartition(":")[0].strip("[]")
    if address:
        entry["serverIPAddress"] = address
    if recording.error:
        entry["_error"] = recording.error
    if recording.is_truncated:
        entry["comment"] = "The recording was cut at its size limit."
    return entry


def _times(recording: Recording) -> tuple[float, float]:
    """Milliseconds until the first byte, and from there to the end."""
    end = (recording.ended_ns or 0) * _MILLI
    if not recording.chunks:
        return end, 0.0
    first = recording.chunks[0].offset_ns * _MILLI
    return first, max(end - first, 0.0)


def _request(recording: Recording) -> dict[str, Any]:
    query = parse_qsl(urlsplit(recording.url).query, keep_blank_values=True)
    request: dict[str, Any] = {
        "method": recording.method,
        "url": recording.url,
        "httpVersion": _http_version(recording),
        "cookies": [],
        "headers": _pairs(recording.request_headers),
        "queryString": _pairs(query),
        "headersSize": _UNKNOWN,
        "bodySize": len(recording.request_body),
    }
    if recording.request_body:
        kind = _header(recording.request_headers, "content-type")
        text = recording.request_body.decode("utf-8", "replace")
        request["postData"] = {"mimeType": kind, "text": text}
    return request


def _response(recording: Recording) -> dict[str, Any]:
    body = recording.response_body
    content: dict[str, Any] = {
        "size": len(body),
        "mimeType": _header(recording.response_headers, "content-type"),
    }
    try:
        content["text"] = body.decode()
    except UnicodeDecodeError:
        content["text"] = base64.b64encode(body).decode()
        content["encoding"] = "base64"
    return {
        "status": recording.status or 0,
        "statusText": _phrase(recording.status),
        "httpVersion": _http_version(recording),
        "cookies": [],
        "headers": _pairs(recording.response_headers),
        "content": content,
        "redirectURL": _header(recording.response_headers, "location"),
        "headersSize": _UNKNOWN,
        "bodySize": len(body) if recording.status is not None else _UNKNOWN,
    }


def _http_version(recording: Recording) -> str:
    return recording.connection.http_version or "HTTP/1.1"


def _phrase(status: int | None) -> str:
    try:
        return HTTPStatus(status or 0).phrase
    except ValueError:
        return ""


def _pairs(pairs: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"name": name, "value": value} for name, value in pairs]


def _header(headers: Iterable[tuple[str, str]], wanted: str) -> str:
    return next((value for name, value in headers if name.lower() == wanted), "")
