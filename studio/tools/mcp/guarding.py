"""Which addresses a server may name for its login. Others would let it reach into this network."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from studio.core.addresses import is_loopback, is_near
from studio.core.safe_addresses import is_metadata
from studio.harness.server_ports import ServerFailure, Trouble
from studio.tools.mcp.http_failures import host_of
from studio.tools.mcp.ways import WayError


def check_named(url: str, server: str) -> None:
    """`url` is what the server at `server` named. Raises `WayError`."""
    if not may_be_named(url, server):
        raise WayError(ServerFailure(Trouble.LOGIN_FAILED, f"refused address: {host_of(url)}"))


def may_be_named(url: str, server: str) -> bool:
    """HTTPS, and in the network of this computer only where the server is there too."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        return False
    if not host or _is_of_hosts(host):
        return False
    if is_loopback(url):
        return parts.scheme in ("http", "https") and is_loopback(server)
    if is_near(url) and not is_near(server):
        return False
    # Numbers that only some systems complete (`127.1`, `2130706433`) are nobody's name.
    is_odd = host.replace(".", "").isdigit() and not _is_number(host)
    return parts.scheme == "https" and not is_odd


def _is_of_hosts(host: str) -> bool:
    return is_metadata(host) or host in ("metadata.google.internal", "metadata")


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
