"""The client that the official suite judges: Callboard's own host of servers, without a window.

Run by the suite as `python -m tests.conformance.client ADDRESS`. The user is played: whoever is
asked to log in does, at most three times, and answers a form with what stands in it already.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import httpx2
from mcp.client.auth.extensions.identity_assertion import IdentityAssertionOAuthProvider
from typing_extensions import override

from studio.core.attachments import ReadFile
from studio.core.errors import StudioError
from studio.core.questions import Answer, AnswerKind, Question
from studio.core.servers import TYPED_CLIENT_KEY_ID, ServerEntry, StartMode, Transport
from studio.core.tools import Talk, Tool
from studio.harness.ports import FileReader
from studio.harness.server_ports import ServerState
from studio.tools.mcp.host import McpHost
from studio.tools.mcp.http_way import HttpWay
from studio.tools.mcp.login import Browser
from studio.tools.mcp.ways import Way, WayFactory, WayNeeds
from tests.fakes_servers import MemoryServers, MemoryVault

_LOGINS = 3
_SECONDS = 25.0
_DOCUMENT = "https://conformance-test.local/client-metadata.json"
_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange"
_TYPES = "urn:ietf:params:oauth:token-type:"


class _User(Talk):
    """Sends a form off as it was filled in by the server."""

    @override
    def progress(self, done: float, total: float | None = None, message: str = "") -> None:
        return

    @override
    async def ask(self, question: Question) -> Answer:
        fields: Mapping[str, Any] = question.schema.get("properties", {})
        content = {name: each["default"] for name, each in fields.items() if "default" in each}
        return Answer(AnswerKind.ACCEPT, content)


class _NoFiles(FileReader):
    @override
    async def read_path(self, path: str) -> ReadFile:
        raise FileNotFoundError(path)

    @override
    async def read_bytes(self, name: str, data: bytes) -> ReadFile:
        raise FileNotFoundError(name)


async def visit(url: str) -> None:
    """The browser: follows where the server sends it, back to us."""
    async with httpx2.AsyncClient(follow_redirects=True) as browser:
        await browser.get(url)


async def drive(url: str, scenario: str, context: Mapping[str, Any]) -> bool:
    """Connects, logs in where that is asked for, and calls each tool once. True where it could."""
    vault = MemoryVault()
    entry = _entry(url, scenario, context)
    for name in ("private_key_pem", "client_secret"):
        if name in context:
            vault.kept[entry.vault_id, TYPED_CLIENT_KEY_ID] = context[name]
    ways = await _ways(url, scenario, context)
    host = McpHost(vault, time.time, MemoryServers(entry), _NoFiles(), ways=ways)
    changed = asyncio.Event()
    host.watch(lambda _: changed.set())
    host.configure((entry,))
    try:
        return await _Run(host, entry.id, changed).whole()
    finally:
        await host.close(3.0)


class _Run:
    def __init__(self, host: McpHost, server_id: str, changed: asyncio.Event) -> None:
        self._host = host
        self._id = server_id
        self._changed = changed
        self._logins = 0

    async def whole(self) -> bool:
        if not await self._reached():
            return False
        for definition in self._host.status(self._id).tools:
            tool = self._host.tool(self._id, definition.own_name)
            if tool is None or not await self._called(tool):
                return False
        return True

    async def _called(self, tool: Tool) -> bool:
        while True:
            result = await tool.run(_arguments(tool.definition.schema), _User())
            if not result.is_error:
                return True
            if not await self._reached() or self._logins == 0:
                return False
            if "401" not in result.text and "403" not in result.text:
                return False

    async def _reached(self) -> bool:
        """Ready, after as many logins as it takes and a user has patience for."""
        while True:
            await asyncio.sleep(0.2)  # what a refused call began has then reached its owner
            state = await self._settled()
            if state is not ServerState.NEEDS_LOGIN:
                return state is ServerState.READY
            if self._logins == _LOGINS:
                return False
            self._logins += 1
            try:
                await self._host.login(self._id)
            except StudioError as error:
                sys.stderr.write(f"{error.failure}\n")
                return False

    async def _settled(self) -> ServerState:
        while (state := self._host.status(self._id).state) in (
            ServerState.STARTING,
            ServerState.STOPPED,
        ):
            await self._changed.wait()
            self._changed.clear()
        if state is ServerState.FAILED:
            sys.stderr.write(f"{self._host.status(self._id).failure}\n")
        return state


def _arguments(schema: Mapping[str, Any]) -> dict[str, Any]:
    fields: Mapping[str, Any] = schema.get("properties", {})
    numbers = (name for name, each in fields.items() if each.get("type") in ("number", "integer"))
    return dict(zip(numbers, (5, 3), strict=False))


def _entry(url: str, scenario: str, context: Mapping[str, Any]) -> ServerEntry:
    client_id = _DOCUMENT if scenario.endswith("basic-cimd") else context.get("client_id", "")
    return ServerEntry(
        id="judge",
        name="judge",
        transport=Transport.HTTP,
        url=url,
        client_id=client_id,
        start=StartMode.WITH_CALLBOARD,
    )


async def _ways(url: str, scenario: str, context: Mapping[str, Any]) -> WayFactory:
    auth = await _of_organisation(url, context) if "idp_id_token" in context else None

    def way(entry: ServerEntry, needs: WayNeeds) -> Way:
        return HttpWay(entry, needs, browser=Browser(visit), auth=auth)

    return way


async def _of_organisation(url: str, context: Mapping[str, Any]) -> httpx2.Auth:
    """An organisation that vouches for its people, so that nobody logs in anew."""
    parts = urlsplit(url)
    place = f"{parts.scheme}://{parts.netloc}/.well-known/oauth-protected-resource{parts.path}"
    async with httpx2.AsyncClient() as client:
        issuer = (await client.get(place)).json()["authorization_servers"][0]

    async def vouched(audience: str, resource: str) -> str:
        asked = {
            "grant_type": _EXCHANGE,
            "requested_token_type": f"{_TYPES}id-jag",
            "audience": audience,
            "resource": resource,
            "subject_token": context["idp_id_token"],
            "subject_token_type": f"{_TYPES}id_token",
            "client_id": context["idp_client_id"],
        }
        async with httpx2.AsyncClient() as client:
            reply = await client.post(context["idp_token_endpoint"], data=asked)
        return str(reply.json()["access_token"])

    return IdentityAssertionOAuthProvider(
        url,
        _Nowhere(),
        context["client_id"],
        context["client_secret"],
        issuer,
        vouched,
        token_endpoint_auth_method="client_secret_basic",
    )


class _Nowhere:
    async def get_tokens(self) -> None:
        return None

    async def set_tokens(self, tokens: object) -> None:
        return

    async def get_client_info(self) -> None:
        return None

    async def set_client_info(self, client_info: object) -> None:
        return


async def _main(url: str) -> int:
    scenario = os.environ.get("MCP_CONFORMANCE_SCENARIO", "")
    context = json.loads(os.environ.get("MCP_CONFORMANCE_CONTEXT") or "{}")
    async with asyncio.timeout(_SECONDS):
        return 0 if await drive(url, scenario, context) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(_main(sys.argv[-1])))
