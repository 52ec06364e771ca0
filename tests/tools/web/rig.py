"""What the tests of the web tools share: a guarded fetch that takes this computer for the web."""

import ssl
from collections.abc import Collection

from studio.adapters.trust import plain_context
from studio.tools.web.guarded import GuardedFetch, Resolve

HERE = frozenset({"127.0.0.1"})


def fetching(
    *,
    private_hosts: Collection[str] = (),
    allowed: frozenset[str] = HERE,
    resolve: Resolve | None = None,
    seconds: float = 30.0,
    idle_seconds: float = 15.0,
) -> GuardedFetch:
    def context() -> ssl.SSLContext:
        return plain_context()

    return GuardedFetch(
        lambda: private_hosts,
        context,
        allowed=allowed,
        resolve=resolve,
        seconds=seconds,
        idle_seconds=idle_seconds,
    )


def names(**known: tuple[str, ...]) -> Resolve:
    """A name server of our own: by the first part of the name; numbers are themselves."""

    async def resolve(host: str, port: int) -> tuple[str, ...]:
        return known.get(
            host.partition(".")[0], (host,) if ":" in host or host[0].isdigit() else ()
        )

    return resolve


def port_of(url: str) -> str:
    return url.rpartition(":")[2]
