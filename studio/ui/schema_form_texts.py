"""The words of a form that was made from a schema."""

import json
import re

from PySide6.QtCore import QCoreApplication, QLocale

from studio.ui.schema_form_shapes import Bounds, Kind, Shape

translate = QCoreApplication.translate

# Loose on purpose: what a tool takes, only the tool knows.
_FORMATS = {
    "email": re.compile(r"[^@\s]+@[^@\s]+"),
    "uri": re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:\S+"),
    "date": re.compile(r"\d{4}-\d\d-\d\d"),
    "date-time": re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*"),
}
_EXAMPLES = {
    "email": "name@example.org",
    "uri": "https://example.org/",
    "date": "2026-01-31",
    "date-time": "2026-01-31T09:30:00Z",
    "time": "09:30:00",
}


def json_fault(error: json.JSONDecodeError) -> str:
    """What is wrong with JSON, and where: line and column count from 1."""
    known = {
        "Expecting value": translate("SchemaForm", "a value is missing"),
        "Expecting property name enclosed in double quotes": translate(
            "SchemaForm", "a name in double quotes is missing"
        ),
        "Expecting ':' delimiter": translate("SchemaForm", "a colon is missing"),
        "Expecting ',' delimiter": translate("SchemaForm", "a comma or the end is missing"),
        "Unterminated string starting at": translate(
            "SchemaForm", "the text that begins here has no end"
        ),
        "Extra data": translate("SchemaForm", "something stands after the end"),
        "Invalid control character at": translate(
            "SchemaForm", "a line break or another control sign stands in a text"
        ),
    }
    said = known.get(error.msg, translate("SchemaForm", "this is no JSON"))
    place = translate("SchemaForm", "Line {0}, column {1}: {2}.")
    return place.format(error.lineno, error.colno, said)


def example_of(shape: Shape) -> str:
    """What a field looks like that is filled, where its format says so."""
    return _EXAMPLES.get(shape.format, "")


def hint_of(shape: Shape) -> str:
    """What may stand in a field, in a few words; empty for any text."""
    said = {
        Kind.INTEGER: translate("SchemaForm", "whole number"),
        Kind.NUMBER: translate("SchemaForm", "number"),
        Kind.JSON: translate("SchemaForm", "JSON"),
        Kind.LIST: translate("SchemaForm", "list"),
        Kind.SEVERAL: translate("SchemaForm", "any of these"),
    }.get(shape.kind, "")
    words = [translate("SchemaForm", "required")] if shape.is_required else []
    words += [each for each in (said, _range(shape)) if each]
    return " · ".join(words)


def text_problem(shape: Shape, text: str) -> str:
    """What is wrong with a text, if anything."""
    bounds = shape.bounds
    if bounds.shortest is not None and len(text) < bounds.shortest:
        return translate("SchemaForm", "At least {0} characters.").format(bounds.shortest)
    if bounds.longest is not None and len(text) > bounds.longest:
        return translate("SchemaForm", "At most {0} characters.").format(bounds.longest)
    looks = _FORMATS.get(shape.format)
    if looks is not None and not looks.fullmatch(text):
        return translate("SchemaForm", "Such as {0}.").format(_EXAMPLES[shape.format])
    return ""


def number_problem(bounds: Bounds, value: float) -> str:
    """What is wrong with a number, if anything."""
    if bounds.minimum is not None and value < bounds.minimum:
        return translate("SchemaForm", "At least {0}.").format(_figure(bounds.minimum))
    if bounds.maximum is not None and value > bounds.maximum:
        return translate("SchemaForm", "At most {0}.").format(_figure(bounds.maximum))
    if bounds.above is not None and value <= bounds.above:
        return translate("SchemaForm", "More than {0}.").format(_figure(bounds.above))
    if bounds.below is not None and value >= bounds.below:
        return translate("SchemaForm", "Less than {0}.").format(_figure(bounds.below))
    return ""


def missing_problem() -> str:
    return translate("SchemaForm", "This is required.")


def count_problem(bounds: Bounds, count: int) -> str:
    """What is wrong with the length of a list, if anything."""
    if bounds.shortest is not None and count < bounds.shortest:
        return translate("SchemaForm", "At least {0} entries.").format(bounds.shortest)
    if bounds.longest is not None and count > bounds.longest:
        return translate("SchemaForm", "At most {0} entries.").format(bounds.longest)
    return ""


def _range(shape: Shape) -> str:
    if shape.kind not in {Kind.INTEGER, Kind.NUMBER}:
        return ""
    low, high = shape.bounds.minimum, shape.bounds.maximum
    if low is not None and high is not None:
        return translate("SchemaForm", "{0} to {1}").format(_figure(low), _figure(high))
    if low is not None:
        return translate("SchemaForm", "at least {0}").format(_figure(low))
    if high is not None:
        return translate("SchemaForm", "at most {0}").format(_figure(high))
    return ""


def _figure(value: float) -> str:
    return (
        QLocale().toString(value) if isinstance(value, int) else QLocale().toString(value, "g", 6)
    )
