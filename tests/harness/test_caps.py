import asyncio
import os
import time
from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal

import pytest

from studio.core.errors import Category, StudioError
from studio.core.profiles import KeyEntry, ProviderProfile
from studio.core.spending import Spent, month_start
from studio.harness.caps import Caps, CapState, CapUse, state_of
from tests.conftest import Until
from tests.fakes import FakeTime

TEN = Decimal(10)
KEY = KeyEntry(id="k", name="Work", monthly_cap=TEN)
THERE = ProviderProfile(id="p", name="There", keys=(KEY, KeyEntry(id="free", name="Free")))


@pytest.mark.parametrize(
    ("cap", "usd", "state"),
    [
        (None, "1000", CapState.NONE),
        (TEN, None, CapState.OK),
        (TEN, "7.99", CapState.OK),
        (TEN, "8", CapState.NEAR),
        (TEN, "9.99", CapState.NEAR),
        (TEN, "10", CapState.REACHED),
        (TEN, "11", CapState.REACHED),
    ],
)
def test_a_cap_warns_at_four_fifths_and_is_reached_at_the_whole(
    cap: Decimal | None, usd: str | None, state: CapState
) -> None:
    spent = Spent(usd=Decimal(usd) if usd is not None else None, has_unpriced=True)
    assert state_of(cap, spent) is state


class Question:
    """Answers as it was told."""

    def __init__(self, *answers: bool) -> None:
        self.answers = list(answers)
        self.asked: list[CapUse] = []

    async def goes_on(self, use: CapUse) -> bool:
        self.asked.append(use)
        if not self.answers:
            await asyncio.get_running_loop().create_future()
        return self.answers.pop(0)


def caps_at(usd: str, question: Question, time: FakeTime | None = None) -> Caps:
    caps = Caps(lambda *_: Spent(usd=Decimal(usd), has_unpriced=True), (time or FakeTime()).clock)
    caps.question = question
    return caps


async def test_below_the_cap_and_without_one_nobody_is_asked() -> None:
    question = Question()
    await caps_at("9.99", question).before_send(THERE)
    await caps_at("99", question).before_send(THERE, "free")
    await caps_at("99", question).before_send(ProviderProfile(id="q", name="No key"))
    assert question.asked == []


async def test_at_the_cap_the_user_is_asked_and_a_yes_counts_for_the_month() -> None:
    month, question = FakeTime(1_700_000_000), Question(True, True)
    caps = caps_at("10", question, month)
    for _ in range(3):
        await caps.before_send(THERE, "k")
    (use,) = question.asked
    assert (use.profile_name, use.key_name, use.cap) == ("There", "Work", TEN)
    assert use.spent == Spent(usd=TEN, has_unpriced=True)
    month.advance(40 * 86_400)
    await caps.before_send(THERE)
    assert len(question.asked) == 2


async def test_two_chats_at_once_ask_one_question() -> None:
    question = Question(True)
    caps = caps_at("10", question)
    await asyncio.gather(*(caps.before_send(THERE) for _ in range(3)))
    assert len(question.asked) == 1


async def test_another_cap_is_another_question() -> None:
    question = Question(True, True)
    caps = caps_at("10", question)
    await caps.before_send(THERE)
    lower = THERE.model_copy(update={"keys": (KEY.model_copy(update={"monthly_cap": Decimal(5)}),)})
    await caps.before_send(lower)
    assert len(question.asked) == 2


async def test_a_no_stops_the_send_and_is_asked_again() -> None:
    caps = caps_at("10", Question(False, True))
    with pytest.raises(StudioError) as caught:
        await caps.before_send(THERE)
    failure = caught.value.failure
    assert (failure.category, failure.code, failure.message) == (Category.QUOTA, "cap", "Work")
    await caps.before_send(THERE)


async def test_where_nobody_can_be_asked_nothing_is_sent() -> None:
    caps = caps_at("10", Question())
    caps.question = None
    with pytest.raises(StudioError):
        await caps.before_send(THERE)


async def test_stop_ends_the_question(until: Until) -> None:
    question = Question()
    asking = asyncio.create_task(caps_at("10", question).before_send(THERE))
    await until(lambda: question.asked)
    asking.cancel()
    await asyncio.wait((asking,))
    assert asking.cancelled()


@pytest.fixture
def berlin() -> Iterator[None]:
    if not hasattr(time, "tzset"):
        pytest.skip("Windows has one time zone for all programs")
    before = os.environ.get("TZ")
    os.environ["TZ"] = "Europe/Berlin"
    time.tzset()
    yield
    os.environ.pop("TZ")
    if before is not None:
        os.environ["TZ"] = before
    time.tzset()


@pytest.mark.usefixtures("berlin")
@pytest.mark.parametrize(
    ("now", "began"),
    [
        ("2026-12-02T18:00:00+01:00", "2026-12-01T00:00:00+01:00"),
        ("2026-07-01T00:00:00+02:00", "2026-07-01T00:00:00+02:00"),
        ("2026-06-30T23:59:59+02:00", "2026-06-01T00:00:00+02:00"),
        ("2026-03-31T12:00:00+02:00", "2026-03-01T00:00:00+01:00"),  # summer time began
        ("2026-10-31T12:00:00+01:00", "2026-10-01T00:00:00+02:00"),  # and ended
    ],
)
def test_a_month_begins_at_its_first_midnight_here(now: str, began: str) -> None:
    then = datetime.fromisoformat(now).timestamp()
    assert month_start(then) == datetime.fromisoformat(began).timestamp()
