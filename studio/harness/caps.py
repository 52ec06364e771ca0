"""What a key may cost in a month: warned of at 80 %, asked about at 100 %. Money in US dollars."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Protocol

from studio.core.errors import Category, Failure, StudioError
from studio.core.profiles import ProviderProfile
from studio.core.spending import Spent, month_start
from studio.harness.ports import Clock

_NEAR = Decimal("0.8")


class CapState(StrEnum):
    """How far a month's cap is used up."""

    NONE = "none"  # there is no cap
    OK = "ok"
    NEAR = "near"
    REACHED = "reached"


@dataclass(frozen=True, slots=True)
class CapUse:
    """A cap and what is used of it, to be shown and asked about.

    `spent.has_unpriced`: some rounds had no known price, so the sum is too small. To be said.
    """

    profile_id: str
    profile_name: str
    key_id: str
    key_name: str
    cap: Decimal | None
    spent: Spent

    @property
    def state(self) -> CapState:
        return state_of(self.cap, self.spent)


def state_of(cap: Decimal | None, spent: Spent) -> CapState:
    """A price that nobody knows never stops anybody."""
    if cap is None:
        return CapState.NONE
    usd = spent.usd or Decimal(0)
    if usd >= cap:
        return CapState.REACHED
    return CapState.NEAR if usd >= cap * _NEAR else CapState.OK


class CapQuestion(Protocol):
    """Fulfilled by the window."""

    async def goes_on(self, use: CapUse) -> bool:
        """Asks whether to send all the same. Cancelled when the turn is stopped."""
        ...


SpentOfMonth = Callable[[str, str], Spent]  # profile ID, key ID; from memory, at once


class Caps:
    """Lives as long as the program. Its `before_send` stands before each send.

    A yes counts for this key, this cap and this month, until the program ends.
    """

    def __init__(self, spent: SpentOfMonth, clock: Clock) -> None:
        self._spent = spent
        self._clock = clock
        self._allowed: set[tuple[str, str, Decimal, float]] = set()
        self._turn = asyncio.Lock()
        self.question: CapQuestion | None = None

    def use(self, profile: ProviderProfile, key_id: str = "") -> CapUse | None:
        """None where there is no such key."""
        entry = profile.key(key_id)
        if entry is None:
            return None
        spent = self._spent(profile.id, entry.id)
        return CapUse(profile.id, profile.name, entry.id, entry.name, entry.monthly_cap, spent)

    async def before_send(self, profile: ProviderProfile, key_id: str = "") -> None:
        """Raises `StudioError` (quota, code `cap`) when the cap is reached and nobody says yes."""
        use = self.use(profile, key_id)
        if use is None or use.cap is None or use.state is not CapState.REACHED:
            return
        asked = (use.profile_id, use.key_id, use.cap, month_start(self._clock()))
        # One question at a time: what is answered for one chat is so for those that wait.
        async with self._turn:
            if asked in self._allowed:
                return
            if self.question is None or not await self.question.goes_on(use):
                raise StudioError(Failure(Category.QUOTA, use.key_name, code="cap"))
            self._allowed.add(asked)
