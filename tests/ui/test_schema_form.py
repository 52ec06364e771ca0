"""A form from a schema: what is filled in comes back as it was meant, and nothing is lost."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QLabel, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from studio.ui.schema_form import SchemaForm
from studio.ui.schema_form_parts import Lines
from studio.ui.schema_form_shapes import Kind, read_shape
from studio.ui.theme import Theme

_SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["path", "count", "is_quick"],
    "properties": {
        "path": {"type": "string", "description": "Where <b>it</b> lies", "title": "Path"},
        "count": {"type": "integer", "minimum": 1, "maximum": 10},
        "ratio": {"anyOf": [{"type": "number"}, {"type": "null"}], "default": None},
        "is_quick": {"type": "boolean"},
        "is_deep": {"type": "boolean"},
        "mode": {"enum": ["fast", "exact"]},
        "tags": {"type": "array", "items": {"type": "string"}},
        "marks": {"type": "array", "items": {"enum": ["a", "b", "c"]}},
        "place": {
            "type": "object",
            "required": ["city"],
            "properties": {"city": {"type": "string"}, "code": {"type": "integer"}},
        },
        "odd": {"not": {"type": "string"}},
    },
}
_FULL = {
    "path": "a/b",
    "count": 3,
    "ratio": None,
    "is_quick": True,
    "is_deep": False,
    "mode": "exact",
    "tags": ["x", "y"],
    "marks": ["b"],
    "place": {"city": "Ulm", "code": 5, "further": [1]},
    "odd": [1, {"two": 2}],
    "unknown": {"kept": True},
}


@pytest.fixture(scope="module")
def theme(qapp: QApplication) -> Theme:
    return Theme(qapp, "light")


def _form(theme: Theme, qtbot: QtBot, schema: Mapping[str, Any] | None = None) -> SchemaForm:
    form = SchemaForm(theme, _SCHEMA if schema is None else schema)
    qtbot.addWidget(form)
    form.resize(420, 900)
    form.show()
    return form


def _one(form: SchemaForm, name: str) -> Any:
    """The field that a screen reader calls so."""
    kinds = (QLineEdit, QComboBox, QCheckBox, Lines, QPushButton)
    return next(
        each for kind in kinds for each in form.findChildren(kind) if each.accessibleName() == name
    )


def test_what_was_set_comes_back_letter_for_letter(theme: Theme, qtbot: QtBot) -> None:
    form = _form(theme, qtbot)
    form.set_value(_FULL)
    assert not form.is_json
    assert form.value() == _FULL
    assert form.problems() == ()
    form.show_json(is_json=True)
    assert form.value() == _FULL
    form.show_json(is_json=False)
    assert not form.is_json
    assert form.value() == _FULL


def test_what_is_left_empty_is_left_out(theme: Theme, qtbot: QtBot) -> None:
    form = _form(theme, qtbot)
    form.set_value({"path": "p", "count": 1, "is_quick": False})
    assert form.value() == {"path": "p", "count": 1, "is_quick": False}


def test_an_empty_text_that_was_given_stays_one(theme: Theme, qtbot: QtBot) -> None:
    form = _form(theme, qtbot)
    given = {"path": "", "count": 1, "is_quick": True, "tags": [], "ratio": None}
    form.set_value(given)
    assert form.value() == given
    assert form.problems() == ()


def test_typing_tells_and_changes_the_value(theme: Theme, qtbot: QtBot) -> None:
    form = _form(theme, qtbot)
    form.set_value({"path": "", "count": 1, "is_quick": False})
    with qtbot.waitSignal(form.changed):
        QTest.keyClicks(_one(form, "Path"), "file.txt")
    assert form.value()["path"] == "file.txt"


def test_setting_a_value_is_no_change_by_hand(theme: Theme, qtbot: QtBot) -> None:
    form = _form(theme, qtbot)
    with qtbot.assertNotEmitted(form.changed):
        form.set_value(_FULL)


@pytest.mark.parametrize(
    ("name", "typed", "said"),
    [("count", "11", "At most 10"), ("count", "2.5", "no whole number"), ("ratio", "x", "number")],
)
def test_what_is_wrong_is_said_at_the_field_and_named(
    theme: Theme, qtbot: QtBot, name: str, typed: str, said: str
) -> None:
    form = _form(theme, qtbot)
    form.set_value({"path": "p", "count": 1, "is_quick": False})
    _one(form, name).clear()
    QTest.keyClicks(_one(form, name), typed)
    (problem,) = form.problems()
    assert problem.startswith(name)
    assert said in problem
    shown = [each.text() for each in form.findChildren(QLabel) if each.isVisible()]
    assert any(said in each for each in shown)


def test_required_fields_are_marked_and_missed(theme: Theme, qtbot: QtBot) -> None:
    form = _form(theme, qtbot)
    problems = form.problems()
    assert [each.split(":")[0] for each in problems] == ["Path", "count"]
    assert "required" in _one(form, "Path").accessibleDescription()


def test_an_optional_object_that_is_empty_misses_nothing(theme: Theme, qtbot: QtBot) -> None:
    form = _form(theme, qtbot)
    form.set_value({"path": "p", "count": 1, "is_quick": False})
    assert form.problems() == ()
    QTest.keyClicks(_one(form, "code"), "7")
    assert [each.split(":")[0] for each in form.problems()] == ["city"]


def test_broken_json_says_line_and_column_and_keeps_the_last_value(
    theme: Theme, qtbot: QtBot
) -> None:
    form = _form(theme, qtbot)
    form.set_value({"path": "p", "count": 1, "is_quick": False})
    form.show_json(is_json=True)
    _one(form, "The arguments as JSON").setPlainText('{\n  "path": "p"\n  "count": 1}')
    (problem,) = form.problems()
    assert "Line 3, column 3" in problem
    assert form.value()["path"] == "p"
    form.show_json(is_json=False)
    assert form.is_json


def test_json_that_is_no_object_is_refused(theme: Theme, qtbot: QtBot) -> None:
    form = _form(theme, qtbot)
    form.show_json(is_json=True)
    _one(form, "The arguments as JSON").setPlainText("[1]")
    assert form.problems()


def test_values_that_no_field_holds_are_shown_as_json(theme: Theme, qtbot: QtBot) -> None:
    form = _form(theme, qtbot)
    odd = {"path": 7, "count": "many", "is_quick": "perhaps"}
    form.set_value(odd)
    assert form.is_json
    assert form.value() == odd


def test_defaults_are_proposed_and_can_be_taken_back(theme: Theme, qtbot: QtBot) -> None:
    schema = {
        "type": "object",
        "properties": {
            "size": {"type": "integer", "default": 5},
            "mode": {"oneOf": [{"const": 1, "title": "One"}, {"const": 2}], "default": 2},
            "is_on": {"type": "boolean", "default": True},
        },
    }
    form = _form(theme, qtbot, schema)
    assert form.value() == {"size": 5, "mode": 2, "is_on": True}
    _one(form, "size").clear()
    _one(form, "mode").setCurrentIndex(0)
    assert form.value() == {"is_on": True}


def test_entries_of_a_list_are_added_and_removed(theme: Theme, qtbot: QtBot) -> None:
    form = _form(theme, qtbot)
    form.set_value({"path": "p", "count": 1, "is_quick": False, "tags": ["one"]})
    with qtbot.waitSignal(form.height_changed):
        _one(form, "Add an entry to tags").click()
    QTest.keyClicks(_one(form, "tags, entry 2"), "two")
    assert form.value()["tags"] == ["one", "two"]
    _one(form, "Remove entry 1 of tags").click()
    assert form.value()["tags"] == ["two"]


def test_markup_in_a_schema_stays_text(theme: Theme, qtbot: QtBot) -> None:
    form = _form(theme, qtbot)
    for label in form.findChildren(QLabel):
        assert label.textFormat() is Qt.TextFormat.PlainText
    assert any("<b>it</b>" in each.text() for each in form.findChildren(QLabel))


def test_references_and_lone_alternatives_are_followed() -> None:
    shape = read_shape(
        {
            "$defs": {
                "Mode": {"enum": ["a", "b"]},
                "Loop": {"type": "object", "properties": {"next": {"$ref": "#/$defs/Loop"}}},
            },
            "type": "object",
            "properties": {
                "mode": {"allOf": [{"$ref": "#/$defs/Mode"}], "description": "which"},
                "maybe": {"anyOf": [{"$ref": "#/$defs/Mode"}, {"type": "null"}]},
                "size": {"type": ["integer", "null"]},
                "either": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
                "loop": {"$ref": "#/$defs/Loop"},
                "self": {"$ref": "#/properties/self"},
            },
        }
    )
    kinds = {each.name: (each.kind, each.is_nullable) for each in shape.fields}
    assert kinds == {
        "mode": (Kind.CHOICE, False),
        "maybe": (Kind.CHOICE, True),
        "size": (Kind.INTEGER, True),
        "either": (Kind.JSON, False),
        "loop": (Kind.OBJECT, False),
        "self": (Kind.JSON, False),
    }
    assert shape.fields[0].description == "which"


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
_WORDS = """type properties required items enum oneOf anyOf allOf $ref const default minimum
maxLength title description format enumNames $defs"""
_words = st.sampled_from(_WORDS.split())
_odd_schemas = st.recursive(
    _json | st.sampled_from(["string", "object", "array", "integer", "#/a", "#"]),
    lambda inner: st.dictionaries(_words, inner, max_size=4) | st.lists(inner, max_size=3),
    max_leaves=20,
)


@given(st.dictionaries(_words, _odd_schemas, max_size=5))
@settings(max_examples=150)
def test_no_schema_of_a_stranger_breaks_the_form(schema: dict[str, Any]) -> None:
    assert read_shape(schema).kind is Kind.OBJECT


_names = st.sampled_from([*_FULL, "x", "y"])


@pytest.fixture(scope="module")
def one_form(qapp: QApplication) -> Iterator[SchemaForm]:
    form = SchemaForm(Theme(qapp, "light"), _SCHEMA)
    yield form
    form.deleteLater()


@given(st.dictionaries(_names, _json | st.sampled_from([*_FULL.values()]), max_size=4))
@settings(max_examples=60)
def test_whatever_is_set_comes_back(one_form: SchemaForm, value: dict[str, Any]) -> None:
    one_form.set_value({})
    one_form.show_json(is_json=False)
    one_form.set_value(value)
    told = one_form.value()
    # A tick is either set or not: what must be yes or no is one of them from the start.
    assert {**told, **value} == told
    assert set(told) <= {*value, "is_quick"}


@pytest.mark.parametrize(
    "text",
    ["a\u00a0b", "a\u202eb", "a\u2029b", "a\rb", "a\ud800b", "a\U000e0041b", "a\x00b", "\ufffe"],
)
def test_odd_letters_are_seen_and_stay_what_they_are(theme: Theme, qtbot: QtBot, text: str) -> None:
    form = _form(theme, qtbot)
    given = {"path": text, "count": 1, "is_quick": False, "odd": [text], "text": {text: text}}
    form.set_value(given)
    assert form.value() == given
    form.show_json(is_json=True)
    assert form.value() == given
    assert "\u202e" not in _one(form, "The arguments as JSON").toPlainText()


def test_a_narrow_form_is_as_wide_as_it_is_given(theme: Theme, qtbot: QtBot) -> None:
    form = _form(theme, qtbot)
    form.set_value(_FULL)
    assert form.minimumSizeHint().width() <= 300
