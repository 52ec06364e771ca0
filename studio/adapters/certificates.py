"""Looks at a certificate that was refused, to name who issued it. Nothing is sent but the greeting.

The library that verifies does not say whose certificate it refused.
"""

import ssl
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

import httpx

from studio.adapters.clients import Line
from studio.adapters.trust import blind_context

_TIMEOUT = 5.0
_VERSION = 0xA0
_COMMON_NAME, _ORGANISATION = b"\x55\x04\x03", b"\x55\x04\x0a"
_BMP = 0x1E
_MAX_NAME = 120


@dataclass(frozen=True, slots=True)
class Certificate:
    """Names are for people: the organisation with the name, or what there is of them."""

    issuer: str
    subject: str
    is_self_signed: bool


class _Seen(Exception):  # noqa: N818 - no error: it ends a handshake that has told enough
    def __init__(self, der: bytes) -> None:
        super().__init__()
        self.der = der


class _Stream(Protocol):
    def get_extra_info(self, info: str) -> Any: ...

    async def aclose(self) -> None: ...


async def presented(line: Line, url: str) -> Certificate | None:
    """By the server, or whoever answers in its name. None where that cannot be found out."""
    proxy = line.via.url if line.via is not None else None
    der = b""
    async with httpx.AsyncClient(
        verify=blind_context(), proxy=proxy, trust_env=False, timeout=_TIMEOUT
    ) as client:
        request = client.build_request("HEAD", httpx.URL(url).copy_with(path="/", query=None))
        request.extensions["trace"] = _look
        # What else goes wrong was told already, by the attempt before.
        with suppress(httpx.HTTPError, OSError, ValueError):
            try:
                await client.send(request)
            except _Seen as seen:
                der = seen.der
    return read_certificate(der)


async def _look(name: str, facts: dict[str, Any]) -> None:
    """Ends it after the handshake with the host, before a request would go out."""
    stream: _Stream | None = facts.get("return_value")
    if not name.endswith("start_tls.complete") or stream is None:
        return
    tls = stream.get_extra_info("ssl_object")
    der = tls.getpeercert(binary_form=True) if isinstance(tls, ssl.SSLObject) else None
    await stream.aclose()
    raise _Seen(der or b"")


def read_certificate(der: bytes) -> Certificate | None:
    """The names of an X.509 certificate; None for anything else."""
    try:
        _, whole, _ = _element(der)
        _, inner, _ = _element(whole)
        issuer, subject = _names(inner)
        named = Certificate(_readable(issuer), _readable(subject), issuer == subject)
    except (IndexError, ValueError):
        return None
    return named if named.issuer else None


def _names(inner: bytes) -> tuple[bytes, bytes]:
    """The two names, in what is signed: version, number, algorithm, issuer, validity, subject."""
    tag, _, rest = _element(inner)
    if tag == _VERSION:
        _, _, rest = _element(rest)
    _, _, rest = _element(rest)
    _, issuer, rest = _element(rest)
    _, _, rest = _element(rest)
    _, subject, _ = _element(rest)
    return issuer, subject


def _element(data: bytes) -> tuple[int, bytes, bytes]:
    """Tag and content of the first element, and what follows it."""
    tag, length, start = data[0], data[1], 2
    if length & 0x80:
        size = length & 0x7F
        start += size
        length = int.from_bytes(data[2:start], "big")
    if len(data) < start + length:
        raise ValueError
    return tag, data[start : start + length], data[start + length :]


def _readable(name: bytes) -> str:
    found: dict[bytes, str] = {}
    while name:
        _, parts, name = _element(name)
        while parts:
            _, pair, parts = _element(parts)
            _, kind, rest = _element(pair)
            tag, text, _ = _element(rest)
            found.setdefault(kind, text.decode("utf-16-be" if tag == _BMP else "utf-8", "replace"))
    words = (found.get(_COMMON_NAME, ""), found.get(_ORGANISATION, ""))
    told = ", ".join(dict.fromkeys(word for word in words if word)) or next(
        iter(found.values()), ""
    )
    return "".join(sign for sign in told if sign.isprintable())[:_MAX_NAME]
