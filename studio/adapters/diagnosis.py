"""Why a host refused, in one of our codes, from its reply and from what is known beforehand.

Pure. A provider's own words count for more than a guess: where they say enough, nothing is added.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any

from studio.adapters.hints import Hints
from studio.adapters.near_addresses import near_miss, page_miss
from studio.core.errors import Category, Diagnosis, Failure
from studio.core.messages import Dialect

_OURS = frozenset(Diagnosis)
_NEAREST = 3
_SKEW = 300.0  # seconds, beyond which a clock is wrong
_REGION = re.compile(
    r"unsupported_country|country, region,? or territory|location is not supported"
    r"|not (available|supported|accessible) in (your|this|the) (country|region|location|territory)"
    r"|(country|region|territory) (is )?(not|un)[ -]?(supported|available)|\b1009\b.*banned"
    r"|banned the country",
    re.IGNORECASE | re.DOTALL,
)
_GATE = re.compile(
    r"attention required|just a moment|cf-error|error code:? ?10\d\d|access denied|web application"
    r" firewall|incident id|request blocked",
    re.IGNORECASE,
)
_PLAIN_TO_TLS = re.compile(
    r"plain http request was sent to https|http request to an https server"
    r"|requires? (tls|https)|use https",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"\b(clock|timestamp|too early|too old|not yet valid|skew|iat|nbf)\b|token.{0,20}expired",
    re.IGNORECASE,
)
_ANTHROPIC = re.compile(r"x-api-key|anthropic-version", re.IGNORECASE)
_PORTAL = re.compile(r"captive|hotspot|portal|wi-?fi|guest|login|logon|signin", re.IGNORECASE)
_NO_PULL = re.compile(r"try pulling|pull it first|not found, try", re.IGNORECASE)
_AUTH = frozenset({Category.AUTHENTICATION, Category.PERMISSION})
_NOWHERE = frozenset({404, 405, 501})


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back. Header names in small letters; `skew` is how far the host's clock is ahead
    of ours, in seconds."""

    status: int
    headers: Mapping[str, str]
    body: bytes = field(repr=False)
    skew: float | None = None

    @property
    def is_page(self) -> bool:
        return is_page(self.headers.get("content-type", ""), self.body)

    @property
    def text(self) -> str:
        return self.body[:8_000].decode("utf-8", "replace")


def is_page(content_type: str, body: bytes) -> bool:
    """A page for people. The type alone does not say so: gateways label streams as they like."""
    start = body[:200].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith((b"<!doctype html", b"<html", b"<head")):
        return True
    return content_type.lower().startswith("text/html") and start.startswith(b"<")


def diagnosed(failure: Failure, hints: Hints, reply: Reply) -> Failure:
    """The failure with a code of ours where one is known. A provider's code is never one."""
    if failure.code in _OURS:
        failure = replace(failure, code="")
    for look in (_on_the_way, _place, _dialect, _model, _key, _address):
        found = look(failure, hints, reply)
        if found is not None:
            return found
    return failure


def misread(failure: Failure, hints: Hints, *, is_a_page: bool) -> Failure:
    """For a reply with status 200 that could not be read."""
    if not is_a_page or failure.category is not Category.UNREADABLE_REPLY:
        return failure
    code, suggestions = page_miss(hints)
    return _with(failure, Category.ADDRESS, code, suggestions)


def _with(
    failure: Failure,
    category: Category,
    code: Diagnosis,
    suggestions: tuple[str, ...] = (),
) -> Failure:
    return replace(failure, category=category, code=code, suggestions=suggestions)


def _on_the_way(failure: Failure, hints: Hints, reply: Reply) -> Failure | None:
    """Somebody before the provider said no."""
    if reply.status == 511:
        return _with(failure, Category.NETWORK, Diagnosis.CAPTIVE_PORTAL)
    if reply.status == 407:
        return _with(failure, Category.NETWORK, Diagnosis.PROXY_LOGIN)
    if reply.status == 400 and _PLAIN_TO_TLS.search(reply.text):
        address = hints.base_url.replace("http://", "https://", 1)
        return _with(failure, Category.ADDRESS, Diagnosis.NEEDS_HTTPS, (address,))
    is_plain = hints.base_url.startswith("http://")
    if reply.is_page and is_plain and hints.row is None and _PORTAL.search(reply.text):
        return _with(failure, Category.NETWORK, Diagnosis.CAPTIVE_PORTAL)
    return None


def _place(failure: Failure, _hints: Hints, reply: Reply) -> Failure | None:
    """The provider does not serve this country, or its gate does not let us in."""
    may_be = reply.status in (400, 403, 451, 503)
    if reply.status == 451 or (may_be and _REGION.search(f"{failure.code} {reply.text}")):
        return _with(failure, Category.PERMISSION, Diagnosis.REGION)
    if reply.status in (403, 503) and reply.is_page:
        is_gate = "cloudflare" in reply.headers.get("server", "").lower()
        if is_gate or _GATE.search(reply.text):
            return _with(failure, Category.PERMISSION, Diagnosis.BLOCKED)
    return None


def _dialect(failure: Failure, hints: Hints, reply: Reply) -> Failure | None:
    """The host speaks, but not this."""
    if failure.category is Category.MODEL_NOT_FOUND and _names_model(failure, hints):
        return None
    spoken = _spoken(reply.body)
    asks_other = _asks_for_other_header(failure, hints)
    if reply.status in _NOWHERE or asks_other:
        others = _others(hints)
        if spoken is not None and not _is_alike(spoken, hints.dialect):
            others = (spoken.value, *(one for one in others if one != spoken))
        elif asks_other:
            others = others or ((Dialect.ANTHROPIC_MESSAGES.value,) if spoken is None else ())
        if others:
            return _with(failure, Category.ADDRESS, Diagnosis.WRONG_DIALECT, others)
    return None


def _asks_for_other_header(failure: Failure, hints: Hints) -> bool:
    if failure.category not in _AUTH and failure.category is not Category.BAD_REQUEST:
        return False
    if hints.dialect is Dialect.ANTHROPIC_MESSAGES:
        return False
    return _ANTHROPIC.search(failure.message) is not None


def _others(hints: Hints) -> tuple[str, ...]:
    """The dialects of a host that is known, where the profile's is none of them."""
    spoken = [row.dialect for row in hints.rows if not row.is_local]
    if any(_is_alike(dialect, hints.dialect) for dialect in spoken):
        return ()
    return tuple(dict.fromkeys(dialect.value for dialect in spoken))


def _is_alike(one: Dialect, other: Dialect) -> bool:
    """Who speaks one of OpenAI's dialects mostly speaks the other, and reports errors alike."""
    openai = (Dialect.OPENAI_CHAT, Dialect.OPENAI_RESPONSES)
    return one is other or (one in openai and other in openai)


def _spoken(body: bytes) -> Dialect | None:
    """Whose error this is, by its shape. None for a shape that many have."""
    try:
        payload: Any = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if isinstance(payload, list) and payload:
        payload = payload[0]
    error = payload.get("error") if isinstance(payload, dict) else None
    if not isinstance(error, dict):
        return None
    if payload.get("type") == "error" and isinstance(error.get("type"), str):
        return Dialect.ANTHROPIC_MESSAGES
    if isinstance(error.get("status"), str) and isinstance(error.get("code"), int):
        return Dialect.GOOGLE_GEMINI
    return Dialect.OPENAI_CHAT if "param" in error else None


def _model(failure: Failure, hints: Hints, reply: Reply) -> Failure | None:
    if failure.category is not Category.MODEL_NOT_FOUND or not _names_model(failure, hints):
        return None
    if _NO_PULL.search(failure.message):
        return _with(failure, Category.MODEL_NOT_FOUND, Diagnosis.NOT_PULLED, _nearest(hints))
    return _with(failure, Category.MODEL_NOT_FOUND, Diagnosis.MODEL_NAME, _nearest(hints))


def _names_model(failure: Failure, hints: Hints) -> bool:
    words = failure.message.lower()
    return "model" in words or "deployment" in words or bool(hints.model and hints.model in words)


def _nearest(hints: Hints) -> tuple[str, ...]:
    """Names that the host has, by their whole or by their last part."""
    asked = hints.model.lower()
    names = {name.lower(): name for name in hints.models}
    short = {name.rpartition("/")[2]: whole for name, whole in names.items()}
    found = get_close_matches(asked, [*names, *short], _NEAREST * 2, 0.5)
    whole = (names.get(name) or short[name] for name in found)
    return tuple(dict.fromkeys(name for name in whole if name != hints.model))[:_NEAREST]


def _key(failure: Failure, hints: Hints, reply: Reply) -> Failure | None:
    if failure.category not in _AUTH or reply.status not in (400, 401, 403):
        return None
    if reply.skew is not None and abs(reply.skew) > _SKEW and _TIME.search(failure.message):
        return _with(failure, failure.category, Diagnosis.CLOCK)
    found = _wrong_key(hints)
    if found is None and reply.status == 401:
        found = _other_region(hints)
    if found is None:
        return None
    return _with(failure, Category.AUTHENTICATION, *found)


def _wrong_key(hints: Hints) -> tuple[Diagnosis, tuple[str, ...]] | None:
    if not hints.has_key:
        return Diagnosis.NO_KEY, ()
    if hints.is_placeholder:
        return Diagnosis.PLACEHOLDER_KEY, ()
    row, owner = hints.row, hints.key_row
    if row is None or row.is_local:
        return None
    if owner is not None and _family(owner.id) != _family(row.id):
        return Diagnosis.FOREIGN_KEY, (owner.name,)
    return None if hints.fits_row else (Diagnosis.KEY_SHAPE, row.key_prefixes)


def _other_region(hints: Hints) -> tuple[Diagnosis, tuple[str, ...]] | None:
    """Keys of one region are unknown in another, and look the same."""
    row = hints.row
    if row is None:
        return None
    addresses = tuple(
        other.base_url
        for other in hints.siblings
        if other.dialect is row.dialect and other.region is not row.region
    )
    return (Diagnosis.KEY_REGION, addresses) if addresses else None


def _family(row_id: str) -> str:
    return row_id.partition("-")[0]


def _address(failure: Failure, hints: Hints, reply: Reply) -> Failure | None:
    """There is no such API at this address."""
    if reply.status not in _NOWHERE and not (reply.is_page and reply.status < 500):
        return None
    if reply.is_page:
        code, suggestions = page_miss(hints)
        return _with(failure, Category.ADDRESS, code, suggestions)
    found = near_miss(hints)
    return _with(failure, Category.ADDRESS, *found) if found is not None else None
