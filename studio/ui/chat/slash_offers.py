"""What running servers offer to a message: prompts, resources and templates."""

from collections.abc import Callable
from dataclasses import dataclass

from studio.core.errors import StudioError
from studio.core.servers import ServerEntry
from studio.harness.server_ports import ListedPrompt, ListedResource, ServerHost, ServerState


@dataclass(frozen=True, slots=True)
class OfferedPrompt:
    """A prompt, and whose it is."""

    server_id: str
    server_name: str
    prompt: ListedPrompt


@dataclass(frozen=True, slots=True)
class OfferedResource:
    """A resource or template, and whose it is."""

    server_id: str
    server_name: str
    resource: ListedResource


@dataclass(frozen=True, slots=True)
class ServerOffers:
    """`entries` are the servers in the user's order. Nothing here starts or waits for one."""

    host: ServerHost
    entries: Callable[[], tuple[ServerEntry, ...]]

    def prompts(self) -> tuple[OfferedPrompt, ...]:
        return tuple(
            OfferedPrompt(entry.id, entry.name, each)
            for entry in self._running()
            for each in self.host.status(entry.id).prompts
        )

    def resources(self) -> tuple[OfferedResource, ...]:
        return tuple(
            OfferedResource(entry.id, entry.name, each)
            for entry in self._running()
            for each in self.host.status(entry.id).resources
        )

    async def suggestions(
        self, server_id: str, reference: str, name: str, value: str
    ) -> tuple[str, ...]:
        """For a blank of a prompt (its name) or a template (its URI); none where they fail."""
        try:
            return await self.host.complete(server_id, reference, name, value)
        except StudioError:
            return ()  # they are a comfort: without them the blank is typed

    def _running(self) -> list[ServerEntry]:
        ready = ServerState.READY
        return [
            one
            for one in self.entries()
            if one.is_enabled and self.host.status(one.id).state is ready
        ]
