"""What an address says of itself before anything is resolved or sent."""

import re
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

from studio.core.trimming import strip_pasted

_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*://")
_QUOTES = "\"'<>"


def bare_address(text: str) -> str:
    """The address without the quotes, brackets and white space it was copied with."""
    return strip_pasted(text, _QUOTES)


def names_scheme(address: str) -> bool:
    """`localhost:8080` does not, though a parser of URLs reads it as a scheme and a path."""
    return _SCHEME.match(address) is not None


def is_loopback(address: str) -> bool:
    """Whether the host is this computer by its name or number alone; nothing is resolved.

    The scheme may be missing. Numbers that only some systems complete (`127.1`) do not count.
    """
    host = _host(address)
    number = _number(host)
    if number:
        return number.is_loopback
    return host == "localhost" or host.endswith(".localhost")


def is_near(address: str) -> bool:
    """Whether the host is this computer or, by its name or number, one of the same network."""
    host = _host(address)
    number = _number(host)
    return is_loopback(address) or (not number.is_global if number else host.endswith(".local"))


def host_of(address: str) -> str:
    """The host, with the port where one is named; empty where there is none."""
    address = bare_address(address)
    try:
        parts = urlsplit(address if names_scheme(address) else f"//{address}")
        port = parts.port
    except ValueError:
        return ""
    host = _host(address)
    shown = f"[{host}]" if ":" in host else host
    return f"{shown}:{port}" if host and port else shown


def _host(address: str) -> str:
    """In small letters, without the dot that may end it; empty where there is none."""
    address = bare_address(address)
    try:
        host = urlsplit(address if names_scheme(address) else f"//{address}").hostname or ""
    except ValueError:
        return ""
    return host.removesuffix(".")


def _number(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None
