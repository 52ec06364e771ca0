"""Heights of a long column as a Fenwick tree: where a row begins, and which row is at a place."""

from collections.abc import Iterable


class Heights:
    """A growing list of heights. All operations but building take logarithmic time."""

    __slots__ = ("_sum", "_tree", "_values")  # there is one for each turn

    def __init__(self, heights: Iterable[int] = ()) -> None:
        self._values: list[int] = []
        self._tree: list[int] = [0]
        self._sum = 0
        for height in heights:
            self.append(height)

    def __len__(self) -> int:
        return len(self._values)

    def __getitem__(self, index: int) -> int:
        return self._values[index]

    @property
    def total(self) -> int:
        """The height of the whole column."""
        return self._sum

    def append(self, height: int) -> None:
        """Adds a row at the end."""
        self._values.append(height)
        self._sum += height
        position = len(self._values)
        # A node holds the sum of the rows below it down to where its lowest bit leads.
        node, below = height, position - 1
        stop = position - (position & -position)
        while below > stop:
            node += self._tree[below]
            below -= below & -below
        self._tree.append(node)

    def set(self, index: int, height: int) -> None:
        """Changes one row."""
        difference = height - self._values[index]
        if not difference:
            return
        self._values[index] = height
        self._sum += difference
        position = index + 1
        while position < len(self._tree):
            self._tree[position] += difference
            position += position & -position

    def truncate(self, length: int) -> None:
        """Drops the rows from `length` on."""
        self._sum = self.before(length)
        del self._values[length:]
        del self._tree[length + 1 :]

    def before(self, index: int) -> int:
        """Where row `index` begins: the sum of the heights above it."""
        position, result = index, 0
        while position > 0:
            result += self._tree[position]
            position -= position & -position
        return result

    def find(self, place: int) -> int:
        """The row that covers `place`; the first or last one outside the column."""
        if not self._values:
            return 0
        position, rest = 0, max(0, place)
        step = 1 << (len(self._values).bit_length() - 1)
        while step:
            probe = position + step
            if probe < len(self._tree) and self._tree[probe] <= rest:
                position = probe
                rest -= self._tree[probe]
            step >>= 1
        return min(position, len(self._values) - 1)
