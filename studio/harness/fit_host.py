"""Whether an address leads to a host, for those addresses that every program reads the same way."""

import re
from ipaddress import IPv4Address, IPv6Address

_MOST_CHARACTERS = 8_192
# Nothing between the two strokes and the end of the host but name and port: no user, no backslash.
_URL = re.compile(
    r"(?:(?P<scheme>https?|wss?)://)?"
    r"(?P<host>\[[0-9a-f:.]+\]|[^\s/?#@:\\\[\]%]+)"
    r"(?::(?P<port>[0-9]{1,5}))?(?P<rest>[/?#].*)?",
    re.IGNORECASE,
)
_NAME = re.compile(
    r"(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
)
_NUMBERED = re.compile(r"(?:0x[0-9a-f]*|[0-9]+)", re.IGNORECASE)
# Letters that the older and the newer rules for names encode in different ways.
_AMBIGUOUS = frozenset("ßςẞ\u200c\u200d")
_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}


def fits_host(wanted: str, address: str) -> bool | None:
    """Whether the address is at the host `wanted` (`*.example.com`: anywhere below it, `host:8080`:
    at that port). None where programs may disagree about what the address means."""
    below = wanted.startswith("*.")
    rule = _place(wanted.removeprefix("*."))
    found = _place(address)
    if rule is None or found is None:
        return None
    host, port = found
    name, wanted_port = rule
    if not (host.endswith(f".{name}") if below else host == name):
        return False
    if wanted_port is None or wanted_port == port:
        return True
    return None if port is None else False


def host_of(address: str) -> str:
    """The host of a web address, with the port that it names; empty where that is not sure."""
    place = _place(address) if "://" in address else None
    match = _URL.fullmatch(address)
    if place is None or match is None:
        return ""
    return f"{place[0]}:{match['port']}" if match["port"] else place[0]


def _place(address: str) -> tuple[str, int | None] | None:
    if len(address) > _MOST_CHARACTERS or not address.isprintable() or "\\" in address:
        return None
    match = _URL.fullmatch(address)
    host = _host(match["host"]) if match is not None else ""
    if match is None or not host:
        return None
    if match["scheme"] is None and host in _PORTS:
        return None  # `http:1234` is a scheme and a number to some
    port = int(match["port"]) if match["port"] else _PORTS.get((match["scheme"] or "").lower())
    return host, port


def _host(text: str) -> str:
    """As it goes over the wire; empty for what some programs read as something else."""
    if text.startswith("["):
        return _v6(text[1:-1])
    if _AMBIGUOUS.intersection(text):
        return ""
    try:
        host = text.lower().encode("idna").decode() if not text.isascii() else text.lower()
    except UnicodeError:
        return ""
    host = host.removesuffix(".")
    if not _NAME.fullmatch(host) or len(host) > 253:
        return ""
    if _NUMBERED.fullmatch(host.rpartition(".")[2]):
        # 127.1 and 2130706433 are an address to some programs and a name to others.
        return host if _is_v4(host) else ""
    return host


def _is_v4(host: str) -> bool:
    try:
        return str(IPv4Address(host)) == host
    except ValueError:
        return False


def _v6(text: str) -> str:
    try:
        address = IPv6Address(text)
    except ValueError:
        return ""
    # One that carries an IPv4 address leads to that one as well.
    is_double = address.ipv4_mapped or address.sixtofour or address.teredo
    return "" if is_double else f"[{address.compressed}]"
