"""What is known of a provider before anything is set up: one row each."""

from dataclasses import dataclass

from studio.core.messages import Dialect


@dataclass(frozen=True, slots=True)
class ReadyRow:
    """A provider that needs no more than a key, or not even that.

    `key_prefixes` are what its keys begin with. `is_supported` is false for a provider that is
    only recognised, so that the user hears why it cannot be used yet. `is_verified` says that the
    address was checked against the provider's own documentation.
    """

    id: str
    name: str
    base_url: str
    dialect: Dialect = Dialect.OPENAI_CHAT
    needs_key: bool = True
    key_prefixes: tuple[str, ...] = ()
    is_supported: bool = True
    is_verified: bool = False


def row_for_key(rows: tuple[ReadyRow, ...], key: str) -> ReadyRow | None:
    """Whose key this looks like: the longest prefix wins, as `sk-` begins many."""
    fitting = [
        (len(prefix), row) for row in rows for prefix in row.key_prefixes if key.startswith(prefix)
    ]
    return max(fitting, key=lambda pair: pair[0])[1] if fitting else None
