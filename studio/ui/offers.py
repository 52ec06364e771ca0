"""What can be chosen in a chat, kept up to date from profiles, settings and tools."""

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from PySide6.QtCore import QObject, Signal

from studio.core.errors import StudioError
from studio.core.profiles import Kind, ProviderProfile
from studio.core.tools import ToolDefinition, estimated_tokens
from studio.harness.models import Models
from studio.harness.preferences import Preferences
from studio.harness.profiles import Profiles
from studio.ui.chat.choices import Choices, KeyChoice, ModelChoice, Suggestion, ToolChoice
from studio.ui.texts import profile_name
from studio.ui.tool_texts import description

Spawn = Callable[[Coroutine[Any, Any, object], str], None]


class Offers(QObject):
    """Lives as long as the window.

    A provider is asked for its models only when the user opens the list, never by itself.

    Signals: `changed()`.
    """

    changed = Signal()

    def __init__(
        self,
        profiles: Profiles,
        models: Models,
        preferences: Preferences,
        tools: Callable[[], Sequence[ToolDefinition]],
        spawn: Spawn,
    ) -> None:
        """`tools` are those on offer just then; `refresh` is called when they have changed."""
        super().__init__()
        self._profiles = profiles
        self._models = models
        self._preferences = preferences
        self._spawn = spawn
        self._tools = tools
        self._definitions: tuple[ToolDefinition, ...] = ()
        self._tool_choices: tuple[ToolChoice, ...] = ()
        self._asking: set[str] = set()
        self.choices = Choices()
        profiles.watch(self.refresh)
        models.watch(self.refresh)
        preferences.watch(self.refresh)
        self.refresh()

    def ask_for_models(self) -> None:
        """Asks each provider of whom no list is kept; `changed` tells of each answer."""
        for profile in self._profiles.profiles:
            is_known = self._models.fetched_at(profile.id) is not None
            if not is_known and profile.id not in self._asking:
                self._asking.add(profile.id)
                self._spawn(self._ask(profile.id), f"ask {profile.name} for its models")

    def keep_for_new_chats(self, tools_off: frozenset[str]) -> None:
        """New chats begin without these tools."""
        kept = self._preferences.change(tools_off=tuple(sorted(tools_off)))
        self._spawn(kept, "keep the tools of new chats")

    def suggestions(self, profile_id: str) -> tuple[Suggestion, ...]:
        """Ways to begin. The prompts are what the practice provider understands."""
        profile = self._profiles.profile(profile_id)
        if profile is None or profile.kind is not Kind.PRACTICE:
            return ()
        return (
            Suggestion(self.tr("Take the tour"), "tour"),
            Suggestion(self.tr("What time is it in Tokyo?"), "time in Tokyo"),
            Suggestion(self.tr("Let a tool fail: divide by zero"), "divide by zero"),
            Suggestion(self.tr("Write a file, with my approval"), "write a file"),
            Suggestion(self.tr("Three calls at once"), "several"),
            Suggestion(self.tr("A long answer"), "long answer"),
        )

    async def _ask(self, profile_id: str) -> None:
        try:
            await self._models.refresh(profile_id)
        except StudioError:
            # The list is a help: without it the model of the profile is still offered, and a
            # provider that is down says so in the answer or in its connection test.
            return
        finally:
            self._asking.discard(profile_id)

    def refresh(self) -> None:
        """Takes over what is there now."""
        profiles = self._profiles.profiles
        models = tuple(choice for profile in profiles for choice in self._offered(profile))
        default = self._preferences.settings.default_profile_id
        if not any(profile.id == default for profile in profiles):
            default = ""
        keys = tuple(choice for profile in profiles for choice in self._keys(profile))
        off = frozenset(self._preferences.settings.tools_off)
        choices = Choices(models, self._offered_tools(), default, keys, off)
        if choices != self.choices:
            self.choices = choices
            self.changed.emit()

    def _offered_tools(self) -> tuple[ToolChoice, ...]:
        """Made anew only where other tools are on offer: servers tell of each line of their log."""
        definitions = tuple(self._tools())
        if definitions != self._definitions:
            self._definitions = definitions
            self._tool_choices = tuple(map(_choice, definitions))
        return self._tool_choices

    def _keys(self, profile: ProviderProfile) -> tuple[KeyChoice, ...]:
        usable = self._profiles.usable(profile.id)
        entries = usable.keys if usable is not None else ()
        if len(entries) < 2:
            return ()
        return tuple(
            KeyChoice(
                profile.id, entry.id, f"{entry.name} …{entry.hint}" if entry.hint else entry.name
            )
            for entry in entries
        )

    def _offered(self, profile: ProviderProfile) -> tuple[ModelChoice, ...]:
        listed = (entry.id for entry in self._models.entries(profile.id))
        names = dict.fromkeys((profile.model, *listed))
        if len(names) > 1:
            names.pop("", None)
        shown = profile_name(profile.name)
        place, tools = profile.stays_here, profile.offers_tools
        return tuple(ModelChoice(profile.id, shown, name, place, tools) for name in names)


def _choice(tool: ToolDefinition) -> ToolChoice:
    return ToolChoice(
        tool.name, description(tool), tool.asks_first, tool.server_name, estimated_tokens(tool)
    )
