"""Takes secrets out of what is kept or shown, length for length, so that offsets stay true."""

import base64
import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from itertools import chain
from typing import Any
from urllib.parse import quote, unquote, urlsplit, urlunsplit

from typing_extensions import override

from studio.core.secret_names import names_secret

_HTML = "html"  # loaded with the first secret: its table of entities is 600 kB
_STAR = b"*"
_SHORTEST = 4
_SHORTEST_IN_ANSWERS = 12
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

    __slots__ = ("_forms", "_held", "_masked", "_most")

    def __init__(self, forms: Sequence[bytes]) -> None:
        self._forms = forms
        self._most = max(map(len, forms), default=1) - 1
        self._held = b""
        self._masked = b""

    @override
    def __repr__(self) -> str:
        return "MaskedStream()"

    def feed(self, data: bytes) -> bytes:
        """What is certain by now."""
        joined = self._held + data
        masked = _masked(self._forms, joined, self._masked + data)
        sure = max(0, len(joined) - self._most)
        self._held, self._masked = joined[sure:], masked[sure:]
        return masked[:sure]

    def end(self) -> bytes:
        """The rest."""
        rest, self._held, self._masked = self._masked, b"", b""
        return rest


class Masker:
    """Knows the secrets of one profile. Holds no state, and its repr shows nothing of them."""

    __slots__ = ("_forms", "_sensitive", "_words")

    def __init__(self, secrets: Iterable[str], sensitive_headers: Iterable[str] = ()) -> None:
        self._forms = tuple(sorted({form for secret in secrets for form in _forms(secret)}))
        self._words = tuple(
            sorted(
                form.decode("utf-8", "surrogatepass")
                for form in self._forms
                if len(form) >= _SHORTEST_IN_ANSWERS
            )
        )
        self._sensitive = _SENSITIVE_HEADERS | {name.lower() for name in sensitive_headers}

    @override
    def __repr__(self) -> str:
        return "Masker()"

    def data(self, data: bytes) -> bytes:
        return _masked(self._forms, data, data)

    def stream(self) -> MaskedStream:
        """Masks what arrives in pieces, so that a secret cut by a piece's edge is found as well."""
        return MaskedStream(self._forms)

    def text(self, text: str) -> str:
        return self.data(text.encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass")

    @property
    def hides_words(self) -> bool:
        """Whether there is a secret so long that no answer holds it by chance."""
        return bool(self._words)

    def words(self, text: str) -> str:
        """Masks such secrets in what a model says; a short one may be a word of any answer."""
        for form in self._words:
            if form in text:
                return self.text(text)
        return text

    def beginning_at_end(self, text: str) -> int:
        """How many of the last characters may be the beginning of such a secret."""
        for length in range(min(len(text), max(map(len, self._words)) - 1), 0, -1):
            tail = text[-length:]
            if any(form.startswith(tail) for form in self._words):
                return length
        return 0

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


def _masked(forms: Iterable[bytes], data: bytes, shown: bytes) -> bytes:
    """Masks in `shown`, which is as long, what is found in `data`."""
    masked: bytearray | None = None
    for form in forms:
        # Overlapping occurrences are found too: of "abab" in "ababab" nothing may stay.
        at = data.find(form)
        while at >= 0:
            masked = bytearray(shown) if masked is None else masked
            masked[at : at + len(form)] = _STAR * len(form)
            at = data.find(form, at + 1)
    return shown if masked is None else bytes(masked)


def query_secrets(url: str) -> tuple[str, ...]:
    """The values in an address's query that go by the name of a key."""
    pairs = (pair.partition("=") for pair in urlsplit(url).query.split("&"))
    return tuple(unquote(value) for name, _, value in pairs if value and names_secret(name))


def _shown_pair(pair: str) -> str:
    name, sign, value = pair.partition("=")
    return f"{name}{sign}{'*' * len(value)}" if names_secret(name) else pair


def parameter_secrets(value: Any, name: str = "") -> tuple[str, ...]:
    """The texts in extra parameters that go by the name of a key, at any depth."""
    if isinstance(value, str):
        # A `tokenizer` is named by a word, which may be anywhere.
        is_secret = len(value) >= _SHORTEST_PARAMETER and names_secret(name)
        return (value,) if is_secret else ()
    if isinstance(value, Mapping):
        inner = (parameter_secrets(item, f"{name} {key}") for key, item in value.items())
    else:
        items = value if isinstance(value, list | tuple) else ()
        inner = (parameter_secrets(item, name) for item in items)
    return tuple(chain.from_iterable(inner))


def header_secrets(headers: Mapping[str, str]) -> tuple[str, ...]:
    """The values of headers that carry secrets, whoever wrote them and wherever they are kept."""
    return tuple(value for name, value in headers.items() if names_secret(name))


def _forms(secret: str) -> set[bytes]:
    """A secret as it may be met: as it is, inside JSON, inside a URL, inside a page."""
    return {
        text.encode("utf-8", "surrogatepass")
        for part in _parts(secret)
        for escaped in (part, json.dumps(part)[1:-1], quote(part, safe=""), _escaped(part))
        for text in (escaped, escaped.replace("/", "\\/"))
    }


def _escaped(text: str) -> str:
    return str(import_module(_HTML).escape(text))


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
