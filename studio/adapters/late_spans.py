"""Spans of turns, loaded with the first turn that is to be told: few people name a collector."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from studio.core.chats import Turn
from studio.core.profiles import KEY_ID
from studio.core.settings import Settings
from studio.harness.ports import KeyVault
from studio.harness.version import callboard_version

SPANS_OWNER = "spans"  # of the key in the keyring
_OTLP = "studio.adapters.otlp"


class LateSpans:
    """Lives while the program does. `take` returns at once and fails no turn."""

    def __init__(self, settings: Callable[[], Settings], vault: KeyVault) -> None:
        self._settings = settings
        self._vault = vault
        self._sender: Any = None

    def take(self, turn: Turn) -> None:
        """A turn that has ended."""
        if not self._settings().spans_url:
            return
        if self._sender is None:
            otlp: Any = import_module(_OTLP)
            self._sender = otlp.SpanSender(self._where, self._key, callboard_version())
        self._sender.take(turn)

    async def aclose(self, within: float = 2.0) -> None:
        if self._sender is not None:
            await self._sender.aclose(within)

    def _where(self) -> Any:
        settings = self._settings()
        if not settings.spans_url:
            return None
        return import_module(_OTLP).Collector(settings.spans_url, settings.spans_header)

    async def _key(self) -> str | None:
        return await self._vault.key(SPANS_OWNER, KEY_ID)
