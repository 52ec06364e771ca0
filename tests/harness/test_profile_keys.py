from decimal import Decimal

import pytest
from pydantic import ValidationError

from studio.core.errors import Category, Failure, KeyringError, StudioError
from studio.core.key_text import InvalidKeyError
from studio.core.messages import Dialect, Origin
from studio.core.policy import Policy
from studio.core.profiles import KEY_ID, KeyEntry, KeySource, ProviderProfile
from tests.harness.key_world import ONE, THERE, TWO, KeyWorld, key_world

OLD = ProviderProfile.model_validate(
    {"id": "p", "name": "Old", "base_url": "https://h", "has_key": True, "key_hint": "wxyz"}
)


async def with_two() -> tuple[KeyWorld, KeyEntry, KeyEntry]:
    world = await key_world()
    first = await world.profiles.add_key("p", "  Work \n account ", ONE)
    second = await world.profiles.add_key("p", "Private", TWO, monthly_cap=Decimal(5))
    return world, first, second


async def test_each_key_has_a_name_an_entry_of_its_own_and_its_last_four() -> None:
    world, first, second = await with_two()
    assert world.vault.keys == {"p/k1": ONE, "p/k2": TWO}
    assert (first.name, first.hint, first.created_at) == ("Work account", "wxyz", 1_000.0)
    assert world.saved().keys == (first, second)
    assert second.monthly_cap == Decimal(5)


async def test_two_keys_of_a_profile_never_have_one_name() -> None:
    world = await key_world()
    add = world.profiles.add_key
    names = [(await add("p", "Codex", key)).name for key in (ONE, TWO, ONE)]
    assert names == ["Codex", "Codex 2", "Codex 3"]


async def test_no_key_is_in_the_file_of_profiles() -> None:
    world, _, _ = await with_two()
    await world.profiles.replace_key("p", "k1", TWO)
    await world.profiles.keep_key_until_exit("p", ONE)
    assert ONE not in repr(world.shelf.rows)
    assert TWO not in repr(world.shelf.rows)


async def test_the_first_key_is_the_default_until_another_is_chosen_or_it_goes() -> None:
    world, first, second = await with_two()
    assert world.saved().key() == first
    await world.profiles.set_default_key("p", second.id)
    assert world.saved().key() == second
    await world.profiles.remove_key("p", second.id)
    assert world.saved().key() == first
    assert world.saved().default_key_id == ""
    assert world.vault.keys == {"p/k1": ONE}


async def test_an_old_key_stays_until_the_new_one_is_stored() -> None:
    world, first, _ = await with_two()
    world.vault.refusal = "locked"
    with pytest.raises(KeyringError):
        await world.profiles.replace_key("p", first.id, TWO)
    assert world.saved().key(first.id) == first
    assert world.vault.keys["p/k1"] == ONE
    world.vault.refusal = ""
    world.time.advance(60)
    await world.profiles.replace_key("p", first.id, TWO)
    replaced = world.saved().key(first.id)
    assert replaced is not None
    assert (replaced.name, replaced.hint, replaced.created_at) == (first.name, "abcd", 1_060.0)
    assert world.vault.keys["p/k1"] == TWO


async def test_a_key_that_no_profile_could_name_is_not_left_in_the_keyring() -> None:
    world = await key_world()
    world.shelf.is_full = True
    with pytest.raises(StudioError):
        await world.profiles.add_key("p", "Work", ONE)
    assert world.vault.keys == {}


async def test_what_cannot_be_a_key_touches_nothing() -> None:
    world, first, _ = await with_two()
    for keep in (
        world.profiles.add_key("p", "New", "two\nlines"),
        world.profiles.replace_key("p", first.id, "schlüssel"),
    ):
        with pytest.raises(InvalidKeyError):
            await keep
    assert world.vault.keys == {"p/k1": ONE, "p/k2": TWO}


async def test_names_and_caps_are_changed_alone() -> None:
    world, first, second = await with_two()
    await world.profiles.rename_key("p", first.id, "Office")
    await world.profiles.set_cap("p", first.id, Decimal("12.50"))
    with pytest.raises(ValidationError):
        await world.profiles.set_cap("p", first.id, Decimal(-1))
    changes = {"name": "Office", "monthly_cap": Decimal("12.50")}
    assert world.saved().keys == (first.model_copy(update=changes), second)
    await world.profiles.set_cap("p", second.id, None)
    assert world.saved().keys[1].monthly_cap is None


async def test_what_was_removed_meanwhile_is_said() -> None:
    world, first, _ = await with_two()
    await world.profiles.remove_key("p", first.id)
    for change in (
        world.profiles.rename_key("p", first.id, "X"),
        world.profiles.replace_key("p", first.id, TWO),
        world.profiles.set_default_key("p", first.id),
    ):
        with pytest.raises(StudioError) as caught:
            await change
        assert caught.value.failure.code == "key_gone"


async def test_a_key_that_the_keyring_does_not_let_go_stays_in_the_profile() -> None:
    world, first, _ = await with_two()
    world.vault.refusal = "locked"
    with pytest.raises(KeyringError):
        await world.profiles.remove_key("p", first.id)
    assert world.saved().key(first.id) == first


async def test_a_profile_takes_all_its_keys_with_it() -> None:
    world, _, _ = await with_two()
    world.vault.keys["q/other"] = ONE
    await world.profiles.remove("p")
    assert world.vault.keys == {"q/other": ONE}


async def test_the_login_of_a_proxy_goes_where_keys_go_and_leaves_with_the_profile() -> None:
    world = await key_world()
    await world.profiles.save_proxy_login("p", "me", "pass-word")
    assert world.vault.keys == {"p/proxy-login": "me:pass-word"}
    assert world.saved().has_proxy_login
    assert "pass-word" not in repr(world.shelf.rows)
    await world.profiles.forget_proxy_login("p")
    assert (world.vault.keys, world.saved().has_proxy_login) == ({}, False)
    await world.profiles.save_proxy_login("p", "me", "pass-word")
    await world.profiles.remove("p")
    assert world.vault.keys == {}


async def test_a_key_of_a_profile_from_before_is_the_same_key() -> None:
    world = await key_world(OLD)
    world.vault.keys["p/default"] = ONE
    profile = world.profiles.profile("p")
    assert profile is not None
    assert await world.profiles.key_text(profile) == ONE
    await world.profiles.save_key("p", TWO)
    assert world.vault.keys == {"p/default": TWO}
    assert [(key.id, key.hint) for key in world.saved().keys] == [(KEY_ID, "abcd")]
    await world.profiles.forget_key("p")
    assert not world.saved().has_key
    assert world.vault.keys == {}


async def test_a_key_kept_until_exit_stands_for_the_one_that_cannot_be_read() -> None:
    world, first, _ = await with_two()
    world.vault.refusal = "locked"
    await world.profiles.keep_key_until_exit("p", TWO)
    assert world.profiles.kept_hint("p") == world.profiles.kept_hint("p", first.id) == "abcd"
    usable = world.profiles.usable("p")
    assert usable is not None
    assert await world.profiles.key_text(usable) == TWO
    assert world.saved().key(first.id) == first


async def test_a_key_kept_until_exit_is_a_key_where_there_was_none() -> None:
    world = await key_world()
    await world.profiles.keep_key_until_exit("p", ONE)
    usable = world.profiles.usable("p")
    assert usable is not None
    assert [key.id for key in usable.keys] == [KEY_ID]
    await world.profiles.forget_key("p")
    assert world.profiles.kept_hint("p") is None
    assert not world.saved().has_key


async def test_a_key_from_outside_is_asked_for_when_it_is_used_and_not_before() -> None:
    world = await key_world()
    entry = await world.profiles.add_key_from("p", "Team", KeySource.COMMAND, " pass show api ")
    assert (entry.source, entry.locator, entry.hint) == (KeySource.COMMAND, "pass show api", "")
    assert world.outside.asked == []
    world.outside.keys["pass show api"] = ONE
    assert await world.profiles.key_text(world.saved()) == ONE
    assert world.vault.reads == []


async def test_a_key_from_outside_leaves_the_keyring_alone_when_it_goes() -> None:
    world = await key_world()
    entry = await world.profiles.add_key_from("p", "Team", KeySource.COMMAND, "pass show api")
    world.vault.refusal = "no_backend"
    await world.profiles.remove_key("p", entry.id)
    assert world.saved().keys == ()
    assert world.outside.forgotten == ["pass show api"]


async def test_a_typed_key_takes_the_place_of_one_from_outside() -> None:
    world = await key_world()
    entry = await world.profiles.add_key_from("p", "Team", KeySource.ENVIRONMENT, "MY_KEY")
    await world.profiles.replace_key("p", entry.id, ONE)
    assert (world.saved().keys[0].source, world.saved().keys[0].locator) == (KeySource.KEYRING, "")


async def test_no_key_is_kept_as_the_place_of_a_key() -> None:
    world = await key_world()
    with pytest.raises(InvalidKeyError):
        await world.profiles.add_key_from("p", "Team", KeySource.COMMAND, f"echo {ONE}")
    assert world.saved().keys == ()


async def test_what_came_of_a_test_is_kept_beside_the_key() -> None:
    world, first, second = await with_two()
    world.directory.failure = Failure(Category.AUTHENTICATION)
    await world.tested(second.id)
    world.directory.failure = None
    world.time.advance(5)
    await world.tested()
    kept = {key.id: (key.tested_at, key.test_failure) for key in world.saved().keys}
    assert kept == {first.id: (1_005.0, ""), second.id: (1_000.0, "authentication")}
    assert world.directory.keys == [TWO, ONE]


async def test_a_typed_key_is_tried_and_says_nothing_of_the_saved_one() -> None:
    world, first, _ = await with_two()
    await world.tested(first.id, typed=TWO)
    assert world.directory.keys == [TWO]
    assert world.saved().key(first.id) == first


async def test_a_test_of_a_key_from_outside_asks_again() -> None:
    world = await key_world()
    await world.profiles.add_key_from("p", "Team", KeySource.COMMAND, "pass show api")
    world.outside.keys["pass show api"] = ONE
    await world.tested()
    assert world.outside.forgotten == ["pass show api"]


async def test_a_ready_profile_takes_keys_and_keeps_its_address() -> None:
    ready = THERE.model_copy(update={"id": "campus", "name": "Campus"})
    world = await key_world(THERE, policy=Policy(profiles=(ready,)))
    assert world.profiles.is_managed("campus")
    assert world.profiles.is_built_in("campus")
    assert not world.profiles.is_managed("p")
    await world.profiles.add_key("campus", "Mine", ONE)
    await world.profiles.change("campus", base_url="https://elsewhere.example")
    kept = world.profiles.profile("campus")
    assert kept is not None
    assert kept.base_url == THERE.base_url
    assert kept.has_key
    await world.profiles.remove("campus")
    assert world.profiles.profile("campus") is not None


async def test_a_key_that_is_refused_in_a_chat_says_so_until_it_works_again() -> None:
    world, first, second = await with_two()
    origin = Origin("p", "There", Dialect.OPENAI_CHAT, "m", key_id=first.id)
    for category in (Category.NETWORK, Category.AUTHENTICATION, Category.OVERLOADED):
        await world.profiles.note_key(origin, Failure(category))
    assert [key.test_failure for key in world.saved().keys] == ["authentication", ""]
    saves = world.shelf.saves
    world.time.advance(9)
    await world.profiles.note_key(origin, None)
    await world.profiles.note_key(origin, None)
    kept = world.saved().key(first.id)
    assert kept is not None
    assert (kept.test_failure, kept.tested_at) == ("", 1_009.0)
    assert world.shelf.saves == saves + 1
    assert world.saved().keys[1] == second


async def test_what_came_of_a_key_that_is_gone_is_said_of_no_other() -> None:
    world, first, _ = await with_two()
    origin = Origin("p", "There", Dialect.OPENAI_CHAT, "m", key_id="gone")
    await world.profiles.note_key(origin, Failure(Category.AUTHENTICATION))
    assert world.saved().key(first.id) == first
