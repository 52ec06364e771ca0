"""A text that arrives in small pieces, thousands of them a minute."""

_MOST_PIECES = 512


class GrowingText:
    """Joined when it is asked for, and now and then before: as a string of its own each piece
    takes twenty times its letters."""

    __slots__ = ("_joined", "_pieces")

    def __init__(self, text: str = "") -> None:
        self._joined: list[str] = [text] if text else []
        self._pieces: list[str] = []

    def __bool__(self) -> bool:
        """Whether anything was added."""
        return bool(self._pieces or self._joined)

    def add(self, piece: str) -> None:
        pieces = self._pieces
        pieces.append(piece)
        if len(pieces) >= _MOST_PIECES:
            self._join()

    def whole(self) -> str:
        """All of it. Costs a join of what came since it was last asked for."""
        if self._pieces:
            self._join()
        if len(self._joined) > 1:
            self._joined = ["".join(self._joined)]
        return self._joined[0] if self._joined else ""

    def share(self, text: str) -> None:
        """Where the text is the same it is held in place of a copy."""
        if self.whole() == text:
            self._joined = [text] if text else []

    def _join(self) -> None:
        self._joined.append("".join(self._pieces))
        self._pieces = []
