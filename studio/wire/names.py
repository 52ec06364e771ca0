"""Tool names and call IDs as a provider accepts them: deterministic, reversible, collision-free."""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass

# Google takes none that begins with a digit or a dash.
_LEGAL_NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}")
_LEGAL_BEGINNING = re.compile(r"[a-zA-Z_]")
_LEGAL_ID = re.compile(r"[a-zA-Z0-9_-]+")
_ILLEGAL = re.compile(r"[^a-zA-Z0-9_-]+")


def wire_name(name: str, digits: int = 8) -> str:
    """A legal name as it is; any other as its legal remains and a digest of the whole."""
    if _LEGAL_NAME.fullmatch(name):
        return name
    remains = _ILLEGAL.sub("_", name).strip("_-") or "tool"
    if not _LEGAL_BEGINNING.match(remains):
        remains = f"tool_{remains}"
    return f"{remains[: 63 - digits]}_{_digest(name, digits)}"


class ToolNames:
    """The table of one send: what each tool is called on the wire, and back."""

    def __init__(self, names: Iterable[str]) -> None:
        self._wire: dict[str, str] = {}
        self._original: dict[str, str] = {}
        known = tuple(dict.fromkeys(names))
        # Names that are legal keep themselves, whatever the others come to.
        for name in sorted(known, key=lambda name: wire_name(name) != name):
            self._add(name)

    def to_wire(self, name: str) -> str:
        return self._wire.get(name) or wire_name(name)

    def to_original(self, name: str) -> str:
        """An unknown name stays what the model said."""
        return self._original.get(name, name)

    def _add(self, name: str) -> None:
        made = next(
            made
            for digits in range(8, 64)
            if (made := wire_name(name, min(digits, 40))) not in self._original
        )
        self._wire[name] = made
        self._original[made] = name


@dataclass(frozen=True, slots=True)
class CallIdRule:
    """Which call IDs a target takes. `alphabet` is the inside of a character class."""

    alphabet: str
    longest: int
    shortest: int = 1

    def accepts(self, call_id: str) -> bool:
        pattern = rf"[{self.alphabet}]{{{self.shortest},{self.longest}}}"
        return re.fullmatch(pattern, call_id) is not None


class CallIds:
    """The IDs of one request. The same history gives the same IDs, which keeps prompts cacheable.

    `call_id` keeps what the rule accepts and what was not used before in the request: hosts
    repeat their IDs, and a repeated one would answer two calls.
    """

    def __init__(self, rule: CallIdRule) -> None:
        self._rule = rule
        self._used: set[str] = set()

    def call_id(self, provider_call_id: str, tool_use_id: str, *, is_own: bool) -> str:
        """`is_own`: the target gave the ID itself, so whatever letters it has, it takes them back.
        A gateway may pass on to somebody stricter what others made."""
        is_plain = is_own or _LEGAL_ID.fullmatch(provider_call_id) is not None
        is_unused = provider_call_id not in self._used
        if is_plain and is_unused and self._rule.accepts(provider_call_id):
            made = provider_call_id
        else:
            made = self._made(provider_call_id or tool_use_id, tool_use_id)
        self._used.add(made)
        return made

    def _made(self, source: str, tool_use_id: str) -> str:
        for salt in (source, f"{source} {tool_use_id}"):
            made = self._shaped(salt, source)
            if made not in self._used:
                return made
        number = 2
        while (made := self._shaped(f"{source} {tool_use_id} {number}", source)) in self._used:
            number += 1
        return made

    def _shaped(self, salt: str, source: str) -> str:
        if self._rule.shortest == self._rule.longest:
            return _digest(salt, self._rule.longest)
        remains = _ILLEGAL.sub("_", source).strip("_") or "call"
        digest = _digest(salt, 12)
        return f"{remains[: self._rule.longest - 13]}_{digest}"


def _digest(text: str, digits: int) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:digits]
