"""What the user can choose from in a chat: models, tools, and ways to begin."""

from dataclasses import dataclass, replace

from studio.core.chats import ChatSettings


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """One model of one provider profile. An empty `model` is the provider's default.

    `takes_tools` is false where the user has the provider offer none.
    """

    profile_id: str
    profile_name: str
    model: str = ""
    stays_here: bool = False
    takes_tools: bool = True

    @property
    def name(self) -> str:
        return self.model or self.profile_name


@dataclass(frozen=True, slots=True)
class ToolChoice:
    """One tool. `asks_first` ones run only after the user's approval.

    `group` is the name of its server, empty for Callboard's own tools. `tokens` is what it takes of
    the model's window in each request, estimated.
    """

    name: str
    description: str
    asks_first: bool = False
    group: str = ""
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class KeyChoice:
    """One key of a provider profile, by its name and last characters."""

    profile_id: str
    key_id: str
    label: str


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A way to begin: what the button says, and the prompt it sends."""

    label: str
    prompt: str


@dataclass(frozen=True, slots=True)
class Choices:
    """All of it. `default_profile_id` answers in chats that name no profile; `keys` are those of
    profiles that have more than one; `off_in_new_chats` are names of tools."""

    models: tuple[ModelChoice, ...] = ()
    tools: tuple[ToolChoice, ...] = ()
    default_profile_id: str = ""
    keys: tuple[KeyChoice, ...] = ()
    off_in_new_chats: frozenset[str] = frozenset()

    def keys_of(self, profile_id: str) -> tuple[KeyChoice, ...]:
        return tuple(key for key in self.keys if key.profile_id == profile_id)

    def chosen(self, settings: ChatSettings) -> ModelChoice | None:
        """Who answers with these settings; None when nobody can."""
        profile_id = settings.profile_id or self.default_profile_id
        offered = [choice for choice in self.models if choice.profile_id == profile_id]
        if not offered:
            return None
        for choice in offered:
            if choice.model == settings.model:
                return choice
        first = offered[0]
        # A model typed by hand, or one the provider no longer lists, is still what will be asked.
        return replace(first, model=settings.model or first.model)
