"""Where one profile's requests go, and the headers they carry."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never
from urllib.parse import urlsplit

from studio.adapters.hints import NO_HINTS, Hints
from studio.adapters.masking import Masker, address_secrets, header_secrets, parameter_secrets
from studio.core.errors import AddressError, Category, Failure, StudioError
from studio.core.messages import Dialect
from studio.core.profiles import ProviderProfile
from studio.core.quirks import AuthHeader
from studio.wire.endpoints import auth_headers, models_url, request_url

_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9a-z-]+")
# Belong to one connection or one body: the HTTP library knows them, a profile cannot.
_NOT_OURS = frozenset({"connection", "content-length", "transfer-encoding"})


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A profile with its secrets: lives as long as one adapter, and is never shown or kept.

    `proxy_login` is user and password for the profile's own proxy.
    """

    base_url: str = field(repr=False)
    dialect: Dialect
    idle_timeout: float
    headers: Mapping[str, str] = field(repr=False)
    masker: Masker
    hints: Hints = NO_HINTS
    proxy_login: str = field(default="", repr=False)

    def asking(self, model: str) -> "Endpoint":
        """The same, for another model than the profile's."""
        return replace(self, hints=replace(self.hints, model=model))

    def request_url(self, path: str) -> str:
        own = self.hints.quirks.has_no_version
        return request_url(self.base_url, self.dialect, path, has_no_version=own)

    def models_url(self) -> str:
        """Where the host has its list elsewhere, it is on the same host: the key goes nowhere
        else."""
        own = models_url(
            self.base_url, self.dialect, has_no_version=self.hints.quirks.has_no_version
        )
        elsewhere = self.hints.quirks.models_url
        if elsewhere and urlsplit(elsewhere).hostname == urlsplit(own).hostname:
            return elsewhere
        return own

    def shown(self, failure: Failure, url: str) -> Failure:
        """The failure with its secrets masked; `url` where it names no address."""
        mask = self.masker.text
        return replace(
            failure,
            # It may quote a piece of a reply.
            message=self.masker.fragments(failure.message),
            code=mask(failure.code),
            request_id=mask(failure.request_id),
            url=self.masker.url(failure.url or url),
            suggestions=tuple(mask(suggestion) for suggestion in failure.suggestions),
        )


def endpoint_of(
    profile: ProviderProfile,
    base_url: str,
    key: str | None,
    secret_headers: Mapping[str, str],
    *,
    hints: Hints = NO_HINTS,
    proxy_login: str = "",
) -> Endpoint:
    """Raises `AddressError`, or `StudioError` for a key or header that HTTP cannot carry."""
    key = key.strip() if key is not None else None
    if key is not None and not _is_sendable(key):
        raise StudioError(Failure(Category.AUTHENTICATION, code="key_characters"))
    headers = _by_lower_name(_key_headers(profile.dialect, hints.quirks.auth_header, key))
    headers |= _by_lower_name({**profile.extra_headers, **secret_headers})
    for name, value in headers.items():
        if not _NAME.fullmatch(name) or not _is_sendable(value):
            raise StudioError(Failure(Category.BAD_REQUEST, name, code="header_characters"))
    secrets = {
        key or "",
        proxy_login.partition(":")[2],
        *secret_headers.values(),
        *header_secrets(profile.extra_headers),
        *parameter_secrets(profile.extra_parameters),
        *_url_secrets(base_url),
    }
    return Endpoint(
        base_url=base_url,
        dialect=profile.dialect,
        idle_timeout=profile.idle_timeout,
        headers=headers,
        masker=Masker(secrets, profile.secret_headers),
        hints=hints,
        proxy_login=proxy_login,
    )


def _key_headers(dialect: Dialect, header: AuthHeader, key: str | None) -> dict[str, str]:
    """What the dialect sends anyway, with the key where this host wants it."""
    if not key:
        return auth_headers(dialect, key)
    match header:
        case AuthHeader.DIALECT:
            return auth_headers(dialect, key)
        case AuthHeader.BEARER:
            return {**auth_headers(dialect, None), "authorization": f"Bearer {key}"}
        case AuthHeader.X_API_KEY | AuthHeader.API_KEY | AuthHeader.GOOGLE:
            return {**auth_headers(dialect, None), header.value: key}
        case _:
            assert_never(header)


def _by_lower_name(headers: Mapping[str, str]) -> dict[str, str]:
    """Only so can a profile replace a header of the dialect, however either is written."""
    return {
        name.lower().strip(): value.strip()
        for name, value in headers.items()
        if name.lower().strip() not in _NOT_OURS
    }


def _is_sendable(text: str) -> bool:
    """Whether a header may carry it: an exception about one that may not would quote it."""
    return text.isascii() and text.isprintable()


def _url_secrets(base_url: str) -> tuple[str, ...]:
    try:
        return address_secrets(base_url)
    except ValueError:
        raise AddressError(Failure(Category.ADDRESS, code="address")) from None
