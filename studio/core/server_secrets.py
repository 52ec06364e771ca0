"""Which values in a server's settings are secrets, and what stands in their place.

Pasted settings hold keys in plain text, in variables, headers, arguments and addresses. None of
them may reach the file of servers.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, quote, urlsplit, urlunsplit

from studio.core.key_text import KEY_PREFIXES, is_placeholder, looks_like_key
from studio.core.placeholders import (
    inputs_in,
    names_in,
    normalised,
    placeholder,
    variable_name,
)
from studio.core.secret_names import names_secret
from studio.core.servers import environment_key_id, server_header_key_id

_PREFIX = re.compile(rf"(?:{KEY_PREFIXES}|eyJ[\w-]+\.)")
_LONG = re.compile(r"(?=.*[a-z])(?=.*[0-9])[A-Za-z0-9_=+-]{32,}", re.IGNORECASE)
_LOGIN = re.compile(r"[a-z][a-z0-9+.-]*://[^/\s:@]*:[^/\s@]+@", re.IGNORECASE)
_OPTION = re.compile(r"(--?[A-Za-z][\w-]*)=(.+)", re.DOTALL)
_VARIABLE = re.compile(r"([A-Za-z_]\w*)=(.+)", re.DOTALL)
_HEADER = re.compile(r"([A-Za-z][\w-]*):\s*(.+)", re.DOTALL)
_SCHEME = re.compile(r"(bearer|basic|token)\s+(?=\S)", re.IGNORECASE)


def is_secret_value(value: str) -> bool:
    """Whether a value alone, whatever its name, has the looks of a key or a password."""
    if is_placeholder(value) or names_in(value):
        return False
    bare = _SCHEME.sub("", value.strip(), count=1)
    if _LOGIN.match(bare):
        return True
    return looks_like_key(bare) and bool(_PREFIX.match(bare) or _LONG.fullmatch(bare))


def header_placeholder(name: str) -> str:
    return placeholder(variable_name(name))


@dataclass(slots=True)
class Sorting:
    """Sorts the values of one server. `secrets` are by keyring entry, `variables` and `headers` are
    the names of secret ones, `missing` those whose value the user still has to give."""

    secrets: dict[str, str] = field(default_factory=dict, repr=False)
    variables: dict[str, None] = field(default_factory=dict)
    headers: dict[str, None] = field(default_factory=dict)
    missing: dict[str, None] = field(default_factory=dict)

    def environment(self, given: Mapping[str, str]) -> dict[str, str]:
        """What of it is no secret."""
        plain: dict[str, str] = {}
        for name, value in given.items():
            text = normalised(value)
            if inputs_in(value) or (text == placeholder(name) and names_secret(name)):
                self._ask_variable(name)
            elif not names_in(text) and value and _is_secret(name, value):
                self._keep_variable(name, value)
            else:
                plain[name] = text
        return plain

    def plain_headers(self, given: Mapping[str, str]) -> dict[str, str]:
        plain: dict[str, str] = {}
        for name, value in given.items():
            text = normalised(value)
            if inputs_in(value) or (text == header_placeholder(name) and names_secret(name)):
                self.headers[name] = None
                self.missing[server_header_key_id(name)] = None
            elif not names_in(text) and value and _is_secret(name, value):
                self.headers[name] = None
                self.secrets[server_header_key_id(name)] = value
            else:
                plain[name] = text
        return plain

    def arguments(self, given: tuple[str, ...]) -> tuple[str, ...]:
        plain: list[str] = []
        option = ""
        for argument in given:
            plain.append(self._argument(argument, option))
            option = argument if argument.startswith("-") and "=" not in argument else ""
        return tuple(plain)

    def address(self, url: str) -> str:
        url = self._inputs(url)
        try:
            parts = urlsplit(url)
            query = parse_qsl(parts.query, keep_blank_values=True)
        except ValueError:
            return url
        path = "/".join(self._piece(each, "PATH_KEY") for each in parts.path.split("/"))
        login, at, place = parts.netloc.rpartition("@")
        if login and not names_in(login):
            login = self._stored("URL_LOGIN", login)
        if not any(_is_hidden(name, value) for name, value in query):
            return urlunsplit((parts.scheme, login + at + place, path, parts.query, ""))
        said = "&".join(f"{quote(name)}={self._parameter(name, value)}" for name, value in query)
        return urlunsplit((parts.scheme, login + at + place, path, said, ""))

    def _parameter(self, name: str, value: str) -> str:
        if _is_hidden(name, value):
            return self._stored(variable_name(name), quote(value, safe=""))
        return value if names_in(value) else quote(value)

    def _piece(self, piece: str, name: str) -> str:
        return self._stored(name, piece) if is_secret_value(piece) else piece

    def _argument(self, argument: str, option: str) -> str:
        text = self._inputs(argument)
        if names_in(text):
            return text
        for pattern, sign in ((_OPTION, "="), (_HEADER, ": "), (_VARIABLE, "=")):
            found = pattern.fullmatch(argument)
            if found is not None and "://" not in found[1] and _is_hidden(found[1], found[2]):
                name = variable_name(found[1])
                return f"{found[1]}{sign}{self._stored(name, found[2])}"
        if option and not argument.startswith("-") and _is_hidden(option, argument):
            return self._stored(variable_name(option), argument)
        return self._piece(argument, "ARGUMENT_KEY")

    def _inputs(self, text: str) -> str:
        for each in inputs_in(text):
            self._ask_variable(variable_name(each))
        return normalised(text)

    def _stored(self, name: str, value: str) -> str:
        """A name of its own, unless the same value has it already."""
        chosen, number = name, 1
        while self.secrets.get(environment_key_id(chosen), value) != value:
            number += 1
            chosen = f"{name}_{number}"
        self._keep_variable(chosen, value)
        return placeholder(chosen)

    def _keep_variable(self, name: str, value: str) -> None:
        self.variables[name] = None
        self.secrets[environment_key_id(name)] = value
        self.missing.pop(environment_key_id(name), None)

    def _ask_variable(self, name: str) -> None:
        self.variables[name] = None
        if environment_key_id(name) not in self.secrets:
            self.missing[environment_key_id(name)] = None


def _is_secret(name: str, value: str) -> bool:
    return names_secret(name) or is_secret_value(value)


def _is_hidden(name: str, value: str) -> bool:
    """Of arguments and parameters: their names say less, so the value must be fit to be a key."""
    if names_in(value) or is_placeholder(value):
        return False
    bare = _SCHEME.sub("", value.strip(), count=1)
    return is_secret_value(value) or (names_secret(name) and looks_like_key(bare))
