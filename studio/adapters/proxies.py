"""Which proxy an address is reached through, as this computer is set up. Blocks: call in a thread.

The HTTP library can read the environment too, but it knows no list of exceptions on macOS and
Windows, and would send requests for this very computer to a proxy.
"""

from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from studio.core.addresses import is_loopback


def proxy_for(url: str) -> str | None:
    """The proxy's URL, credentials included, or None."""
    parts = urlsplit(url)
    if is_loopback(url) or not parts.hostname or proxy_bypass(parts.hostname):
        return None
    proxies = getproxies()
    proxy = proxies.get(parts.scheme) or proxies.get("all")
    if not proxy:
        return None
    return proxy if "://" in proxy else f"http://{proxy}"


def shown_proxy(proxy: str | None) -> str:
    """Host and port alone: the credentials are nobody's business."""
    return urlsplit(proxy).netloc.rpartition("@")[2] if proxy else ""
