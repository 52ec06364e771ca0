"""What the tools of the web ask for and get, and how a fetch is refused, in words for the model.

Light on purpose: what really fetches is loaded with the first call (`late.py`).
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from studio.tools.refusals import RefusedError

MOST_BYTES = 10_000_000


class FetchTrouble(StrEnum):
    """Why something was not fetched."""

    ADDRESS = "address"
    DISGUISED = "disguised"
    PORT = "port"
    UNKNOWN_HOST = "unknown_host"
    PRIVATE = "private"
    METADATA = "metadata"
    REDIRECTS = "redirects"
    INWARD = "inward"
    STATUS = "status"
    TYPE = "type"
    COMPRESSION = "compression"
    TOO_LARGE = "too_large"
    TOO_SLOW = "too_slow"
    SILENT = "silent"
    NOT_TRUSTED = "not_trusted"
    UNREACHABLE = "unreachable"


_SAYINGS = {
    FetchTrouble.ADDRESS: (
        "{detail} is no address of the web. Give a whole one, such as https://example.com/page, "
        "without a user name or password in it."
    ),
    FetchTrouble.DISGUISED: (
        "The host {detail} is a number written in an unusual way, which hides where it leads. "
        "Refused."
    ),
    FetchTrouble.PORT: "Port {detail} is none on which pages are served. Refused.",
    FetchTrouble.UNKNOWN_HOST: "There is no host {detail}.",
    FetchTrouble.PRIVATE: (
        "{detail} leads to this computer or a private network, which tools of the web do not "
        "reach unless the user lists the host in the settings."
    ),
    FetchTrouble.METADATA: (
        "{detail} leads to a service that tells the secrets of a machine in a cloud. Refused."
    ),
    FetchTrouble.REDIRECTS: "The page leads on and on: more than {detail} redirects.",
    FetchTrouble.INWARD: (
        "A public page leads on to {detail}, which is private. That is not followed; ask for that "
        "address itself if the user wants it."
    ),
    FetchTrouble.STATUS: "The server answered with status {detail}.",
    FetchTrouble.TYPE: "This is no page or text but {detail}, which cannot be read here.",
    FetchTrouble.COMPRESSION: "The reply is packed in a way that is not unpacked here ({detail}).",
    FetchTrouble.TOO_LARGE: "The reply is larger than {detail} bytes, so it was not read.",
    FetchTrouble.TOO_SLOW: "No whole answer in {detail} s.",
    FetchTrouble.SILENT: "The server said nothing for {detail} s.",
    FetchTrouble.NOT_TRUSTED: "{detail} has no certificate that this computer trusts.",
    FetchTrouble.UNREACHABLE: "{detail} could not be reached.",
}


class FetchRefusedError(RefusedError):
    """Nothing was fetched. `detail` is a fact: a host, a status, a size."""

    def __init__(self, trouble: FetchTrouble, detail: str = "") -> None:
        super().__init__(_SAYINGS[trouble].format(detail=detail))
        self.trouble = trouble
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Ask:
    """One request. `types` are the media types that are read, with `text/*` for a whole family;
    none for any. `is_configured`: the user set this address up, so it may be private.

    `headers` go to the address itself and nowhere that it leads on to.
    """

    url: str
    types: tuple[str, ...] = ()
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    body: bytes | None = field(default=None, repr=False)  # makes it a POST
    is_configured: bool = False
    most_bytes: int = MOST_BYTES


@dataclass(frozen=True, slots=True)
class Fetched:
    """`url` is where it came from in the end, `content_type` as the server said it, or empty.

    `host` is that address's, and `is_private` whether it is one of the user's own list.
    """

    url: str
    content_type: str
    data: bytes = field(repr=False)
    host: str = ""
    is_private: bool = False

    @property
    def media_type(self) -> str:
        return media_type(self.content_type)


def media_type(content_type: str) -> str:
    """The type alone, in small letters."""
    return content_type.partition(";")[0].strip().lower()


def named(value: str) -> str:
    """A short word out of a header: nothing that could speak to the model in our name."""
    return "".join(char for char in value[:60] if char.isalnum() or char in "/+-.,") or "nothing"


class WebFetch(Protocol):
    """Fetches from the web under the guard."""

    async def fetch(self, ask: Ask) -> Fetched:
        """Raises `FetchRefusedError`."""
        ...
