"""Who gives the logins of a server of the revision of 2025-03-26, which keeps its metadata itself.

RFC 8414 (3.3) wants the issuer to be the very address that the metadata were looked for at. Those
servers are looked for at the root of their own origin, and may name themselves by a path of it
(`https://host/oauth`). Whoever answers at the root speaks for the whole origin, so that is taken;
the SDK, which compares the whole address, would refuse it.
"""

from urllib.parse import SplitResult, urlsplit

import httpx2
from mcp.client.auth.utils import build_oauth_authorization_server_metadata_discovery_urls
from mcp.shared.auth import OAuthMetadata
from pydantic import ValidationError

_PORTS = {"http": 80, "https": 443}


def own_issuer(response: httpx2.Response, server: str) -> str | None:
    """Whom the metadata at the root of `server` name, if that is of the same origin, with another
    path. None for whatever is not such an answer: it is judged by the SDK."""
    places = build_oauth_authorization_server_metadata_discovery_urls(None, server)
    if response.status_code != 200 or str(response.request.url) not in places:
        return None
    try:
        issuer = str(OAuthMetadata.model_validate_json(response.content).issuer)
        one, other = urlsplit(issuer), urlsplit(server)
        is_own = _origin(one) == _origin(other)
    except (ValidationError, ValueError):
        return None
    is_plain = not (one.query or one.fragment or one.username or one.password)
    return issuer if is_own and is_plain and one.path not in ("", "/") else None


def _origin(parts: SplitResult) -> tuple[str, str, int | None]:
    return parts.scheme, parts.hostname or "", parts.port or _PORTS.get(parts.scheme)
