"""What of a chat is meant by who looks at it: light, since every page has one."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Subject:
    """What is meant. Without a round the last of the turn, or that of the call."""

    turn_id: str = ""
    round_id: str = ""
    tool_use_id: str = ""
