"""What servers that run models themselves say of them, outside of the list: Ollama, LM Studio,
llama.cpp. Each is known by how its list looks; nobody else is asked."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from studio.adapters.endpoint import Endpoint
from studio.core.abilities import Abilities
from studio.core.errors import RoundError
from studio.core.messages import Dialect
from studio.core.models import ListedModel
from studio.wire.lenient import dumped
from studio.wire.model_facts import props_abilities, shown_abilities
from studio.wire.model_list import read

Facts = Mapping[str, Abilities]
Ask = Callable[..., Awaitable[Any]]

_LM_STUDIO = "organization_owner"
_LLAMA_CPP = "llamacpp"
_OLLAMA = "library"
_AT_ONCE = 4
_MOST = 60  # models, for each of which Ollama must be asked


async def facts_of(
    endpoint: Endpoint, models: tuple[ListedModel, ...], made_by: frozenset[str], ask: Ask
) -> Facts:
    """By model ID. What cannot be read is unknown. Raises nothing of its own."""
    if endpoint.dialect is Dialect.OLLAMA_CHAT or _OLLAMA in made_by:
        return await _ollama(_root(endpoint), models[:_MOST], ask)
    if _LLAMA_CPP in made_by:
        payload = await _quietly(ask(f"{_root(endpoint)}/props"))
        found = props_abilities(payload)
        return {model.id: found for model in models} if len(models) == 1 else {}
    if _LM_STUDIO in made_by:
        payload = await _quietly(ask(f"{_root(endpoint)}/api/v0/models"))
        return _lm_studio(payload)
    return {}


async def _ollama(root: str, models: tuple[ListedModel, ...], ask: Ask) -> Facts:
    turns = asyncio.Semaphore(_AT_ONCE)

    async def show(model: ListedModel) -> Abilities:
        async with turns:
            return shown_abilities(await _quietly(ask(f"{root}/api/show", {"model": model.id})))

    async with asyncio.TaskGroup() as group:
        tasks = {model.id: group.create_task(show(model)) for model in models}
    return {name: task.result() for name, task in tasks.items()}


def _lm_studio(payload: Any) -> Facts:
    try:
        listed = read(Dialect.OPENAI_CHAT, dumped(payload).encode())
    except RoundError:
        return {}
    return {model.id: model.abilities for model in listed}


async def _quietly(asked: Awaitable[Any]) -> Any:
    """Older versions do not know the path: then there is nothing to be known."""
    try:
        return await asked
    except (RoundError, ValueError, RecursionError):
        return None


def _root(endpoint: Endpoint) -> str:
    """The address of the server itself, beside its API for chats."""
    parts = urlsplit(endpoint.models_url())
    path = parts.path
    for ending in ("/models", "/tags", "/api", "/v1"):
        path = path.removesuffix(ending)
    return urlunsplit((parts.scheme, parts.netloc, path, "", ""))
