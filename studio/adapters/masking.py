"""Takes secrets out of what is kept or shown, length for length, so that offsets stay true."""

import base64
from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import chain
from typing import Any
from urllib.parse import unquote, urlsplit, urlunsplit

from typing_extensions import override

from studio.core.secret_forms import (
    SHORTEST_HALF,
    SHORTEST_IN_ANSWERS,
    SecretForms,
    Stretch,
)
from studio.core.secret_names import names_secret
from studio.core.server_secrets import is_secret_value

_STAR = b"*"
_ELLIPSIS = "…"
_SHORTEST = 4
_SHORTEST_PARAMETER = 8

# What people type where a local server wants "some key". Masking these words would riddle answers.
_PLACEHOLDERS = frozenset(
    {"api-key", "dummy", "empty", "key", "lm-studio", "no-key", "none", "null", "ollama", "test"}
)

_SENSITIVE_HEADERS = frozenset(
    {
        "api-key",
        "authorization",
        "cookie",
        "proxy-authorization",
        "set-cookie",
        "x-api-key",
        "x-goog-api-key",
    }
)


class MaskedStream:
    """Gives what `Masker.data` gives for the whole, piece by piece.

    Held back is what may be the beginning of a secret: as it came, to find what goes on in the
    next piece, and beside it what of it is masked already, since secrets may overlap.
    """

    __slots__ = ("_forms", "_held", "_masked")

    def __init__(self, forms: SecretForms) -> None:
        self._forms = forms
        self._held = b""
        self._masked = b""

    @override
    def __repr__(self) -> str:
        return "MaskedStream()"

    def feed(self, data: bytes) -> bytes:
        """What is certain by now."""
        joined = self._held + data
        masked = _starred(self._masked + data, self._forms.stretches(joined))
        sure = max(0, len(joined) - self._forms.hold_back)
        self._held, self._masked = joined[sure:], masked[sure:]
        return masked[:sure]

    def end(self) -> bytes:
        """The rest."""
        rest = _starred(self._masked, _half_at_end(self._forms, self._held))
        self._held, self._masked = b"", b""
        return rest


class Masker:
    """Knows the secrets of one profile. Holds no state, and its repr shows nothing of them.

    What is left of a secret where a text was cut is masked as well.
    """

    __slots__ = ("_forms", "_sensitive", "_words")

    def __init__(self, secrets: Iterable[str], sensitive_headers: Iterable[str] = ()) -> None:
        parts = {part for secret in secrets for part in _parts(secret)}
        self._forms = SecretForms(parts)
        self._words = SecretForms(each for each in parts if len(each) >= SHORTEST_IN_ANSWERS)
        self._sensitive = _SENSITIVE_HEADERS | {name.lower() for name in sensitive_headers}

    @override
    def __repr__(self) -> str:
        return "Masker()"

    def data(self, data: bytes) -> bytes:
        return _starred(data, [*self._forms.stretches(data), *_half_at_end(self._forms, data)])

    def beginning(self, data: bytes, most: int) -> bytes:
        """The same of the first bytes alone, as they are masked in the whole."""
        if len(data) <= most:
            return self.data(data)
        return self.data(data[: most + self._forms.hold_back])[:most]

    def stream(self) -> MaskedStream:
        """Masks what arrives in pieces, so that a secret cut by a piece's edge is found as well."""
        return MaskedStream(self._forms)

    def text(self, text: str) -> str:
        """Also one that was shortened, and says so by an ellipsis."""
        cut = text.rstrip(_ELLIPSIS)
        masked = self.data(cut.encode("utf-8", "surrogatepass"))
        return masked.decode("utf-8", "surrogatepass") + text[len(cut) :]

    @property
    def hides_words(self) -> bool:
        """Whether there is a secret so long that no answer holds it by chance."""
        return bool(self._words)

    def words(self, text: str) -> str:
        """Masks such secrets in what a model says; a short one may be a word of any answer."""
        data = text.encode("utf-8", "surrogatepass")
        found = self._words.stretches(data)
        return text if not found else _starred(data, found).decode("utf-8", "surrogatepass")

    def last_words(self, text: str) -> str:
        """The same of what is cut at its end."""
        data = text.encode("utf-8", "surrogatepass")
        found = [*self._words.stretches(data), *_half_at_end(self._words, data)]
        return text if not found else _starred(data, found).decode("utf-8", "surrogatepass")

    def fragments(self, text: str) -> str:
        """Masks also what is but a part of such a secret: for what nobody can put together any
        more, such as half a document. Slow for much text."""
        parts = self._words.fragments(text.encode("utf-8", "surrogatepass"))
        masked = self.text(text).encode("utf-8", "surrogatepass")
        return _starred(masked, parts).decode("utf-8", "surrogatepass")

    def beginning_at_end(self, text: str) -> int:
        """How many of the last characters may be the beginning of such a secret."""
        data = text.encode("utf-8", "surrogatepass")
        start = self._words.beginning_at_end(data)
        return len(data[start:].decode("utf-8", "surrogatepass"))

    def header(self, name: str, value: str) -> str:
        """Hides the whole value of a header that carries secrets, but not a scheme before it."""
        if name.lower() not in self._sensitive:
            return self.text(value)
        scheme, space, rest = value.partition(" ")
        if space and scheme.lower() in ("basic", "bearer"):
            return f"{scheme} {'*' * len(rest)}"
        return "*" * len(value)

    def url(self, url: str) -> str:
        """An address fit to be shown: no user, no password, no secret of the query."""
        parts = urlsplit(url)
        place = parts.netloc.rpartition("@")[2]
        query = "&".join(_shown_pair(pair) for pair in parts.query.split("&"))
        return self.text(urlunsplit((parts.scheme, place, parts.path, query, "")))


def _starred(data: bytes, stretches: Iterable[Stretch]) -> bytes:
    masked: bytearray | None = None
    for start, end in stretches:
        masked = bytearray(data) if masked is None else masked
        masked[start:end] = _STAR * (end - start)
    return data if masked is None else bytes(masked)


def _half_at_end(forms: SecretForms, data: bytes) -> list[Stretch]:
    """What a cut has left of a secret: of a long one that is enough to be used."""
    start = forms.beginning_at_end(data, SHORTEST_HALF)
    return [(start, len(data))] if start < len(data) else []


def query_secrets(url: str) -> tuple[str, ...]:
    """The values in an address's query that go by the name of a key."""
    pairs = (pair.partition("=") for pair in urlsplit(url).query.split("&"))
    return tuple(unquote(value) for name, _, value in pairs if value and names_secret(name))


def _shown_pair(pair: str) -> str:
    name, sign, value = pair.partition("=")
    return f"{name}{sign}{'*' * len(value)}" if names_secret(name) else pair


def parameter_secrets(value: Any, name: str = "") -> tuple[str, ...]:
    """The texts in extra parameters with the name or the looks of a key, at any depth."""
    if isinstance(value, str):
        # A `tokenizer` is named by a word, which may be anywhere.
        is_named = len(value) >= _SHORTEST_PARAMETER and names_secret(name)
        return (value,) if is_named or is_secret_value(value) else ()
    if isinstance(value, Mapping):
        inner = (parameter_secrets(item, f"{name} {key}") for key, item in value.items())
    else:
        items = value if isinstance(value, list | tuple) else ()
        inner = (parameter_secrets(item, name) for item in items)
    return tuple(chain.from_iterable(inner))


def header_secrets(headers: Mapping[str, str]) -> tuple[str, ...]:
    """The values of headers that carry secrets, whoever wrote them and wherever they are kept: by
    their names, or by their looks."""
    return tuple(
        value for name, value in headers.items() if names_secret(name) or is_secret_value(value)
    )


def address_secrets(url: str) -> tuple[str, ...]:
    """What in an address opens a door: parameters, the login, and parts of the path with the looks
    of a key. Raises `ValueError` for what is no address."""
    parts = urlsplit(url)
    login = unquote(parts.netloc.rpartition("@")[0])
    # As the HTTP library sends it.
    basic = f"Basic {base64.b64encode(login.encode()).decode()}" if ":" in login else login
    path = (unquote(each) for each in parts.path.split("/"))
    return (*query_secrets(url), basic, *(each for each in path if is_secret_value(each)))


def _parts(secret: str) -> set[str]:
    """Servers repeat what follows a scheme, and of `Basic` what is written there in base64."""
    parts = {secret}
    scheme, space, rest = secret.partition(" ")
    if space:
        parts.add(rest.strip())
    if scheme.lower() == "basic":
        with suppress(ValueError):
            decoded = base64.b64decode(rest.strip(), validate=True).decode()
            parts |= {decoded, decoded.partition(":")[2]}
    return {part for part in parts if _is_secret(part)}


def _is_secret(text: str) -> bool:
    is_word = text.lower() in _PLACEHOLDERS or not text.strip("*")
    return len(text) >= _SHORTEST and not is_word
