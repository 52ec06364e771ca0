"""Reads from the sources which words the window says, and which of them lupdate cannot see."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

# What these are given, the user reads or hears.
CLASSES = (
    "QAction",
    "QCheckBox",
    "QGroupBox",
    "QLabel",
    "QMenu",
    "QPushButton",
    "QRadioButton",
    "QToolButton",
    "CheckLine",
    "ElidedLabel",
    "Heading",
    "Suggestion",
)
METHODS = (
    "addAction",
    "addButton",
    "addItem",
    "addMenu",
    "addRow",
    "addTab",
    "insertItem",
    "insertTab",
    "setAccessibleDescription",
    "setAccessibleName",
    "setDetailedText",
    "setFormat",
    "setInformativeText",
    "setItemText",
    "setLabelText",
    "setNameFilter",
    "setPlaceholderText",
    "setPlainText",
    "setPrefix",
    "setSpecialValueText",
    "setStatusTip",
    "setSuffix",
    "setTabText",
    "setText",
    "setTitle",
    "setToolTip",
    "setWhatsThis",
    "setWindowTitle",
)
OURS = (
    "add",
    "asked_text",
    "button",
    "confirmed",
    "group_label",
    "labelled",
    "offer",
    "picked_folder",
    "say",
    "show_fault",
    "show_hint",
    "tell",
    "told",
)
SHOWS = frozenset((*CLASSES, *METHODS, *OURS))
HAS_A_LOOK = frozenset({"button", "labelled"})  # the second argument names a style
TRANSLATES = frozenset({"tr", "translate"})
APPLICATIONS = frozenset({"QCoreApplication", "QGuiApplication", "QApplication"})
LOGS = frozenset({"debug", "info", "warning", "error", "exception"})

_LETTERS = re.compile(r"[^\W\d_]{2}")
_SENTENCE = re.compile(r"[A-Z]\w+[,:]? \w.*|.*\w \w.*[.!?…]", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Finding:
    """A place in a source and the words there."""

    line: int
    words: str


def shown_untranslated(source: str) -> tuple[Finding, ...]:
    """Words that go to the screen, or to a screen reader, as they stand in the source."""
    found: list[Finding] = []
    for call in _calls(source, lambda name: name in SHOWS):
        for argument in _texts(call):
            found += _bare_words(argument)
    return _in_order(found)


def untranslated_sentences(source: str) -> tuple[Finding, ...]:
    """What reads like a sentence, wherever it goes. Docstrings and logs are nobody's window."""
    tree = ast.parse(source)
    passed_over = {
        id(inner)
        for node in ast.walk(tree)
        if _called(node) in TRANSLATES | LOGS or isinstance(node, ast.Expr)
        if not isinstance(node, ast.Expr) or isinstance(node.value, ast.Constant)
        for inner in ast.walk(node)
    }
    return _in_order(
        Finding(node.lineno, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if id(node) not in passed_over and _SENTENCE.fullmatch(node.value)
    )


def unreadable(source: str) -> tuple[Finding, ...]:
    """Translations whose words are no literal: lupdate does not find them."""
    return tuple(
        Finding(call.lineno, ast.unparse(call))
        for call in _calls(source, lambda name: name in TRANSLATES)
        if _is_of_words(call) and not _is_readable(call)
    )


def _in_order(found: Iterator[Finding] | list[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(set(found), key=lambda finding: (finding.line, finding.words)))


def _calls(source: str, is_meant: Callable[[str], bool]) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and is_meant(_called(node)):
            yield node


def _called(node: ast.AST) -> str:
    if not isinstance(node, ast.Call):
        return ""
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _is_of_words(call: ast.Call) -> bool:
    """A string's `translate` takes a table, a painter's moves the paper: words are Qt's own."""
    if _called(call) != "translate" or not isinstance(call.func, ast.Attribute):
        return True
    owner = call.func.value
    return isinstance(owner, ast.Name) and owner.id in APPLICATIONS


def _is_readable(call: ast.Call) -> bool:
    wanted = call.args[:2] if _called(call) == "translate" else call.args[:1]
    return bool(wanted) and all(
        isinstance(each, ast.Constant) and isinstance(each.value, str) for each in wanted
    )


def _texts(call: ast.Call) -> list[ast.expr]:
    named = [keyword.value for keyword in call.keywords]
    if _called(call) in HAS_A_LOOK:
        return [*call.args[:1], *call.args[2:], *named]
    return [*call.args, *named]


def _bare_words(node: ast.expr) -> Iterator[Finding]:
    """The literals of an expression, but for those that a call within it takes as arguments."""
    if isinstance(node, ast.Call):
        # `"…".format(x)` and `" · ".join(parts)` say what they are called on.
        if isinstance(node.func, ast.Attribute) and _called(node) not in TRANSLATES:
            yield from _bare_words(node.func.value)
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, str) and _LETTERS.search(node.value):
            yield Finding(node.lineno, node.value)
    elif not isinstance(node, ast.Compare | ast.Lambda | ast.Subscript):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                yield from _bare_words(child)
