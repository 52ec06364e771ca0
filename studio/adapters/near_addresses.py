"""An address that is nearly right: what is wrong with it, and what is meant."""

import re
from itertools import pairwise
from urllib.parse import urlsplit

from studio.adapters.hints import Hints
from studio.core.errors import Diagnosis

_VERSION = re.compile(r"v\d+[a-z0-9.]*", re.IGNORECASE)
_GARBAGE = ".,;:)]}'\"*!"
_ENDPOINTS = frozenset(
    {"chat", "completions", "responses", "messages", "models", "embeddings", "generate", "tags"}
)
_METHOD = re.compile(r"[^/]+:\w+")

Miss = tuple[Diagnosis, tuple[str, ...]]


def near_miss(hints: Hints) -> Miss | None:
    """For an address at which there is no such API. None where nothing looks wrong with it."""
    address = hints.base_url
    if not address:
        return None
    parts = urlsplit(address)
    root, segments = f"{parts.scheme}://{parts.netloc}", parts.path.split("/")[1:]
    return (
        _with_garbage(address)
        or _of_segments(root, [segment for segment in segments if segment])
        or _of_row(hints)
        or _without_version(hints, address, segments)
    )


def page_miss(hints: Hints) -> Miss:
    """For an address at which there is a page for people."""
    site = hints.site_row
    if hints.row is None and site is not None and site.base_url:
        return Diagnosis.WEB_PAGE, (site.base_url,)
    found = near_miss(hints)
    if found is None:
        return Diagnosis.WEB_PAGE, ()
    is_particular = found[0] not in (Diagnosis.MISSING_VERSION, Diagnosis.OTHER_ADDRESS)
    return found if is_particular else (Diagnosis.WEB_PAGE, found[1])


def _with_garbage(address: str) -> Miss | None:
    bare = address.rstrip(_GARBAGE)
    return (Diagnosis.TRAILING_GARBAGE, (bare,)) if bare != address else None


def _of_segments(root: str, segments: list[str]) -> Miss | None:
    for place, (one, other) in enumerate(pairwise(segments)):
        if _VERSION.fullmatch(one) and _VERSION.fullmatch(other):
            kept = [*segments[: place + 1], *segments[place + 2 :]]
            return Diagnosis.DOUBLED_VERSION, ("/".join([root, *kept]),)
    for place, segment in enumerate(segments):
        if segment.lower() in _ENDPOINTS or _METHOD.fullmatch(segment):
            kept = segments[:place]
            kept = kept[:-1] if kept[-1:] == ["api"] and place + 1 == len(segments) else kept
            return Diagnosis.FULL_ENDPOINT, ("/".join([root, *kept]),)
    return None


def _of_row(hints: Hints) -> Miss | None:
    row = hints.row
    if row is None or row.is_local or not row.base_url or _is_template(row.base_url):
        return None
    if row.dialect is not hints.dialect and not _is_openai(row.dialect, hints.dialect):
        return None
    if _is_same(row.base_url, hints.base_url):
        return None
    lacks_version = _has_version(row.base_url) and not _has_version(hints.base_url)
    code = Diagnosis.MISSING_VERSION if lacks_version else Diagnosis.OTHER_ADDRESS
    return code, (row.base_url,)


def _without_version(hints: Hints, address: str, segments: list[str]) -> Miss | None:
    """Where there is no path at all the version was put there already."""
    if hints.row is not None or not any(segments) or _has_version(address):
        return None
    return Diagnosis.MISSING_VERSION, (f"{address}/v1",)


def _has_version(address: str) -> bool:
    return any(_VERSION.fullmatch(segment) for segment in urlsplit(address).path.split("/"))


def _is_template(address: str) -> bool:
    return any(word.isupper() and len(word) > 3 for word in re.split(r"[^A-Za-z]+", address))


def _is_openai(one: str, other: str) -> bool:
    return one.startswith("openai") and other.startswith("openai")


def _is_same(one: str, other: str) -> bool:
    return one.rstrip("/").lower() == other.rstrip("/").lower()
