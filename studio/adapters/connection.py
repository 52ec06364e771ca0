"""What is known of the connection that carried one attempt."""

import ssl
from typing import Any

import httpx

from studio.core.recording import ConnectionFacts

_OPENED = ("connect_tcp.complete", "connect_unix_socket.complete")


class ConnectionTrace:
    """Listens to one request inside the HTTP library, which tells nowhere else what it reused."""

    def __init__(self, proxy: str = "") -> None:
        self._proxy = proxy
        self._is_new = False

    async def __call__(self, name: str, facts: dict[str, Any]) -> None:
        if name.endswith(_OPENED):
            self._is_new = True

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
