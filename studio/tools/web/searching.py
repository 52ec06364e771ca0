"""What a search service is to the tool: something that takes a query and gives results.

Another service is one file with a class that fulfils `SearchService`, and its row in
`catalogue.py`.
"""

from dataclasses import dataclass
from typing import Protocol

from studio.tools.refusals import RefusedError


@dataclass(frozen=True, slots=True)
class Hit:
    """One result as the service told it. `published` is a date in its own words, or empty."""

    title: str
    url: str
    snippet: str = ""
    published: str = ""


@dataclass(frozen=True, slots=True)
class Hits:
    """One page of results."""

    hits: tuple[Hit, ...]
    has_more: bool = False


class ServiceFailedError(RefusedError):
    """A service gave no results: why, in a few words for the model."""


class SearchService(Protocol):
    """One service. `name` is as people know it, `setup` says what the user must do to have it."""

    @property
    def name(self) -> str: ...

    @property
    def setup(self) -> str: ...

    async def is_ready(self) -> bool:
        """Whether the user set it up. Raises `ServiceFailedError`."""
        ...

    async def search(self, query: str, page: int) -> Hits:
        """Pages count from 1. Raises `ServiceFailedError` and `FetchRefusedError`."""
        ...
