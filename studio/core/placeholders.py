"""`${NAME}` in a setting: what stands there is put in when it is needed, and is not in the file."""

import re
from collections.abc import Callable, Mapping

_PLACEHOLDER = re.compile(r"\$\{([^{}\n]{1,200})\}")
_SIMPLE = re.compile(r"(?:env:)?([A-Za-z_][A-Za-z0-9_]{0,127})")
_WITH_DEFAULT = re.compile(r"(?:env:)?([A-Za-z_][A-Za-z0-9_]{0,127}):-(.*)", re.DOTALL)
_INPUT = "input:"
# Other programs' names for what every system has a variable for.
_KNOWN_AS = {"userHome": "HOME"}


class MissingValueError(LookupError):
    """Nobody knows the value of `name`."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def placeholder(name: str) -> str:
    return f"${{{name}}}"


def names_in(text: str) -> tuple[str, ...]:
    """The names that have to be known before the text can be used, each once."""
    found = (_SIMPLE.fullmatch(each[1]) for each in _PLACEHOLDER.finditer(text))
    return tuple(dict.fromkeys(each[1] for each in found if each is not None))


def inputs_in(text: str) -> tuple[str, ...]:
    """What another program would have asked the user for (`${input:id}`)."""
    inner = (each[1] for each in _PLACEHOLDER.finditer(text))
    return tuple(dict.fromkeys(each for each in inner if each.startswith(_INPUT)))


def foreign_in(text: str) -> tuple[str, ...]:
    """Placeholders that nobody here can fill, such as `${workspaceFolder}/x`."""
    inner = (each[1] for each in _PLACEHOLDER.finditer(text))
    return tuple(
        dict.fromkeys(
            each
            for each in inner
            if not each.startswith(_INPUT)
            and not _SIMPLE.fullmatch(each)
            and not _WITH_DEFAULT.fullmatch(each)
        )
    )


def variable_name(text: str) -> str:
    """A name for a variable, made of whatever was said."""
    name = re.sub(r"[^A-Za-z0-9]+", "_", text.removeprefix(_INPUT)).strip("_").upper()[:100]
    return name if name and not name[0].isdigit() else f"SECRET_{name}".rstrip("_")


def normalised(text: str) -> str:
    """With the names that are used here: `${env:NAME}` and `${input:id}` become `${NAME}`."""

    def one(found: re.Match[str]) -> str:
        inner = _KNOWN_AS.get(found[1], found[1])
        if inner.startswith(_INPUT):
            return placeholder(variable_name(inner))
        return placeholder(inner.removeprefix("env:"))

    return _PLACEHOLDER.sub(one, text)


def filled(text: str, values: Mapping[str, str]) -> str:
    """With the values. What was filled in is not looked through again. Raises
    `MissingValueError`."""

    def one(found: re.Match[str]) -> str:
        return _value(found[1], found[0], values.get)

    return _PLACEHOLDER.sub(one, text)


def _value(inner: str, whole: str, known: Callable[[str], str | None]) -> str:
    if simple := _SIMPLE.fullmatch(inner):
        value = known(simple[1])
        if value is None:
            raise MissingValueError(simple[1])
        return value
    if with_default := _WITH_DEFAULT.fullmatch(inner):
        return known(with_default[1]) or with_default[2]
    return whole
