"""The login of a server, as far as the keyring gives it."""

from __future__ import annotations

from studio.core.errors import Category, Failure, KeyringError
from studio.core.servers import TOKENS_KEY_ID, ServerEntry
from studio.harness.server_ports import LogSource
from studio.tools.mcp.tokens import Tokens
from studio.tools.mcp.ways import WayNeeds
from tests.fakes_servers import MemoryVault

ENTRY = ServerEntry(id="a", name="A", url="http://127.0.0.1/mcp")
GRANT = '{"tokens": {"access_token": "acc-planted", "token_type": "Bearer"}, "endpoint": ""}'


class Heard:
    """Who listens to a way."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.hidden: list[str] = []

    def line(self, source: LogSource, text: str, level: str = "") -> None:
        self.lines.append(text)

    def hide(self, secret: str) -> None:
        self.hidden.append(secret)

    def masked(self, text: str) -> str:
        return text

    def login_needed(self) -> None:
        self.lines.append("login needed")


async def test_a_keyring_that_is_locked_once_is_asked_again() -> None:
    vault, heard = MemoryVault(), Heard()
    vault.kept[ENTRY.vault_id, TOKENS_KEY_ID] = GRANT
    tokens = Tokens(ENTRY, WayNeeds(vault, lambda: 0.0, heard))
    vault.failing = KeyringError(Failure(Category.KEYRING, code="locked"), "a keyring")
    assert await tokens.current() is None
    assert heard.lines == ["the keyring does not give the login"]
    vault.failing = None
    grant = await tokens.current()
    assert grant is not None
    assert grant.tokens.access_token == "acc-planted"
    assert heard.hidden == ["acc-planted"]


async def test_no_token_is_in_what_is_printed_of_a_login() -> None:
    vault = MemoryVault()
    vault.kept[ENTRY.vault_id, TOKENS_KEY_ID] = GRANT
    tokens = Tokens(ENTRY, WayNeeds(vault, lambda: 0.0, Heard()))
    grant = await tokens.current()
    assert "acc-planted" not in repr(tokens)
    assert "acc-planted" not in repr(grant)
