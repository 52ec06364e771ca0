"""What a send will do that the user might not expect, known before anything goes out."""

from dataclasses import dataclass
from enum import StrEnum


class NoticeKind(StrEnum):
    """One kind of thing that does not travel as it is."""

    REASONING_STAYS = "reasoning_stays"  # signed or encrypted reasoning of another provider
    IMAGES_STAY = "images_stay"  # the target takes none
    FILES_AS_TEXT = "files_as_text"  # sent as the text that was read out of them
    FILES_STAY = "files_stay"  # not taken by the target, and no text could be read
    TOO_LARGE = "too_large"  # larger than the target takes
    GONE = "gone"  # the bytes of an attachment are no longer there
    TOOLS_LEFT_OUT = "tools_left_out"  # more than the target takes
    SCHEMAS_LEFT_OUT = "schemas_left_out"  # tools whose schema cannot be made valid
    SERVER_TOOLS_STAY = "server_tools_stay"  # activity of another provider's own tools


@dataclass(frozen=True, slots=True)
class Notice:
    """`names` are file or tool names where there are any; `limit` is the bound that was met."""

    kind: NoticeKind
    count: int
    names: tuple[str, ...] = ()
    limit: int | None = None
