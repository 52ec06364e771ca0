"""What a running tool asks the user, in a form made from a schema (MCP: elicitation)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class AnswerKind(StrEnum):
    """What the user did with a question."""

    ACCEPT = "accept"
    DECLINE = "decline"
    CANCEL = "cancel"


@dataclass(frozen=True, slots=True)
class Question:
    """`schema` is JSON Schema of a flat object. With a `url` there is no form: the user is asked
    to go to that address. `asker` is the name of the server."""

    message: str
    schema: Mapping[str, Any] = field(default_factory=dict)
    url: str = ""
    asker: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """`content` fits the schema where it was accepted, and is empty else."""

    kind: AnswerKind
    content: Mapping[str, Any] = field(default_factory=dict, repr=False)
