"""What the user has decided about calls, as values a person can read. Judged in the harness."""

from dataclasses import dataclass
from enum import StrEnum

RULES_VERSION = 1


class Permission(StrEnum):
    """What happens with a call. For a tool, a server, or by a rule."""

    ASK = "ask"
    ALLOW = "allow"
    NEVER = "never"


class ConditionKind(StrEnum):
    """What narrows a rule."""

    ANY = "any"  # every call
    PATH_UNDER = "path_under"  # the argument is a path in the folder `value`
    HOST = "host"  # the argument's address is at host `value` (`*.example.com`: below it)
    SQL_VERB = "sql_verb"  # every statement in the argument begins with `value` (SELECT)
    SHELL_VERB = "shell_verb"  # the argument is one plain command, whose program is `value`
    EQUALS = "equals"  # the argument is exactly `value`, as JSON


@dataclass(frozen=True, slots=True)
class Condition:
    """`argument` is the name of a top-level argument."""

    kind: ConditionKind = ConditionKind.ANY
    argument: str = ""
    value: str = ""


ANY = Condition()


@dataclass(frozen=True, slots=True)
class Rule:
    """One remembered decision. An empty `tool` means every tool of the server.

    `tool` is the name the model calls, `server_id` is empty for Callboard's own tools. `made_at` in
    seconds since the epoch. Only `permission` ALLOW and NEVER are kept narrowed.
    """

    id: str
    permission: Permission
    tool: str = ""
    server_id: str = ""
    condition: Condition = ANY
    made_at: float = 0.0


@dataclass(frozen=True, slots=True)
class Approved:
    """What a tool looked like when it was approved; a change is shown beside it and asked about."""

    tool: str
    fingerprint: str
    description: str = ""
    schema_text: str = ""


@dataclass(frozen=True, slots=True)
class Rules:
    """All remembered decisions, the newest last. One small file."""

    version: int = RULES_VERSION
    rules: tuple[Rule, ...] = ()
    approved: tuple[Approved, ...] = ()


class Why(StrEnum):
    """Why a call was allowed, refused or asked about. Each is a sentence in `ui`."""

    HARMLESS = "harmless"  # reads only, and nothing leaves this computer
    TOOL_ASKS = "tool_asks"  # may change something, or is not trusted
    ONCE = "once"  # the user said yes to this call
    IN_CHAT = "in_chat"  # the user allowed the tool in this chat
    RULE = "rule"
    CHANGED = "changed"  # the tool is not what it was when it was approved
    ALWAYS_ASKS = "always_asks"  # the tool itself wants it (no isolation)
    TRUST_LEVEL = "trust_level"  # private data could be carried out
    TRUST_THREE = "trust_three"  # private data, strangers' words and a way out come together
    TRUST_INSTRUCTION = "trust_instruction"  # something read here tried to give orders
    OVERRIDE = "override"  # the user said so against the trust rules, for this chat
    POLICY = "policy"  # the organisation
    DENIED = "denied"  # by the user


@dataclass(frozen=True, slots=True)
class Ruling:
    """What was decided about one call, and why. `rule` is as it was then."""

    permission: Permission
    why: Why
    rule: Rule | None = None
    detail: str = ""
