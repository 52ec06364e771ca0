"""A policy file from the disk to the wire, with everything that stands between."""

from __future__ import annotations

from pathlib import Path

import pytest

from studio.core.chats import ChatSettings, Turn
from studio.core.messages import TurnState
from studio.core.profiles import PRACTICE_ID, ProviderProfile
from studio.store.paths import Paths
from studio.store.policy import POLICY_VARIABLE, policy_place
from studio.wiring import Works, open_works
from tests.loopback import DONE, chat_delta, chat_end, loopback, stream

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(policy_place().exists(), reason="this computer has a policy of its own"),
]
ANSWER = stream(chat_delta(content="hello") + chat_end() + DONE)


@pytest.fixture
def policy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Policy:
    path = tmp_path / "policy.toml"
    monkeypatch.setenv(POLICY_VARIABLE, str(path))
    return Policy(path)


class Policy:
    """The file of a test."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def says(self, *lines: str) -> None:
        self.path.write_text("\n".join(lines))


async def answered(works: Works, profile_id: str) -> Turn:
    session = await works.library.create(ChatSettings(profile_id))
    await session.send("Hi")
    await works.recorder.settled()
    return session.turns[-1]


async def test_a_policy_decides_who_is_asked_and_what_is_recorded(
    policy: Policy, callboard_home: Path
) -> None:
    async with loopback(ANSWER) as server:
        policy.says(
            'organisation = "Example"',
            'allowed_hosts = ["localhost"]',
            "records = false",
            "[[profiles]]",
            'id = "campus"\nname = "Campus"\nmodel = "m"',
            f'base_url = "{server.url}"',
        )
        works = await open_works(Paths.find())
        try:
            assert works.profiles.is_managed("campus")
            turn = await answered(works, "campus")
            assert turn.state is TurnState.COMPLETED
            assert await works.recordings.recordings(turn.id) == ()
            away = ProviderProfile(id="x", name="X", base_url="https://192.0.2.1/v1", model="m")
            await works.profiles.save(away)
            turn = await answered(works, "x")
            assert turn.failure is not None
            assert (turn.failure.code, turn.failure.message) == ("policy", "192.0.2.1")
        finally:
            await works.close()
    assert len(server.heard) == 1


async def test_a_broken_policy_lets_the_program_start_and_nothing_out(
    policy: Policy, callboard_home: Path
) -> None:
    policy.says("allowed_hosts = nonsense")
    async with loopback(ANSWER) as server:
        works = await open_works(Paths.find(), pace=10_000)
        try:
            near = ProviderProfile(id="n", name="N", base_url=server.url, model="m")
            await works.profiles.save(near)
            turn = await answered(works, "n")
            assert turn.failure is not None
            assert turn.failure.code == "policy_broken"
            assert str(policy.path) in turn.failure.message
            practice = await answered(works, PRACTICE_ID)
            assert practice.state is TurnState.COMPLETED
        finally:
            await works.close()
    assert server.heard == []
