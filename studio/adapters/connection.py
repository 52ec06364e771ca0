"""What is known of the connection that carried one attempt."""

import ssl
from typing import Any, Protocol

import httpx

from studio.core.recording import ConnectionFacts

_OPENED = ("connect_tcp.complete", "connect_unix_socket.complete")
_IN_USE = ("start_tls.complete", "send_request_headers.started")


class _Closable(Protocol):
    async def aclose(self) -> None: ...


class ConnectionTrace:
    """Listens to one request inside the HTTP library, which tells nowhere else what it reused."""

    def __init__(self, proxy: str = "") -> None:
        self._proxy = proxy
        self._is_new = False
        self._opening: _Closable | None = None

    async def __call__(self, name: str, facts: dict[str, Any]) -> None:
        if name.endswith(_OPENED):
            self._is_new = True
            self._opening = facts.get("return_value")
        elif name.endswith(_IN_USE):
            self._opening = None

    async def abandon(self) -> None:
        """WORKAROUND: cancelled in the middle of a TLS handshake, httpcore 1.0 leaves the
        connection open (`start_tls` closes it after an `Exception` only)."""
        opening, self._opening = self._opening, None
        if opening is not None:
            await opening.aclose()

    def facts(self, response: httpx.Response | None) -> ConnectionFacts:
        stream = response.extensions.get("network_stream") if response is not None else None
        if response is None or stream is None:
            return ConnectionFacts(proxy=self._proxy)
        return ConnectionFacts(
            http_version=response.http_version,
            address=_address(stream.get_extra_info("server_addr")),
            tls=_tls(stream.get_extra_info("ssl_object")),
            proxy=self._proxy,
            is_reused=not self._is_new,
        )


def _address(address: object) -> str:
    match address:
        case (str(host), int(port), *_):
            return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        case _:
            return ""


def _tls(tls: object) -> str:
    if not isinstance(tls, ssl.SSLObject | ssl.SSLSocket):
        return ""
    cipher = tls.cipher()
    return " ".join(part for part in (tls.version(), cipher[0] if cipher else None) if part)
