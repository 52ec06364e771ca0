"""What MCP servers offer to a message: slash commands, and resources to attach."""

from collections.abc import Callable, Coroutine
from importlib import import_module
from typing import Any

from studio.core.attachments import ReadFile
from studio.ui.chat.composer import Composer
from studio.ui.chat.slash_offers import ServerOffers

# By name: who has set up no server never loads them.
_PROMPTS = "studio.ui.chat.slash_prompts"
_RESOURCES = "studio.ui.chat.resource_picker"

Spawn = Callable[[Coroutine[Any, Any, object], str], None]


class PageOffers:
    """Belongs to a chat page; what it makes belongs to the composer."""

    def __init__(
        self,
        offers: ServerOffers | None,
        composer: Composer,
        attach: Callable[[ReadFile], None],
        spawn: Spawn,
    ) -> None:
        self._offers = offers
        self._composer = composer
        self._attach = attach
        self._spawn = spawn
        self._is_made = False

    def refresh(self) -> None:
        """Makes both as soon as there is a server."""
        offers = self._offers
        if self._is_made or offers is None or not offers.entries():
            return
        self._is_made = True
        import_module(_PROMPTS).SlashPrompts(offers, self._composer, self._spawn)
        import_module(_RESOURCES).ResourcePicker(offers, self._composer, self._attach, self._spawn)
