"""Spans of turns, loaded with the first turn that is to be told: few people name a collector."""

import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

from studio.core.chats import Turn
from studio.core.errors import Category, Failure, StudioError
from studio.core.policy import NO_POLICY, Policy
from studio.core.profiles import KEY_ID
from studio.core.settings import Settings
from studio.harness.ports import KeyVault
from studio.harness.version import callboard_version

SPANS_OWNER = "spans"  # of the key in the keyring
_OTLP = "studio.adapters.otlp"


class LateSpans:
    """Lives while the program does. `take` returns at once and fails no turn."""

    def __init__(
        self, settings: Callable[[], Settings], vault: KeyVault, policy: Policy = NO_POLICY
    ) -> None:
        self._settings = settings
        self._vault = vault
        self._policy = policy
        self._sender: Any = None

    def take(self, turn: Turn) -> None:
        """A turn that has ended."""
        if self._settings().spans_url:
            self._made().take(turn)

    async def try_out(self) -> None:
        """Sends a span that belongs to no turn, as everything is set now. Raises `StudioError`."""
        sender, collector = self._made(), self._where()
        if collector is None:
            raise StudioError(Failure(Category.PERMISSION, code="policy"))
        await sender.try_out(collector, time.time())

    async def save_key(self, key: str) -> None:
        """Raises `KeyringError`."""
        await self._vault.set_key(SPANS_OWNER, KEY_ID, key)

    async def remove_key(self) -> None:
        """Raises `KeyringError`."""
        await self._vault.remove_keys(SPANS_OWNER, (KEY_ID,))

    async def aclose(self, within: float = 2.0) -> None:
        if self._sender is not None:
            await self._sender.aclose(within)

    def _made(self) -> Any:
        if self._sender is None:
            otlp: Any = import_module(_OTLP)
            self._sender = otlp.SpanSender(self._where, self._key, callboard_version())
        return self._sender

    def _where(self) -> Any:
        """None where spans go nowhere: nobody wants them, or the organisation forbids it."""
        settings, policy = self._settings(), self._policy
        if not settings.spans_url or policy.refuses_spans(settings.spans_url):
            return None
        collector: Any = import_module(_OTLP).Collector
        return collector(settings.spans_url, settings.spans_header, policy.ca_file, policy.proxy)

    async def _key(self) -> str | None:
        return await self._vault.key(SPANS_OWNER, KEY_ID)
