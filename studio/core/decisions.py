"""A user's answer to an approval.

It travels down as a command, not back through the event: events are saved, futures cannot be.
"""

from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """What the user said."""

    ALLOW_ONCE = "allow_once"
    ALLOW_IN_CHAT = "allow_in_chat"
    DENY = "deny"


@dataclass(frozen=True, slots=True)
class Decision:
    """A verdict on one call; `reason` (may be empty) goes to the model when it is denied."""

    verdict: Verdict
    reason: str = ""

    @property
    def is_allowed(self) -> bool:
        return self.verdict is not Verdict.DENY
