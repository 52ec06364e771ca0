"""The exception tree.

Each leaf carries a category and facts; sentences for people are made in `ui/failure_texts.py`.
"""

from dataclasses import dataclass
from enum import StrEnum


class Category(StrEnum):
    """Why a turn failed: one per failure, decided once. Retrying and wording read nothing else."""

    AUTHENTICATION = "authentication"
    PERMISSION = "permission"
    MODEL_NOT_FOUND = "model_not_found"
    RATE_LIMIT = "rate_limit"
    QUOTA = "quota"
    CONTEXT_TOO_LONG = "context_too_long"
    BAD_REQUEST = "bad_request"
    OVERLOADED = "overloaded"
    SERVER = "server"
    NETWORK = "network"
    TLS = "tls"
    TIMEOUT = "timeout"
    CUT_OFF = "cut_off"
    CONTENT_FILTER = "content_filter"
    UNREADABLE_REPLY = "unreadable_reply"
    # The rest never comes from a provider.
    ADDRESS = "address"
    KEY_MISSING = "key_missing"
    KEYRING = "keyring"
    NO_MODEL = "no_model"
    NO_ANSWER = "no_answer"
    ENGINE = "engine"
    STORAGE = "storage"
    FILE = "file"  # one that was to be attached
    INTERNAL = "internal"


class Diagnosis(StrEnum):
    """Codes of ours that say what is wrong, and so what to do. A provider's own code is never one
    of these. In brackets what `message` and `suggestions` then hold, where it is not the
    provider's own words and nothing."""

    # The address.
    DOUBLED_VERSION = "doubled_version"  # /v1/v1 (suggestions: addresses)
    MISSING_VERSION = "missing_version"  # (suggestions: addresses)
    FULL_ENDPOINT = "full_endpoint"  # more than the base was pasted (suggestions: addresses)
    TRAILING_GARBAGE = "trailing_garbage"  # (suggestions: addresses)
    OTHER_ADDRESS = "other_address"  # of a host that is known (suggestions: addresses)
    WEB_PAGE = "web_page"  # instead of an API (suggestions: addresses, if any is known)
    NEEDS_HTTPS = "needs_https"  # (suggestions: addresses)
    NEEDS_HTTP = "needs_http"  # (suggestions: addresses, for this network only)
    WRONG_DIALECT = "wrong_dialect"  # (suggestions: dialects)
    # The key.
    FOREIGN_KEY = "foreign_key"  # of another provider (suggestions: its name)
    KEY_SHAPE = "key_shape"  # no key of this provider (suggestions: how its keys begin)
    KEY_REGION = "key_region"  # maybe of another region (suggestions: addresses)
    PLACEHOLDER_KEY = "placeholder_key"
    NO_KEY = "no_key"  # the host wants one, and none was sent
    # The model.
    MODEL_NAME = "model_name"  # (suggestions: names that are nearest)
    NOT_PULLED = "not_pulled"  # an Ollama server has to fetch it first
    # The way.
    REGION = "region"  # the provider does not serve this country
    BLOCKED = "blocked"  # by what stands before the provider, such as Cloudflare
    CAPTIVE_PORTAL = "captive_portal"  # the network wants a login first
    CLOCK = "clock"  # of this computer
    CERTIFICATE_EXPIRED = "certificate_expired"
    CERTIFICATE_NAME = "certificate_name"  # it belongs to another host
    SELF_SIGNED = "self_signed"  # message: issuer
    TLS_INTERCEPTION = "tls_interception"  # message: issuer
    CA_FILE = "ca_file"  # message: the path
    PROXY = "proxy"  # cannot be used at all; message: the proxy
    PROXY_LOGIN = "proxy_login"  # message: the proxy
    PROXY_UNREACHABLE = "proxy_unreachable"  # message: the proxy
    PROXY_REFUSED = "proxy_refused"  # to go to this host; message: the proxy
    HOST_NOT_FOUND = "host_not_found"
    NO_NAME_SERVER = "no_name_server"  # nobody could be asked for the host's number
    REFUSED = "refused"
    UNREACHABLE = "unreachable"
    CONNECT_TIMEOUT = "connect_timeout"
    # The reply.
    REPLY_TOO_LONG = "reply_too_long"  # message: bytes
    LINE_TOO_LONG = "line_too_long"  # message: bytes
    CALL_WITHOUT_ID = "call_without_id"  # nothing could answer it (message: the tool's name)


@dataclass(frozen=True, slots=True)
class Failure:
    """What is known about one failure. `message` is the provider's own words, keys masked.

    `retry_after` is in seconds; `url` is the address that was asked, without query secrets.
    `suggestions` are what may be right instead, the likeliest first: addresses, names of models,
    of providers, of dialects, as `code` has it.
    """

    category: Category
    message: str = ""
    status: int | None = None
    code: str = ""
    request_id: str = ""
    retry_after: float | None = None
    url: str = ""
    suggestions: tuple[str, ...] = ()


class StudioError(Exception):
    """The root of every error that Callboard raises on purpose."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(f"{failure.category}: {failure.message}")
        self.failure = failure


class RoundError(StudioError):
    """A round came to nothing more: refused, failed, or unreadable."""


class IncompleteRoundError(RoundError):
    """The stream ended without its end marker. What came before it stays."""


class KeyringError(StudioError):
    """The OS keyring could not be used. `backend` names it, for the remedy."""

    def __init__(self, failure: Failure, backend: str) -> None:
        super().__init__(failure)
        self.backend = backend


class StorageError(StudioError):
    """The database or a file could not be read or written."""


class AddressError(StudioError):
    """A base URL that is no usable URL."""
