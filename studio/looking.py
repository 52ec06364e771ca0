"""What the inspector beside a chat asks, put together of what is below it."""

import time
from decimal import Decimal

from studio.core.messages import Origin, Usage
from studio.core.quirks import quirk_lines
from studio.core.servers import ServerEntry
from studio.core.spending import price
from studio.ui.chat.inspect_hook import Looking
from studio.works import Works


def looking_into(works: Works) -> Looking:
    def price_of(origin: Origin, usage: Usage) -> Decimal | None:
        return price(usage, origin.dialect, works.models.prices(origin))

    def key_name(profile_id: str, key_id: str) -> str:
        profile = works.profiles.profile(profile_id)
        entry = profile.key(key_id) if profile is not None else None
        return entry.name if entry is not None else key_id

    def server(server_id: str) -> ServerEntry | None:
        entries = works.servers_of_tools.entries
        return next((each for each in entries if each.id == server_id), None)

    def quirks(origin: Origin) -> tuple[str, ...]:
        profile = works.profiles.profile(origin.profile_id)
        return quirk_lines(works.catalogue.quirks(profile)) if profile is not None else ()

    return Looking(works.inspection, price_of, key_name, server, time.time, quirks)
