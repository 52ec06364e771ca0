"""The name of a host in an address."""

from urllib.parse import urlsplit


def host_of(base_url: str) -> str:
    try:
        return (urlsplit(base_url.strip()).hostname or "").lower()
    except ValueError:
        return ""
