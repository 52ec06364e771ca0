"""A user's answers to what waits for them.

They travel down as commands, not back through the event: events are saved, futures cannot be.
"""

from dataclasses import dataclass
from enum import StrEnum

from studio.core.rules import ANY, Condition


class Verdict(StrEnum):
    """What the user said to a call."""

    ALLOW_ONCE = "allow_once"
    ALLOW_IN_CHAT = "allow_in_chat"
    ALLOW_ALWAYS = "allow_always"
    DENY = "deny"
    NEVER = "never"  # denied, and remembered


@dataclass(frozen=True, slots=True)
class Decision:
    """A verdict on one call; `reason` (may be empty) goes to the model when it is denied.

    `condition` narrows `ALLOW_ALWAYS` and `NEVER`. `arguments` is JSON text that replaces what the
    model wrote, None to run as it was asked; the model is told. `overrides_trust` says that the
    user knows what the trust rules have against it.
    """

    verdict: Verdict
    reason: str = ""
    condition: Condition = ANY
    arguments: str | None = None
    overrides_trust: bool = False

    @property
    def is_allowed(self) -> bool:
        return self.verdict not in (Verdict.DENY, Verdict.NEVER)


class BudgetChoice(StrEnum):
    """What to do when a turn has reached a budget."""

    MORE = "more"  # as much again
    FINISH = "finish"  # the best answer from what is there
    STOP = "stop"


class SendChoice(StrEnum):
    """What to do when a chat has seen what a provider may not receive."""

    ONCE = "once"
    IN_CHAT = "in_chat"
    STOP = "stop"
