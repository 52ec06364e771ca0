"""All pages of a list, and an end to those that never end."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

_PAGES = 1_000
_ITEMS = 10_000


async def all_pages(
    page: Callable[[str | None], Awaitable[Mapping[str, Any]]],
    key: str,
    note: Callable[[str], None],
) -> tuple[Mapping[str, Any], ...]:
    """`page(cursor)` answers with one. What is cut short is noted."""
    items: list[Mapping[str, Any]] = []
    seen: set[str] = set()
    cursor: str | None = None
    for _ in range(_PAGES):
        result = await page(cursor)
        found: Any = result.get(key)
        if isinstance(found, list):
            items += [each for each in found if isinstance(each, dict)]
        cursor = result.get("nextCursor")
        if not isinstance(cursor, str) or not cursor:
            return tuple(items)
        if cursor in seen or len(items) >= _ITEMS:
            break
        seen.add(cursor)
    note(f"the list of {key} does not end; it was cut after {min(len(items), _ITEMS)}")
    return tuple(items[:_ITEMS])
