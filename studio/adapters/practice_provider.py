"""The practice provider as the rest of the program sees it: a profile, and a way to it.

The provider itself is loaded when it is first asked: with its judges of five dialects it takes a
megabyte that most days nobody needs.
"""

import asyncio
from importlib import import_module

import httpx
from typing_extensions import override

from studio.core.messages import Dialect
from studio.core.profiles import PRACTICE_ID, Kind, ProviderProfile

HUMAN_PACE = 80.0
HOST_URL = "http://practice.localhost"
BASE_URL = f"{HOST_URL}/v1"

_PROVIDER = "studio.adapters.practice"
_UNVERSIONED = (Dialect.GOOGLE_GEMINI, Dialect.OLLAMA_CHAT)  # or another version than the rest


def practice_profile(dialect: Dialect = Dialect.OPENAI_CHAT) -> ProviderProfile:
    """The built-in profile in the dialect that the user chose."""
    return ProviderProfile(
        id=PRACTICE_ID,
        name="Practice (no model)",
        kind=Kind.PRACTICE,
        dialect=dialect,
        base_url=HOST_URL if dialect in _UNVERSIONED else BASE_URL,
        model="practice-tour",
    )


class PracticeLine(httpx.AsyncBaseTransport):
    """Leads to the practice provider. `pace` is in tokens a second; 0 sends everything at once."""

    def __init__(self, pace: float = HUMAN_PACE) -> None:
        self._pace = pace
        self._provider: httpx.AsyncBaseTransport | None = None
        self._loading = asyncio.Lock()

    @override
    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        async with self._loading:
            if self._provider is None:
                loaded = await asyncio.to_thread(import_module, _PROVIDER)
                self._provider = loaded.PracticeTransport(pace=self._pace)
        return await self._provider.handle_async_request(request)
