"""Where everything in a JSON document stands, found a little at a time. Pure.

Nothing is decoded: names and values are places in the bytes, so that 20 MB cost no second copy, and
what is shown is what stands there: numbers as written, names that stand twice, bytes that are no
text. What is no JSON is told by `fault`, what ends too early by `is_cut`; all before it can be
looked at.
"""

import json
import re
from array import array
from bisect import bisect_right
from enum import IntEnum

from studio.harness.inspection_ports import JsonPath

GROUP = 500  # the index remembers every so many-th child of a large branch
_SPACE = re.compile(rb"[ \t\r\n]*")
_WORD = re.compile(rb"[^ \t\r\n{}\[\],:\"]*")
_WORDS = re.compile(rb"(?:true|false|null|NaN|-?Infinity|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)\Z")
_FIRST_HALF = re.compile(rb"\\u[dD][89abAB][0-9a-fA-F]{2}\Z")
_QUOTE, _BACKSLASH = 0x22, 0x5C
_NO_NAME = 0xFFFFFFFF
_NO_TEXT = re.compile("[\udc80-\udcff]")  # bytes that were no text, as Python carries them
_MARK = b"\xef\xbb\xbf"
_FINDS = 1_000  # quotes of one string that are looked at in one step
_LONG_STEP = 60  # what such a step counts


class Kind(IntEnum):
    """What a value is."""

    OBJECT = 0x7B
    ARRAY = 0x5B
    STRING = 0x22
    NUMBER = 0x30
    WORD = 0x74  # true, false, null


_BRANCHES = frozenset({Kind.OBJECT, Kind.ARRAY})
_CLOSING = {0x7B: 0x7D, 0x5B: 0x5D}


class _Wants(IntEnum):
    VALUE = 0
    FIRST = 1  # a name or value, or the end of a branch
    NEXT = 2  # a comma or the end of a branch
    NAME = 3
    NOTHING = 4


class JsonIndex:
    """The values of one document, numbered as they stand in it; 0 is the whole."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.is_complete = False
        self.fault: int | None = None  # the byte at which it ceased to be JSON
        self.is_cut = False
        self._begins = array("L")
        self._ends = array("L")
        self._after = array("L")  # the number that follows a value and all below it
        self._parents = array("L")
        self._names = array("L")
        self._counts = array("L")
        self._kinds = bytearray()
        self._marks: dict[int, array[int]] = {}
        self._open: list[int] = []
        self._at = len(_MARK) if data.startswith(_MARK) else 0
        self._wants = _Wants.VALUE
        self._name = _NO_NAME
        self._string: tuple[int, int] | None = None  # begin and as far as it was looked through

    def __len__(self) -> int:
        return len(self._kinds)

    @property
    def progress(self) -> float:
        """How much has been read, from 0 to 1."""
        at = self._at if self._string is None else self._string[1]
        return 1.0 if self.is_complete or not self.data else at / len(self.data)

    def read(self, steps: int) -> None:
        """Reads so many more values and signs."""
        while steps > 0 and not self.is_complete:
            self._step()
            steps -= 1 if self._string is None else _LONG_STEP

    def kind(self, node: int) -> Kind:
        return Kind(self._kinds[node])

    def is_branch(self, node: int) -> bool:
        return self._kinds[node] in _BRANCHES

    def count(self, node: int) -> int:
        """How many values stand directly below."""
        return self._counts[node]

    def parent(self, node: int) -> int | None:
        return None if node == 0 else self._parents[node]

    def span(self, node: int) -> tuple[int, int]:
        """The bytes of a value."""
        return self._begins[node], self._ends[node]

    def after(self, node: int) -> int:
        """The number that follows a value and all below it."""
        return self._after[node]

    def raw(self, node: int, most: int | None = None) -> bytes:
        """A value as it stands there, or its beginning."""
        begin, end = self.span(node)
        return self.data[begin : end if most is None else min(end, begin + most)]

    def text(self, node: int, most: int | None = None) -> str:
        """A string as it reads, any other value as it is written."""
        if self.kind(node) is not Kind.STRING:
            return shown(self.raw(node, most))
        begin, end = self.span(node)
        stop = end - 1 if end - begin > 1 and self.data[end - 1] == _QUOTE else end
        if most is not None and begin + 1 + most < stop:
            return read_string(_whole_signs(self.data[begin + 1 : begin + 1 + most]))
        return read_string(self.data[begin + 1 : stop])

    def is_named(self, node: int) -> bool:
        """Whether a value stands in an object."""
        return self._names[node] != _NO_NAME

    def piece(self, node: int, at: int, most: int) -> tuple[str, int | None]:
        """A stretch of a value from byte `at` of the document on, and where the next begins."""
        end = self._ends[node]
        if at + most >= end - 1:
            return read_string(self.data[at : end - 1]), None
        inside = _whole_signs(self.data[at : at + most])
        return read_string(inside), at + len(inside)

    def name(self, node: int) -> str | int | None:
        """A value's name in its object, or its place in its array."""
        parent = self.parent(node)
        if parent is None:
            return None
        if not self.is_named(node):
            return self.place(node)
        begin = self._names[node] + 1
        return read_string(self.data[begin : _string_end(self.data, begin, None)[0] - 1])

    def place(self, node: int) -> int:
        """Which child of its parent a value is, from 0."""
        parent = self._parents[node]
        marks = self._marks.get(parent)
        number, child = 0, parent + 1
        if marks is not None:
            group = bisect_right(marks, node) - 1
            number, child = group * GROUP, marks[group]
        while child < node:
            number, child = number + 1, self._after[child]
        return number

    def child(self, node: int, number: int) -> int:
        marks = self._marks.get(node)
        at, child = 0, node + 1
        if marks is not None:
            at, child = number // GROUP * GROUP, marks[number // GROUP]
        for _ in range(number - at):
            child = self._after[child]
        return child

    def path(self, node: int) -> JsonPath:
        steps: list[str | int] = []
        here: int | None = node
        while here is not None and (name := self.name(here)) is not None:
            steps.append(name)
            here = self.parent(here)
        return tuple(reversed(steps))

    def find(self, path: JsonPath) -> int | None:
        """The value at a path; of a name that stands twice the last, as readers take it."""
        if not len(self):
            return None
        node = 0
        for step in path:
            found = self._below(node, step)
            if found is None:
                return None
            node = found
        return node

    def node_at(self, offset: int) -> int | None:
        """The innermost value that holds a byte or, between two, the one before it."""
        node = bisect_right(self._begins, offset) - 1
        while node > 0 and self._ends[node] <= offset:
            node = self._parents[node]
        return node if node >= 0 else None

    def _below(self, node: int, step: str | int) -> int | None:
        kind, count = self.kind(node), self.count(node)
        if isinstance(step, int):
            fits = kind is Kind.ARRAY and 0 <= step < count
            return self.child(node, step) if fits else None
        found = None
        if kind is Kind.OBJECT:
            child = node + 1
            for _ in range(count):
                found = child if self.name(child) == step else found
                child = self._after[child]
        return found

    def _step(self) -> None:
        if self._string is not None:
            self._read_string()
            return
        at = self._at = _SPACE.match(self.data, self._at).end()  # type: ignore[union-attr]  # it may be empty
        if at >= len(self.data):
            self._end()
            return
        sign = self.data[at]
        if self._wants is _Wants.NOTHING:
            self._fail()
        elif self._wants in (_Wants.FIRST, _Wants.NEXT) and self._closes(sign):
            self._close(at + 1)
        elif self._wants is _Wants.NEXT:
            self._expect_comma(sign)
        elif self._wants_name():
            self._begin_name(sign)
        else:
            self._begin_value(sign)

    def _wants_name(self) -> bool:
        if self._wants is _Wants.NAME:
            return True
        return self._wants is _Wants.FIRST and self._kinds[self._open[-1]] == Kind.OBJECT

    def _closes(self, sign: int) -> bool:
        return bool(self._open) and sign == _CLOSING[self._kinds[self._open[-1]]]

    def _expect_comma(self, sign: int) -> None:
        if sign != 0x2C:
            self._fail()
            return
        self._at += 1
        is_object = self._kinds[self._open[-1]] == Kind.OBJECT
        self._wants = _Wants.NAME if is_object else _Wants.VALUE

    def _begin_name(self, sign: int) -> None:
        if sign != _QUOTE:
            self._fail()
            return
        end, is_whole = _string_end(self.data, self._at + 1, None)
        colon = _SPACE.match(self.data, end).end()  # type: ignore[union-attr]  # it may be empty
        if not is_whole or colon >= len(self.data):
            self._at = len(self.data)
            self._end()
        elif self.data[colon] != 0x3A:
            self._at = colon
            self._fail()
        else:
            self._name, self._at, self._wants = self._at, colon + 1, _Wants.VALUE

    def _begin_value(self, sign: int) -> None:
        at = self._at
        if sign in _CLOSING:
            self._open.append(self._add(at, sign))
            self._at, self._wants = at + 1, _Wants.FIRST
        elif sign == _QUOTE:
            self._add(at, Kind.STRING)
            self._string = (at, at + 1)
            self._read_string()
        else:
            self._read_word(at)

    def _read_word(self, at: int) -> None:
        end = _WORD.match(self.data, at).end()  # type: ignore[union-attr]  # it may be empty
        word = self.data[at : min(end, at + 4_000)]
        is_last = end >= len(self.data) and bool(self._open)
        if not is_last and not _WORDS.match(word):
            self._fail()
            return
        is_number = word[:1].isdigit() or word[:1] == b"-"
        self._ended(self._add(at, Kind.NUMBER if is_number else Kind.WORD), end)

    def _read_string(self) -> None:
        begin, seen = self._string or (self._at, self._at + 1)
        end, is_whole = _string_end(self.data, seen, _FINDS)
        if not is_whole and end < len(self.data):
            self._string = (begin, end)
            return
        self._string = None
        self.is_cut = not is_whole
        self._ended(len(self._kinds) - 1, end)

    def _add(self, at: int, kind: int) -> int:
        node = len(self._kinds)
        parent = self._open[-1] if self._open else 0
        self._begins.append(at)
        self._ends.append(at)
        self._after.append(node + 1)
        self._parents.append(parent)
        self._names.append(self._name)
        self._counts.append(0)
        self._kinds.append(kind)
        self._name = _NO_NAME
        if self._open:
            self._count_child(parent, node)
        return node

    def _count_child(self, parent: int, node: int) -> None:
        number = self._counts[parent]
        self._counts[parent] = number + 1
        if number % GROUP == 0 and number:
            marks = self._marks.setdefault(parent, array("L", (parent + 1,)))
            marks.append(node)

    def _ended(self, node: int, end: int) -> None:
        self._ends[node] = self._at = end
        self._wants = _Wants.NEXT if self._open else _Wants.NOTHING

    def _close(self, end: int) -> None:
        node = self._open.pop()
        self._after[node] = len(self._kinds)
        self._ended(node, end)

    def _fail(self) -> None:
        self.fault = self._at
        self._finish()

    def _end(self) -> None:
        self.is_cut = self.is_cut or bool(self._open) or self._wants is not _Wants.NOTHING
        self._finish()

    def _finish(self) -> None:
        while self._open:
            node = self._open.pop()
            self._after[node], self._ends[node] = len(self._kinds), self._at
        self.is_complete = True


def shown(data: bytes) -> str:
    """Bytes as text; those that are none are written out, such as `\\xff`."""
    return data.decode("utf-8", "backslashreplace")


def read_string(inside: bytes) -> str:
    """What stands between the quotes, as it reads; as it is written where that is no JSON."""
    if b"\\" not in inside:
        return shown(inside)
    text = inside.decode("utf-8", "surrogateescape")
    try:
        read = json.loads(f'"{text}"', strict=False)
    except (ValueError, RecursionError):
        return shown(inside)
    if not isinstance(read, str):
        return shown(inside)
    return _NO_TEXT.sub(_written_out, read) if _NO_TEXT.search(text) else read


def _written_out(found: re.Match[str]) -> str:
    return f"\\x{ord(found[0]) - 0xDC00:02x}"


def _whole_signs(piece: bytes) -> bytes:
    """The beginning of a string without half an escape or half a letter at its end."""
    last = piece.rfind(b"\\", max(0, len(piece) - 6))
    if last >= 0 and _begins_escape(piece, last):
        piece = piece[:last]
    # A letter beyond the first 65,536 is two escapes.
    if _FIRST_HALF.search(piece) and _begins_escape(piece, len(piece) - 6):
        piece = piece[:-6]
    end = len(piece)
    while end and piece[end - 1] & 0xC0 == 0x80:
        end -= 1
    return piece[: end - 1] if end and piece[end - 1] >= 0xC0 else piece


def _begins_escape(piece: bytes, at: int) -> bool:
    """Whether a backslash is no letter of the escape before it."""
    before = at
    while before > 0 and piece[before - 1] == _BACKSLASH:
        before -= 1
    return (at - before) % 2 == 0


def _string_end(data: bytes, at: int, finds: int | None) -> tuple[int, bool]:
    """Behind the closing quote, and whether there is one; else as far as it was looked."""
    while finds is None or finds > 0:
        quote = data.find(b'"', at)
        if quote < 0:
            return len(data), False
        before = quote
        while data[before - 1] == _BACKSLASH:
            before -= 1
        if (quote - before) % 2 == 0:
            return quote + 1, True
        at = quote + 1
        finds = None if finds is None else finds - 1
    return at, False
