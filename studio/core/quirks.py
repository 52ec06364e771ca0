"""In what a host differs from its dialect. Data of the catalogue: a new host is a row, no class."""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from studio.core.chats import Effort


class AuthHeader(StrEnum):
    """Where a key travels. `DIALECT`: as the dialect has it."""

    DIALECT = "dialect"
    BEARER = "bearer"  # Authorization: Bearer KEY
    X_API_KEY = "x-api-key"
    API_KEY = "api-key"  # Azure
    GOOGLE = "x-goog-api-key"


class EffortStyle(StrEnum):
    """How a host is told how hard to think."""

    DIALECT = "dialect"
    UNSUPPORTED = "unsupported"  # any such field is refused
    REASONING_EFFORT = "reasoning_effort"  # reasoning_effort: "low"
    REASONING_OBJECT = "reasoning_object"  # reasoning: {"effort": "low"}, OpenRouter
    THINKING_TYPE = "thinking_type"  # thinking: {"type": "enabled" | "disabled"}
    ENABLE_THINKING = "enable_thinking"  # enable_thinking and thinking_budget, Alibaba
    TEMPLATE_ARGUMENTS = "template_arguments"  # chat_template_kwargs: {"enable_thinking": ...}


class ReasoningReturn(StrEnum):
    """When plain reasoning goes back with an assistant's message."""

    BESIDE_CALLS = "beside_calls"  # where the model's own reasoning led to a call
    REQUIRED_BESIDE_CALLS = "required_beside_calls"  # the field must be there, empty if need be
    ALWAYS = "always"
    IN_TEXT = "in_text"  # within the text, between the think tags in which it came
    NEVER = "never"


class CallIdStyle(StrEnum):
    """Which call IDs a host takes. `DIALECT`: as the dialect has it."""

    DIALECT = "dialect"
    NINE_ALPHANUMERIC = "nine_alphanumeric"  # Mistral


class SchemaStyle(StrEnum):
    """What of JSON Schema a host reads."""

    JSON_SCHEMA = "json_schema"
    OPENAPI_SUBSET = "openapi_subset"  # Google
    STRICT = "strict"  # binds its output to the schema, and says so


class Quirks(BaseModel):
    """Everything has the value of a host that keeps to its dialect.

    `efforts` are the efforts a host has words for, where it has not all of them.
    `max_tools` is how many tools one request may offer; None where the host names no number.
    `description_characters` bounds what is said of one tool. `image_bytes` and `file_bytes` bound
    one attachment, in bytes before encoding.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    auth_header: AuthHeader = AuthHeader.DIALECT
    effort: EffortStyle = EffortStyle.DIALECT
    efforts: tuple[Effort, ...] = ()
    reasoning_return: ReasoningReturn = ReasoningReturn.BESIDE_CALLS
    call_ids: CallIdStyle = CallIdStyle.DIALECT
    schemas: SchemaStyle = SchemaStyle.JSON_SCHEMA
    uses_max_completion_tokens: bool = False
    takes_stream_options: bool = True
    uses_developer_role: bool = False
    has_no_version: bool = False  # the API begins right below the host, without /v1
    models_url: str = ""  # of the list of models, where it is not beside the rest
    splits_think_tags: bool = False
    reads_documents: bool = False  # takes PDF where the dialect alone does not promise it
    max_tools: int | None = Field(default=None, ge=1)
    description_characters: int | None = Field(default=None, ge=100)
    image_bytes: int | None = Field(default=None, ge=1)
    file_bytes: int | None = Field(default=None, ge=1)


def quirk_lines(quirks: Quirks) -> tuple[str, ...]:
    """What is not as in a host that keeps to its dialect: such as `max_tools: 128`."""
    said = quirks.model_dump(mode="json", exclude_defaults=True)
    return tuple(f"{name}: {_value(each)}" for name, each in said.items())


def _value(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
