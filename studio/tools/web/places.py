"""Reads an address of the web and says where it may not lead. Nothing is resolved here."""

import ipaddress
import re
from collections.abc import Collection

import httpx

from studio.tools.web.fetching import FetchRefusedError, FetchTrouble

USUAL_PORTS = {"http": 80, "https": 443}
_MOST_CHARACTERS = 8_000
_MOST_PORT = 65_535
_FIRST_FREE_PORT = 1_024
# Of the ports above, those on which something other than pages listens, as browsers know them.
_OTHERS = frozenset(
    {1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6379, 6566, 6679, 6697, 9100}
    | {10080, 11211, 25565, *range(6665, 6670)}
)
_NAME = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")
# As browsers see it: a last part like this makes the whole host a number.
_NUMBER = re.compile(r"(.*\.)?(\d+|0x[0-9a-f]*)")


def parsed(url: str) -> httpx.URL:
    """With the host in ASCII. Raises `FetchRefusedError`."""
    shown = repr(url[:200])
    try:
        if len(url) > _MOST_CHARACTERS:
            raise FetchRefusedError(FetchTrouble.ADDRESS, shown)
        found = httpx.URL(url.strip())
    except (httpx.InvalidURL, ValueError):
        raise FetchRefusedError(FetchTrouble.ADDRESS, shown) from None
    host = host_of(found)
    if (
        found.scheme not in USUAL_PORTS
        or not host
        or found.userinfo
        or "@" in found.netloc.decode()
    ):
        raise FetchRefusedError(FetchTrouble.ADDRESS, shown)
    _refuse_odd(host, shown)
    port = port_of(found)
    if not 0 < port <= _MOST_PORT:
        raise FetchRefusedError(FetchTrouble.PORT, str(port))
    return found


def host_of(url: httpx.URL) -> str:
    """In small letters, without the dot that may end it."""
    return url.raw_host.decode("ascii").lower().removesuffix(".")


def port_of(url: httpx.URL) -> int:
    return USUAL_PORTS[url.scheme] if url.port is None else url.port


def is_page_port(port: int) -> bool:
    """Whether a port of the public web is asked: the usual two, or one that serves pages."""
    return port in USUAL_PORTS.values() or (port >= _FIRST_FREE_PORT and port not in _OTHERS)


def is_listed(url: httpx.URL, hosts: Collection[str]) -> bool:
    """Whether the user's list has this host, with this port or with none."""
    host, port = host_of(url), port_of(url)
    bracketed = f"[{host}]" if ":" in host else host
    names = {host, bracketed, f"{bracketed}:{port}"}
    return any(each.strip().lower().removesuffix(".") in names for each in hosts)


def _refuse_odd(host: str, shown: str) -> None:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        if _NUMBER.fullmatch(host):
            raise FetchRefusedError(FetchTrouble.DISGUISED, host[:100]) from None
        if not _NAME.fullmatch(host):
            raise FetchRefusedError(FetchTrouble.ADDRESS, shown) from None
    else:
        # A zone names one of this computer's own networks.
        if isinstance(address, ipaddress.IPv6Address) and address.scope_id is not None:
            raise FetchRefusedError(FetchTrouble.PRIVATE, host[:100])
