"""What a server says of the login that it wants (WWW-Authenticate), kept until the user begins."""

import re
from dataclasses import dataclass

import httpx2
from mcp.client.auth.utils import extract_field_from_www_auth

_QUOTED = re.compile(r'["\\\r\n]')


@dataclass(frozen=True, slots=True)
class Challenge:
    """`status` is 401, or 403 where the scope of what we have does not do."""

    status: int = 401
    metadata: str = ""
    scope: str = ""
    has_scope: bool = False

    @classmethod
    def of(cls, response: httpx2.Response) -> "Challenge | None":
        """None for an answer that no login helps with."""
        error = extract_field_from_www_auth(response, "error")
        is_step = response.status_code == 403 and error == "insufficient_scope"
        if response.status_code != 401 and not is_step:
            return None
        scope = extract_field_from_www_auth(response, "scope")
        metadata = extract_field_from_www_auth(response, "resource_metadata")
        return cls(response.status_code, metadata or "", scope or "", scope is not None)

    def response(self, request: httpx2.Request, scopes: tuple[str, ...]) -> httpx2.Response:
        """As if the server had just said it, with the user's own `scopes` beside its."""
        wanted = list(dict.fromkeys((*self.scope.split(), *scopes)))
        fields = {"error": "insufficient_scope"} if self.status == 403 else {}
        if wanted or self.has_scope:
            fields["scope"] = " ".join(wanted)
        if self.metadata:
            fields["resource_metadata"] = self.metadata
        said = ", ".join(f'{name}="{_QUOTED.sub("", value)}"' for name, value in fields.items())
        headers = {"www-authenticate": f"Bearer {said}".strip()}
        return httpx2.Response(self.status, headers=headers, request=request)
