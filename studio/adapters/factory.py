"""A profile and its key become a fresh adapter for one send."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

import httpx

from studio.adapters.channel import Channel
from studio.adapters.clients import Clients
from studio.adapters.endpoint import Endpoint, endpoint_of
from studio.adapters.hints import hints_of
from studio.adapters.http import HttpAdapter, Notebook, Patience
from studio.adapters.ports import NOTHING_KNOWN, Engine, ExchangeMaker, Knowledge
from studio.adapters.recorder import Recorder
from studio.core.addresses import host_of
from studio.core.catalogue import Catalogue
from studio.core.chats import Assignment
from studio.core.errors import Category, Failure, StudioError
from studio.core.messages import Origin
from studio.core.notices import Notice
from studio.core.policy import NO_POLICY, Policy
from studio.core.profiles import PROXY_LOGIN_ID, Kind, ProviderProfile, header_key_id
from studio.harness.key_ports import NO_OUTSIDE_KEYS, OutsideKeys
from studio.harness.key_texts import key_text
from studio.harness.ports import Adapter, IdFactory, KeyVault
from studio.wire.dialects import exchange_for
from studio.wire.exchange import Target

PRACTICE_URL = "http://practice.invalid/v1"

# The profile of that ID with `has_key` true for a key kept until exit as well.
FindProfile = Callable[[str], ProviderProfile | None]
# Asked with profile and key ID before each send. Raises `StudioError` where it must not go out.
BeforeSend = Callable[[ProviderProfile, str], Awaitable[None]]


_NO_CATALOGUE = Catalogue()


def _no_names(_profile_id: str) -> tuple[str, ...]:
    return ()


async def _nothing_to_ask(_profile: ProviderProfile, _key_id: str) -> None:
    return


class Endpoints:
    """Finds address and secrets of a profile; stateless.

    `model_names` tells what models a profile's host has listed, from memory.
    """

    def __init__(
        self,
        vault: KeyVault,
        engine: Engine,
        outside: OutsideKeys = NO_OUTSIDE_KEYS,
        catalogue: Catalogue = _NO_CATALOGUE,
        model_names: Callable[[str], tuple[str, ...]] = _no_names,
    ) -> None:
        self._vault = vault
        self._engine = engine
        self._outside = outside
        self._catalogue = catalogue
        self._model_names = model_names

    async def endpoint(self, profile: ProviderProfile, key_id: str = "") -> Endpoint:
        """With the key of that ID, or the default one for an empty ID.

        Raises `StudioError` (key missing, keyring, address, engine).
        """
        match profile.kind:
            case Kind.PRACTICE:
                return endpoint_of(profile, PRACTICE_URL, None, {})
            case Kind.ENGINE:
                base_url, key = await self._engine.address(profile)
                return endpoint_of(profile, base_url, key, {})
            case Kind.HTTP:
                named = key_id or profile.has_key
                key_or_none = await self._key(profile, key_id) if named else None
                return await self.with_key(profile, key_or_none)

    async def with_key(self, profile: ProviderProfile, key: str | None) -> Endpoint:
        """For a key that is being tried and not stored yet."""
        if profile.kind is not Kind.HTTP:
            return await self.endpoint(profile)
        headers = {name: await self._header(profile, name) for name in profile.secret_headers}
        return endpoint_of(
            profile,
            profile.base_url,
            key,
            headers,
            hints=hints_of(profile, key, self._catalogue, self._model_names(profile.id)),
            proxy_login=await self._proxy_login(profile),
        )

    async def _key(self, profile: ProviderProfile, key_id: str) -> str:
        if profile.key(key_id) is None:
            # The chat asked for this very key: another one would be paid by somebody else.
            raise StudioError(Failure(Category.KEY_MISSING, profile.name, code="key_gone"))
        key = await key_text(self._vault, self._outside, profile, key_id)
        if not key:
            raise StudioError(Failure(Category.KEY_MISSING))
        return key

    async def _proxy_login(self, profile: ProviderProfile) -> str:
        """Of the profile's own proxy. Its system's proxy has its login in the system's settings."""
        if not profile.proxy or not profile.has_proxy_login:
            return ""
        return await self._vault.key(profile.id, PROXY_LOGIN_ID) or ""

    async def _header(self, profile: ProviderProfile, name: str) -> str:
        value = await self._vault.key(profile.id, header_key_id(name))
        if not value:
            raise StudioError(Failure(Category.KEY_MISSING, name, code="header"))
        return value


@dataclass(frozen=True, slots=True)
class Workshop:
    """What adapters are made of. Shared by the factory and the directory, closed by their maker."""

    endpoints: Endpoints
    clients: Clients
    recorder: Recorder
    patience: Patience
    new_id: IdFactory
    known: Knowledge = NOTHING_KNOWN
    make_exchange: ExchangeMaker = exchange_for
    policy: Policy = NO_POLICY

    async def channel(self, profile: ProviderProfile, endpoint: Endpoint) -> Channel:
        """Raises `StudioError` where the organisation does not allow it, or as `Clients` does."""
        url = endpoint.models_url()
        self._check(profile, url)
        applied = self.policy.applied(profile)
        # A login is for the profile's own proxy, never for the organisation's.
        login = endpoint.proxy_login if applied.proxy == profile.proxy else ""
        return Channel(await self.clients.line(applied, url, login), endpoint)

    def _check(self, profile: ProviderProfile, url: str) -> None:
        # As the HTTP library reads it, which is what will be connected to.
        parts = httpx.URL(url)
        port = parts.port or {"http": 80, "https": 443}.get(parts.scheme)
        refusal = self.policy.refusal(profile, parts.host, port)
        if refusal is not None:
            raise StudioError(refusal)


class HttpAdapterFactory:
    """The harness's `AdapterFactory`. Lives while the program does.

    `default_profile_id` tells whom to ask where a chat names nobody.
    """

    def __init__(
        self,
        find_profile: FindProfile,
        workshop: Workshop,
        default_profile_id: Callable[[], str] = str,
        before_send: BeforeSend = _nothing_to_ask,
    ) -> None:
        self._find_profile = find_profile
        self._workshop = workshop
        self._default_profile_id = default_profile_id
        self._before_send = before_send

    async def create(self, assignment: Assignment) -> Adapter:
        target = self._target(assignment)
        profile = target.profile
        key_id = assignment.settings.key_id
        await self._before_send(profile, key_id)
        endpoint = await self._workshop.endpoints.endpoint(profile, key_id)
        endpoint = endpoint.asking(target.model)
        if not profile.offers_tools:
            assignment = replace(assignment, tools=())
        workshop = self._workshop
        turn = assignment.turn
        return HttpAdapter(
            origin_of(profile, target.model, key_id),
            workshop.make_exchange(target, assignment, workshop.new_id),
            await workshop.channel(profile, endpoint),
            Notebook(workshop.recorder, turn.chat_id, turn.id),
            workshop.patience,
        )

    def foresee(self, assignment: Assignment) -> tuple[Notice, ...]:
        workshop = self._workshop
        try:
            target = self._target(assignment)
        except StudioError:
            return ()  # the send will say so
        return workshop.make_exchange(target, assignment, workshop.new_id).notices()

    def _target(self, assignment: Assignment) -> Target:
        profile = self._profile(assignment.settings.profile_id)
        model = model_of(profile, assignment.settings.model)
        known = self._workshop.known
        return Target(profile, model, known.quirks(profile), known.abilities(profile, model))

    def _profile(self, profile_id: str) -> ProviderProfile:
        """Nobody is asked whom the chat did not name, except the default where it names nobody."""
        profile = self._find_profile(profile_id or self._default_profile_id())
        if profile is None:
            raise StudioError(Failure(Category.NO_MODEL, code="profile_missing"))
        return profile


def model_of(profile: ProviderProfile, wanted: str) -> str:
    """A model file or the practice provider is one model by whatever name."""
    model = wanted or profile.model
    if not model and profile.kind is not Kind.HTTP:
        model = profile.name
    if not model:
        raise StudioError(Failure(Category.NO_MODEL))
    return model


def origin_of(profile: ProviderProfile, model: str, key_id: str = "") -> Origin:
    entry = profile.key(key_id)
    return Origin(
        profile_id=profile.id,
        profile_name=profile.name,
        dialect=profile.dialect,
        model=model,
        key_id=entry.id if entry is not None else "",
        stays_here=profile.stays_here,
        host=host_of(profile.base_url) if profile.kind is Kind.HTTP else "",
        key_hint=entry.hint if entry is not None else "",
    )
