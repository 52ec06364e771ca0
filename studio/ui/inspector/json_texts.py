"""Names and values of JSON become the words of a row."""

import re

from PySide6.QtCore import QCoreApplication, QLocale

from studio.ui.inspector.json_index import JsonIndex, Kind
from studio.ui.visible import visible

translate = QCoreApplication.translate
_HALVES = re.compile("[\ud800-\udfff]")  # of letters: Qt would leave them out
_MOST = 400  # bytes of a string that a row can need
_MOST_GIST = 40
_LOOKED_AT = 5  # children of an object that may tell what it is
_TELLING = ("role", "type", "name")


def one_line(text: str) -> str:
    """Breaks as a sign, and nothing that hides or turns."""
    line = text.replace("\r\n", "\n").replace("\n", "↵").replace("\t", "  ")
    return visible(_HALVES.sub(lambda found: f"\\u{ord(found[0]):04x}", line))


def name_text(index: JsonIndex, node: int) -> str:
    """What stands before a value; nothing before the whole document."""
    name = index.name(node)
    return "" if name is None else one_line(str(name)[:_MOST])


def value_text(index: JsonIndex, node: int) -> str:
    """A value on one line, a long one only its beginning."""
    kind = index.kind(node)
    if kind is Kind.OBJECT:
        said = branch_text("{}", index.count(node))
        gist = _gist(index, node)
        return f"{gist}  {said}" if gist else said
    if kind is Kind.ARRAY:
        return branch_text("[]", index.count(node))
    text = one_line(index.text(node, _MOST))
    return f"“{text}”" if kind is Kind.STRING else text


def _gist(index: JsonIndex, node: int) -> str:
    """What an object seems to be, as messages and parts of them say it."""
    said, child = [], node + 1
    for _ in range(min(index.count(node), _LOOKED_AT)):
        is_telling = index.kind(child) is Kind.STRING and index.name(child) in _TELLING
        if is_telling:
            said.append(one_line(index.text(child, _MOST_GIST)))
        child = index.after(child)
    return " ".join(said)


def branch_text(signs: str, count: int) -> str:
    """Such as `{…} 12 names`."""
    if count == 0:
        return signs
    number = QLocale().toString(count)
    if signs == "{}":
        one, more = translate("json", "1 name"), translate("json", "{0} names")
    else:
        one, more = translate("json", "1 entry"), translate("json", "{0} entries")
    said = one if count == 1 else more.format(number)
    return f"{signs[0]}…{signs[1]} {said}"


def row_text(index: JsonIndex, node: int) -> str:
    """A whole row, as it is read out."""
    name, value = name_text(index, node), value_text(index, node)
    return f"{name}: {value}" if name else value


def counted(first: int, last: int) -> str:
    """Such as `500 … 999`, a group of an array's values."""
    return f"{QLocale().toString(first)} … {QLocale().toString(last)}"
