"""Word of changed lists, from servers that send it only to those who ask (2026-07-28)."""

from collections.abc import Callable

from mcp.client.session import ClientSession
from mcp.client.subscriptions import ListenNotSupportedError, SubscriptionLost, listen
from mcp.shared.exceptions import MCPError


async def followed(
    session: ClientSession, capabilities: tuple[str, ...], note: Callable[[str], None]
) -> None:
    """Until cancelled, or until the server ends it. The session's handler hears each change."""
    try:
        async with listen(
            session,
            tools_list_changed="tools" in capabilities,
            prompts_list_changed="prompts" in capabilities,
            resources_list_changed="resources" in capabilities,
        ) as subscription:
            async for _ in subscription:
                continue
    except (MCPError, ListenNotSupportedError, SubscriptionLost, TimeoutError) as error:
        note(f"changes of its lists are not told: {error}")
