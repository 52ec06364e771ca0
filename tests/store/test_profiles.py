from __future__ import annotations

import json
from pathlib import Path

import pytest

from studio.core.messages import Dialect
from studio.core.profiles import KEY_ID, EngineSettings, KeyEntry, Kind, ProviderProfile
from studio.store.profiles import FileProfiles
from studio.store.set_aside import Reason
from studio.store.worker import Worker

ONE = ProviderProfile(
    id="p1",
    name="Grüße",
    dialect=Dialect.ANTHROPIC_MESSAGES,
    base_url="https://x.test/v1",
    keys=(KeyEntry(id=KEY_ID, name=KEY_ID, hint="wxyz"),),
    extra_headers={"a": "b"},
    secret_headers=("x-secret",),
    extra_parameters={"deep": {"list": [1, None, 2.5]}},
)
TWO = ProviderProfile(
    id="p2", name="Two", kind=Kind.ENGINE, engine=EngineSettings(model_path="/m.gguf")
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "profiles.json"


def open_store(path: Path) -> FileProfiles:
    return FileProfiles(path, Worker("files"), lambda: 1_800_000_000.0)


def write(path: Path, content: bytes) -> None:
    path.write_bytes(content)


async def test_profiles_come_back_in_the_users_order(path: Path) -> None:
    store = open_store(path)
    assert await store.profiles() == ()
    await store.save_profile(TWO)
    await store.save_profile(ONE)
    changed = TWO.model_copy(update={"name": "Zwei"})
    await store.save_profile(changed)
    assert await open_store(path).profiles() == (changed, ONE)


async def test_a_removed_profile_is_gone_and_the_others_stay(path: Path) -> None:
    store = open_store(path)
    await store.save_profile(ONE)
    await store.save_profile(TWO)
    await store.remove_profile("p1")
    await store.remove_profile("never-there")
    assert await store.profiles() == (TWO,)
    assert await open_store(path).profiles() == (TWO,)


BAD = {
    "not JSON": (b"{", Reason.DAMAGED),
    "no list": (b'{"version": 1, "profiles": {}}', Reason.DAMAGED),
    "nothing in it": (b'{"version": 1}', Reason.DAMAGED),
    "newer": (b'{"version": 7, "profiles": []}', Reason.NEWER),
}


@pytest.mark.parametrize(("content", "reason"), BAD.values(), ids=BAD.keys())
async def test_a_file_of_profiles_that_is_wrong_is_set_aside_and_named(
    path: Path, content: bytes, reason: Reason
) -> None:
    write(path, content)
    store = open_store(path)
    assert await store.profiles() == ()
    (aside,) = store.set_aside
    assert aside.reason is reason
    assert aside.path.read_bytes() == content
    await store.save_profile(ONE)
    assert aside.path.read_bytes() == content


async def test_one_bad_profile_does_not_cost_the_others(path: Path) -> None:
    rows = [ONE.model_dump(mode="json"), {"id": "p3", "name": 5}, "?", TWO.model_dump(mode="json")]
    content = json.dumps({"version": 1, "profiles": rows})
    write(path, content.encode())
    store = open_store(path)
    assert await store.profiles() == (ONE, TWO)
    (aside,) = store.set_aside
    assert aside.path.read_text() == content
    again = open_store(path)
    assert await again.profiles() == (ONE, TWO)
    assert again.set_aside == ()


async def test_of_two_profiles_with_one_id_the_first_is_used(path: Path) -> None:
    rows = [profile.model_dump(mode="json") for profile in (ONE, TWO)]
    rows.append({**rows[1], "id": "p1"})
    write(path, json.dumps({"version": 1, "profiles": rows}).encode())
    store = open_store(path)
    assert await store.profiles() == (ONE, TWO)
    assert len(store.set_aside) == 1
