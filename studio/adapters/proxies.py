"""Which proxy an address is reached through, as profile and computer say. Blocks: call in a thread.

The HTTP library can read the environment too, but it knows no networks in `NO_PROXY`, no list of
exceptions on macOS and Windows, and would send requests for this very computer to a proxy.
"""

import os
from dataclasses import dataclass, field
from ipaddress import ip_address, ip_network
from urllib.parse import quote, urlsplit, urlunsplit
from urllib.request import getproxies, proxy_bypass

from studio.core.addresses import is_loopback

NO_PROXY = "none"
_PORTS = {"http": 80, "https": 443}
_SCHEMES = {"socks": "socks5", "socks5": "socks5", "socks5h": "socks5h"} | {
    name: name for name in ("http", "https")
}


class BadProxyError(ValueError):
    """A proxy that cannot be used. `shown` is fit to be shown."""

    def __init__(self, shown: str) -> None:
        super().__init__("this proxy cannot be used")
        self.shown = shown


@dataclass(frozen=True, slots=True)
class Proxy:
    """`url` holds the login; `shown` is host and port alone."""

    url: str = field(repr=False)
    shown: str


def proxy_for(url: str, chosen: str = "", login: str = "") -> Proxy | None:
    """The proxy for an address, or None. `chosen` is the profile's: empty for the system's.

    `login` is user and password for a proxy that the profile names. Raises `BadProxyError`.
    """
    parts = urlsplit(url)
    if is_loopback(url) or not parts.hostname or chosen == NO_PROXY:
        return None
    if chosen:
        return _proxy(chosen, login)
    found = _of_system(parts.scheme, parts.hostname, parts.port or _PORTS.get(parts.scheme, 0))
    return _proxy(found) if found else None


def excepted(host: str, port: int, exceptions: str) -> bool:
    """Whether `NO_PROXY` names the host: by name, as one below a name, by number, as one of a
    network, each with or without a port; `*` names everybody."""
    host = host.lower().strip("[]").removesuffix(".")
    return any(_names(entry, host, port) for entry in exceptions.lower().replace(",", " ").split())


def _of_system(scheme: str, host: str, port: int) -> str:
    exceptions = os.environ.get("no_proxy") or os.environ.get("NO_PROXY") or ""
    if excepted(host, port, exceptions):
        return ""
    # Of Windows and macOS; where the environment names proxies, this reads `NO_PROXY` once more.
    if proxy_bypass(host):
        return ""
    proxies = getproxies()
    return proxies.get(scheme) or proxies.get("all") or ""


def _names(entry: str, host: str, port: int) -> bool:
    if entry == "*":
        return True
    name, wanted = _split_port(entry)
    if wanted and wanted != str(port):
        return False
    try:
        return ip_address(host) in ip_network(name, strict=False)
    except ValueError:
        name = name.removeprefix("*").lstrip(".").removesuffix(".")
        return bool(name) and (host == name or host.endswith(f".{name}"))


def _split_port(entry: str) -> tuple[str, str]:
    if entry.startswith("["):
        name, _, rest = entry[1:].partition("]")
        return name, rest.removeprefix(":")
    if entry.count(":") == 1:
        name, _, wanted = entry.partition(":")
        return name, wanted
    return entry, ""


def _proxy(url: str, login: str = "") -> Proxy:
    """Well formed, with its login if there is one."""
    url = url.strip()
    if "://" not in url and ":/" in url:
        # A scheme with a slash too few would be looked up as a host.
        raise BadProxyError(shown_proxy(url))
    address = url if "://" in url else f"http://{url}"
    try:
        parts = urlsplit(address)
        port = parts.port
        host = parts.hostname
    except ValueError:
        raise BadProxyError(shown_proxy(url)) from None
    scheme = _SCHEMES.get(parts.scheme.lower())
    if not host or scheme is None or not host.isprintable() or " " in host:
        raise BadProxyError(shown_proxy(url))
    place = f"[{host}]" if ":" in host else host
    place = f"{place}:{port}" if port is not None else place
    user = _encoded(login) if login else parts.netloc.rpartition("@")[0]
    netloc = f"{user}@{place}" if user else place
    return Proxy(urlunsplit((scheme, netloc, "", "", "")), place)


def _encoded(login: str) -> str:
    user, colon, password = login.partition(":")
    return f"{quote(user, safe='')}{colon}{quote(password, safe='')}"


def shown_proxy(proxy: str) -> str:
    """Host and port alone: the credentials are nobody's business."""
    without_scheme = proxy.strip().rpartition("://")[2]
    return without_scheme.rpartition("@")[2].split("/", 1)[0]
