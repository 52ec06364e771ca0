"""What one server offers, as it was last listed."""

from collections.abc import Callable, Mapping
from typing import Any

from studio.core.servers import ServerEntry
from studio.core.tools import ToolDefinition
from studio.harness.server_ports import ListedPrompt, ListedResource, StoredListing
from studio.tools.mcp import listings
from studio.tools.mcp.definitions import definitions
from studio.tools.mcp.links import Link, Listed, Raw

_STORED = 2_000_000  # characters of one server's listing


class Offer:
    """Owned by the owner of a server, and kept while the server does not run."""

    def __init__(self, note: Callable[[str], None]) -> None:
        self._note = note
        self._raws: dict[Listed, tuple[Raw, ...]] = {}
        self.tools: tuple[ToolDefinition, ...] = ()
        self.resources: tuple[ListedResource, ...] = ()
        self.prompts: tuple[ListedPrompt, ...] = ()

    @property
    def is_known(self) -> bool:
        """Whether its tools were ever listed."""
        return Listed.TOOLS in self._raws

    @property
    def stored(self) -> StoredListing:
        return StoredListing(tuple(_stored(self._raws.get(Listed.TOOLS, ()))))

    def remember(self, listing: StoredListing, entry: ServerEntry, slug: str) -> None:
        """From an earlier run. What was listed in this one is newer."""
        if not self.is_known:
            self._raws[Listed.TOOLS] = listing.tools
            self.redefine(entry, slug)

    async def list(self, kinds: frozenset[Listed], link: Link) -> None:
        """Anew and in full. Templates go with resources."""
        found = {kind: await link.listing(kind) for kind in Listed if kind in kinds}
        if Listed.RESOURCES in kinds:
            found[Listed.TEMPLATES] = await link.listing(Listed.TEMPLATES)
        self._raws |= found

    def redefine(self, entry: ServerEntry, slug: str) -> None:
        """After a new listing, or when the user has changed what is believed of the server."""
        raws = self._raws
        self.tools = definitions(entry, slug, raws.get(Listed.TOOLS, ()), self._note)
        self.resources = listings.resources(
            raws.get(Listed.RESOURCES, ()), raws.get(Listed.TEMPLATES, ())
        )
        self.prompts = listings.prompts(raws.get(Listed.PROMPTS, ()))


def _stored(raws: tuple[Raw, ...]) -> list[Mapping[str, Any]]:
    """As many as are reasonable to keep, and of each only what a definition is made from."""
    kept: list[Mapping[str, Any]] = []
    room = _STORED
    for raw in raws:
        small = {name: raw[name] for name in _NEEDED if name in raw}
        room -= len(repr(small))
        if room < 0:
            break
        kept.append(small)
    return kept


_NEEDED = ("name", "title", "description", "inputSchema", "annotations")
