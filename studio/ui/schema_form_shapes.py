"""What a JSON Schema asks for, as a form can show it. Pure; a stranger's schema raises nothing.

What no field can hold is asked for as JSON: nothing is left out.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum
from typing import Any

_DEEPEST = 4  # objects within objects that are shown as fields
_MOST_FIELDS = 80  # of one object
_MOST_CHOICES = 60
_MOST_REFERENCES = 16  # that one part follows
_LONG_NAMES = frozenset(
    {"text", "content", "contents", "body", "code", "script", "message", "old_text", "new_text"}
)


class Absent(Enum):
    """The value of a field that is left out."""

    ABSENT = "absent"


ABSENT = Absent.ABSENT


class Kind(StrEnum):
    """Which field asks for a value."""

    TEXT = "text"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    CHOICE = "choice"
    SEVERAL = "several"  # of a few choices
    LIST = "list"  # of single values
    OBJECT = "object"
    JSON = "json"


_KINDS = {
    "string": Kind.TEXT,
    "integer": Kind.INTEGER,
    "number": Kind.NUMBER,
    "boolean": Kind.BOOLEAN,
}


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the values that are allowed, and what it is called."""

    value: Any
    label: str


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a value must keep to; None for no bound. `shortest` and `longest` count characters of a
    text and items of a list."""

    minimum: float | None = None
    maximum: float | None = None
    above: float | None = None
    below: float | None = None
    shortest: int | None = None
    longest: int | None = None


@dataclass(frozen=True, slots=True)
class Shape:
    """One field. `fields` are those of an object, `item` is what a list holds."""

    kind: Kind
    name: str = ""
    title: str = ""
    description: str = ""
    is_required: bool = False
    is_nullable: bool = False
    is_long: bool = False
    default: Any = ABSENT
    choices: tuple[Choice, ...] = ()
    bounds: Bounds = field(default_factory=Bounds)
    format: str = ""
    fields: tuple["Shape", ...] = ()
    item: "Shape | None" = None

    @property
    def label(self) -> str:
        return self.title or self.name


def read_shape(schema: Mapping[str, Any]) -> Shape:
    """The shape of an object's schema; without fields where it names none."""
    shape = _Reader(schema).shape(schema, "", is_required=True, depth=0)
    return shape if shape.kind is Kind.OBJECT else Shape(Kind.OBJECT, is_required=True)


def is_same(one: object, other: object) -> bool:
    """Whether two values are the same JSON: true is not 1."""
    return _told(one) == _told(other)


def _told(value: object) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, default=str)


class _Reader:
    """Knows the whole schema, to which its parts refer."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        self._root = root

    def shape(self, part: object, name: str, *, is_required: bool, depth: int) -> Shape:
        schema, is_nullable = self._settled(part)
        kind = self._kind(schema, depth)
        choices = _choices(schema) if kind is Kind.CHOICE else ()
        shape = Shape(
            kind,
            name=name,
            title=_text(schema, "title"),
            description=_text(schema, "description"),
            is_required=is_required,
            is_nullable=is_nullable,
            is_long=name.lower() in _LONG_NAMES or _text(schema, "format") == "multiline",
            default=schema.get("default", ABSENT),
            choices=choices,
            bounds=_bounds(schema),
            format=_text(schema, "format"),
            fields=self._fields(schema, depth) if kind is Kind.OBJECT else (),
        )
        return self._with_items(shape, schema, depth) if kind is Kind.LIST else shape

    def _fields(self, schema: Mapping[str, Any], depth: int) -> tuple[Shape, ...]:
        properties = _mapping(schema.get("properties"))
        required = {each for each in _sequence(schema.get("required")) if isinstance(each, str)}
        return tuple(
            self.shape(part, str(name), is_required=name in required, depth=depth + 1)
            for name, part in list(properties.items())[:_MOST_FIELDS]
        )

    def _with_items(self, shape: Shape, schema: Mapping[str, Any], depth: int) -> Shape:
        item = self.shape(schema.get("items"), shape.name, is_required=True, depth=depth + 1)
        if item.kind is Kind.CHOICE and item.choices:
            return replace(shape, kind=Kind.SEVERAL, choices=item.choices)
        if item.kind in {Kind.TEXT, Kind.INTEGER, Kind.NUMBER} and not item.is_nullable:
            return replace(shape, item=item)
        return replace(shape, kind=Kind.JSON)

    def _kind(self, schema: Mapping[str, Any], depth: int) -> Kind:
        if _choices(schema):
            return Kind.CHOICE
        kind = schema.get("type")
        if kind == "object" or (kind is None and _mapping(schema.get("properties"))):
            has_fields = bool(_mapping(schema.get("properties"))) or depth == 0
            return Kind.OBJECT if has_fields and depth < _DEEPEST else Kind.JSON
        if kind == "array":
            return Kind.LIST if _mapping(schema.get("items")) else Kind.JSON
        return _KINDS.get(kind, Kind.JSON) if isinstance(kind, str) else Kind.JSON

    def _settled(self, part: object) -> tuple[Mapping[str, Any], bool]:
        """A part with its references followed, and whether it may be null."""
        schema, is_nullable = self._followed(_mapping(part)), False
        kinds = schema.get("type")
        if isinstance(kinds, list):
            rest = [each for each in kinds if each != "null"]
            is_nullable = len(rest) < len(kinds)
            schema = {**schema, "type": rest[0] if len(rest) == 1 else None}
        for word in ("anyOf", "oneOf"):
            ways = [self._followed(_mapping(each)) for each in _sequence(schema.get(word))]
            rest_ways = [each for each in ways if each.get("type") != "null"]
            if len(rest_ways) < len(ways):
                is_nullable = True
            if len(rest_ways) == 1:
                schema = {**rest_ways[0], **{k: v for k, v in schema.items() if k != word}}
            elif ways and len(rest_ways) < len(ways):
                schema = {**schema, word: rest_ways}
        return schema, is_nullable

    def _followed(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        for _ in range(_MOST_REFERENCES):
            parts = [each for each in _sequence(schema.get("allOf")) if isinstance(each, Mapping)]
            if len(parts) == 1:
                schema = {**parts[0], **{k: v for k, v in schema.items() if k != "allOf"}}
            target = schema.get("$ref")
            if not isinstance(target, str):
                return schema
            beside = {key: value for key, value in schema.items() if key != "$ref"}
            schema = {**self._at(target), **beside}
        return {key: value for key, value in schema.items() if key != "$ref"}

    def _at(self, target: str) -> Mapping[str, Any]:
        if not target.startswith("#"):
            return {}
        place: object = self._root
        for step in target.removeprefix("#").split("/")[1:]:
            place = _mapping(place).get(step.replace("~1", "/").replace("~0", "~"))
        return _mapping(place)


def _choices(schema: Mapping[str, Any]) -> tuple[Choice, ...]:
    choices = tuple(_named_choices(schema))
    return choices if len(choices) <= _MOST_CHOICES else ()


def _named_choices(schema: Mapping[str, Any]) -> Iterator[Choice]:
    if "const" in schema:
        yield Choice(schema["const"], _label(schema["const"]))
        return
    values = _sequence(schema.get("enum"))
    if values:
        names = _sequence(schema.get("enumNames"))
        for number, value in enumerate(values):
            named = names[number] if len(names) == len(values) else None
            if value is not None:
                yield Choice(value, named if isinstance(named, str) else _label(value))
        return
    ways = _sequence(schema.get("oneOf")) or _sequence(schema.get("anyOf"))
    if ways and all(isinstance(each, Mapping) and "const" in each for each in ways):
        for each in ways:
            yield Choice(each["const"], _text(each, "title") or _label(each["const"]))


def _label(value: object) -> str:
    return value if isinstance(value, str) else _told(value)


def _bounds(schema: Mapping[str, Any]) -> Bounds:
    return Bounds(
        minimum=_number(schema, "minimum"),
        maximum=_number(schema, "maximum"),
        above=_number(schema, "exclusiveMinimum"),
        below=_number(schema, "exclusiveMaximum"),
        shortest=_count(schema, "minLength", "minItems"),
        longest=_count(schema, "maxLength", "maxItems"),
    )


def _number(schema: Mapping[str, Any], word: str) -> float | None:
    value = schema.get(word)
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _count(schema: Mapping[str, Any], *words: str) -> int | None:
    for word in words:
        value = schema.get(word)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
    return None


def _text(schema: Mapping[str, Any], word: str) -> str:
    value = schema.get(word)
    return value if isinstance(value, str) else ""


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _sequence(value: object) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else ()
