"""The tool that knows what time it is."""

import difflib
import os
import zoneinfo
from collections.abc import Callable
from datetime import UTC, datetime, tzinfo
from pathlib import Path

from pydantic import Field
from typing_extensions import override

from studio.core.tools import ToolDefinition
from studio.tools.arguments import ToolArguments, schema_of
from studio.tools.names import shown_path
from studio.tools.refusals import RefusedError
from studio.tools.threads import ToolThreads
from studio.tools.tool import BuiltInTool

# Not from strftime: that speaks the language of the computer.
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_FORM = "Expected is an IANA name such as Europe/Berlin, America/New_York or UTC"
_UTC_NAMES = frozenset({"utc", "z", "gmt", "etc/utc"})
_LOCAL_LINK = Path("/etc/localtime")


class CurrentTimeArguments(ToolArguments):
    """What the model gives."""

    timezone: str = Field(
        default="",
        description=(
            "IANA time zone such as Europe/Berlin, Asia/Tokyo or UTC. Leave it out for the "
            "zone of the user's computer."
        ),
    )


class CurrentTime(BuiltInTool[CurrentTimeArguments]):
    """`clock` gives seconds since the epoch."""

    model = CurrentTimeArguments

    def __init__(self, clock: Callable[[], float], threads: ToolThreads) -> None:
        super().__init__(
            ToolDefinition(
                "current_time",
                "Tells the current date, time and weekday in a time zone.",
                schema_of(CurrentTimeArguments),
                is_read_only=True,
                timeout=10.0,
            )
        )
        self._clock = clock
        self._threads = threads

    @override
    async def _answer(self, arguments: CurrentTimeArguments) -> str:
        # Zones are files, which may lie on a slow disk as any other.
        return await self._threads.run(lambda: _told(self._clock(), arguments.timezone.strip()))


def _told(seconds: float, name: str) -> str:
    if name:
        name, zone = _zone(name)
        moment = datetime.fromtimestamp(seconds, zone)
    else:
        moment = datetime.fromtimestamp(seconds, UTC).astimezone()
        name = _local_name()
    short = moment.tzname() or ""
    shown = f"{name} ({short})" if name and short not in ("", name) else name or short
    return f"{moment.isoformat(timespec='seconds')}, {_WEEKDAYS[moment.weekday()]}, {shown}"


def _zone(name: str) -> tuple[str, tzinfo]:
    if name.casefold() in _UTC_NAMES:
        return "UTC", UTC
    known = {zone.casefold(): zone for zone in zoneinfo.available_timezones()}
    if not known:
        raise RefusedError("This computer has no list of time zones; only UTC works, or none.")
    exact = known.get(name.replace(" ", "_").casefold())
    if exact is None:
        raise RefusedError(f"Unknown time zone {shown_path(name[:100])!r}. {_FORM}{_like(name)}")
    return exact, zoneinfo.ZoneInfo(exact)


def _like(name: str) -> str:
    """The zones whose name, or whose city, is spelled nearly so."""
    asked = name[:100].replace(" ", "_").casefold()
    known = sorted(zoneinfo.available_timezones())
    cities = {zone.rpartition("/")[2].casefold(): zone for zone in known}
    whole = {zone.casefold(): zone for zone in known}
    city = asked.rpartition("/")[2]
    near = [cities[found] for found in difflib.get_close_matches(city, cities, 3, 0.75)]
    near += [whole[found] for found in difflib.get_close_matches(asked, whole, 3, 0.75)]
    named = list(dict.fromkeys(near))[:5]
    return f". Close to it: {', '.join(named)}." if named else "."


def _local_name() -> str:
    """The IANA name of the computer's zone, where the system tells it; Windows does not."""
    if os.environ.get("TZ"):  # stands above the system's zone
        return ""
    try:
        target = _LOCAL_LINK.resolve(strict=True)
    except (OSError, RuntimeError):
        return ""
    folders, _, name = target.as_posix().partition("/zoneinfo/")
    return name if folders and name else ""
