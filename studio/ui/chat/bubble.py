"""Where the bubble of a prompt stands in the column."""

_SHARE = 0.86
PADDING = 14


def bubble_room(width: int) -> int:
    """How wide the words of a prompt may be in a column of this width."""
    return max(60, round(width * _SHARE) - 2 * PADDING)
