"""How private something is, and where things may go. The rules over them are the harness's."""

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """How private data is, and what a provider or a tool may be given. Later ones are stricter."""

    PUBLIC = "public"
    INTERNAL = "internal"
    SECRET = "secret"  # noqa: S105  # a word, no password

    @property
    def rank(self) -> int:
        return tuple(Level).index(self)

    def covers(self, other: "Level") -> bool:
        """Whether what may receive this may receive that."""
        return self.rank >= other.rank


def strictest(*levels: Level) -> Level:
    """`PUBLIC` for none."""
    return max(levels, key=lambda level: level.rank, default=Level.PUBLIC)


class Reach(StrEnum):
    """Where the arguments of a tool go. Later ones reach further."""

    NOWHERE = "nowhere"  # they stay on this computer
    SERVICE = "service"  # to one service that the user set up
    QUERIES = "queries"  # as queries to third parties, such as a search engine
    CHOSEN = "chosen"  # to whatever address the model writes

    @property
    def leaves(self) -> bool:
        """Whether anything leaves this computer."""
        return self is not Reach.NOWHERE


class Cause(StrEnum):
    """What made a chat stricter."""

    RESULT = "result"  # of a tool
    INSTRUCTION = "instruction"  # found in a result from outside
    USER = "user"  # set by hand


@dataclass(frozen=True, slots=True)
class Seen:
    """One thing that a chat has really seen. `subject` is the name of the tool, or empty.

    `detail` is a fact: a folder, a host; no sentence. `at` in seconds since the epoch.
    """

    cause: Cause
    level: Level
    at: float
    subject: str = ""
    detail: str = ""
    tool_use_id: str = ""
    is_untrusted: bool = False


class OverrideKind(StrEnum):
    """What the user let happen, knowingly."""

    SEND = "send"  # to the provider `subject`
    CALL = "call"  # of the tool `subject`


@dataclass(frozen=True, slots=True)
class Override:
    """The user's own word against the rules. `is_for_chat` counts from then on, else once."""

    kind: OverrideKind
    subject: str
    level: Level
    at: float
    is_for_chat: bool = False


@dataclass(frozen=True, slots=True)
class ChatTrust:
    """What a chat has seen, which only grows, and what the user overrode."""

    seen: tuple[Seen, ...] = ()
    overrides: tuple[Override, ...] = ()

    @property
    def level(self) -> Level:
        return strictest(*(each.level for each in self.seen))

    @property
    def has_untrusted(self) -> bool:
        """Whether words of strangers were read."""
        return any(each.is_untrusted for each in self.seen)

    @property
    def has_instruction(self) -> bool:
        """Whether something from outside tried to give orders."""
        return any(each.cause is Cause.INSTRUCTION for each in self.seen)


NO_TRUST = ChatTrust()
