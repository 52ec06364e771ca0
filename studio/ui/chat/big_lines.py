"""Where the lines of a long text begin. Read a piece at a time; pure.

A line of megabytes is cut into rows for the eye: nothing ever lays it out as a whole.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

ROW = 4_000  # characters of a line that stand in one row
_CHUNK = 16_000  # characters that are looked through at a time


class TextLines:
    """Rows of one text. Grows with `read` until `is_complete`; knows its first row at once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.longest = 0
        self._starts = array("L", (0,))
        self._continued = array("L")  # rows that go on with the line above them
        self._at = 0  # as far as the text has been read
        self.is_complete = False

    def __len__(self) -> int:
        return len(self._starts)

    @property
    def lines(self) -> int:
        """How many lines there are, as far as is known."""
        return len(self._starts) - len(self._continued)

    def read(self, rows: int) -> None:
        """Finds so many more rows."""
        text, starts = self.text, self._starts
        for _ in range(rows):
            begin = self._at
            end = text.find("\n", begin, begin + ROW + 1)
            if end < 0:
                if begin + ROW >= len(text):
                    self.longest = max(self.longest, len(text) - begin)
                    self.is_complete = True
                    return
                end = begin + ROW
                self._continued.append(len(starts))
                self._at = end
            else:
                self._at = end + 1
            self.longest = max(self.longest, end - begin)
            starts.append(self._at)

    def start(self, row: int) -> int:
        """Where a row begins in the text."""
        return self._starts[row]

    def end(self, row: int) -> int:
        """Where a row ends, its break not counted."""
        if row + 1 < len(self._starts):
            following = self._starts[row + 1]
            return following if self.continues(row + 1) else following - 1
        found = self.text.find("\n", self._starts[row], self._starts[row] + ROW)
        return found if found >= 0 else min(len(self.text), self._starts[row] + ROW)

    def row_text(self, row: int) -> str:
        return self.text[self._starts[row] : self.end(row)]

    def row_of(self, position: int) -> int:
        """The row in which a place of the text stands."""
        return max(0, bisect_right(self._starts, position) - 1)

    def continues(self, row: int) -> bool:
        """Whether a row goes on with the line of the row above."""
        at = bisect_left(self._continued, row)
        return at < len(self._continued) and self._continued[at] == row

    def line_of(self, row: int) -> int:
        """The number of a row's line, from 1."""
        return row - bisect_right(self._continued, row) + 1


def chunks(text: str) -> Iterator[tuple[int, int]]:
    """Stretches of a text that end with a line, where lines are not endless."""
    begin = 0
    while begin < len(text):
        end = min(len(text), begin + _CHUNK)
        if end < len(text):
            line_end = text.rfind("\n", begin, end)
            end = line_end + 1 if line_end > begin else end
        yield begin, end
        begin = end
