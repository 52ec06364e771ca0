import asyncio
from contextlib import aclosing

import pytest

from studio.core.profiles import KeySource
from studio.harness.doctor import Examined, Finding, Health, KeyringDoctor, Remedy, remedy_of
from studio.harness.key_ports import Desktop, Sandbox
from tests.harness.key_world import ONE, KeyWorld, key_world

GNOME = Desktop("linux", "gnome")


def doctor(world: KeyWorld, desktop: Desktop = GNOME, *ticks: float) -> KeyringDoctor:
    times = iter(ticks)
    return KeyringDoctor(world.vault, world.profiles, lambda: desktop, lambda: next(times, 0.0))


async def findings(made: KeyringDoctor, *profile_ids: str) -> list[Finding]:
    return [finding async for finding in made.examine(*profile_ids)]


async def test_a_healthy_keyring_is_named_tried_out_and_gives_its_keys() -> None:
    world = await key_world()
    entry = await world.profiles.add_key("p", "Work", ONE)
    backend, trip, key = await findings(doctor(world), "p")
    assert (backend.step, backend.state, backend.detail) == (
        Examined.BACKEND,
        Health.OK,
        "Secret Service",
    )
    assert (trip.step, trip.state, trip.remedy) == (Examined.ROUND_TRIP, Health.OK, Remedy.NONE)
    assert (key.state, key.profile_id, key.key_id) == (Health.OK, "p", entry.id)
    assert world.vault.reads == ["p/k1"]
    assert ONE not in repr((backend, trip, key))


@pytest.mark.parametrize(
    ("code", "state", "remedy"),
    [
        ("no_backend", Health.MISSING, Remedy.INSTALL_GNOME),
        ("null_backend", Health.MISSING, Remedy.CHANGE_BACKEND),
        ("locked", Health.LOCKED, Remedy.UNLOCK_GNOME),
        ("refused", Health.DENIED, Remedy.SET_UP_GNOME),
        ("timeout", Health.SLOW, Remedy.WAIT_AND_RETRY),
        ("failed", Health.FAILED, Remedy.SET_UP_GNOME),
    ],
)
async def test_missing_locked_denied_and_slow_are_told_apart(
    code: str, state: Health, remedy: Remedy
) -> None:
    world = await key_world()
    await world.profiles.add_key("p", "Work", ONE)
    world.vault.round_trip = code
    _, trip = await findings(doctor(world), "p")
    assert (trip.state, trip.remedy, trip.code) == (state, remedy, code)
    # No key is asked for: each would fail the same way or open one more window.
    assert world.vault.reads == []
    world.vault.refusal = code
    (backend,) = await findings(doctor(world), "p")
    assert (backend.step, backend.state) == (Examined.BACKEND, state)


async def test_a_key_that_is_not_there_is_told_from_a_keyring_that_is_not() -> None:
    world = await key_world()
    await world.profiles.add_key("p", "Work", ONE)
    world.vault.keys.clear()
    *_, key = await findings(doctor(world), "p")
    assert (key.state, key.remedy, key.code) == (
        Health.MISSING,
        Remedy.ADD_KEY_AGAIN,
        "not_found",
    )


async def test_a_keyring_that_answers_late_is_slow_and_goes_on() -> None:
    world = await key_world()
    await world.profiles.add_key("p", "Work", ONE)
    backend, trip, key = await findings(doctor(world, GNOME, 0, 3.5), "p")
    assert (backend.state, backend.milliseconds) == (Health.SLOW, 3_500.0)
    assert (trip.state, key.state) == (Health.OK, Health.OK)


async def test_keys_from_outside_are_examined_without_a_keyring() -> None:
    world = await key_world()
    await world.profiles.add_key_from("p", "Team", KeySource.COMMAND, "pass show api")
    await world.profiles.add_key_from("p", "Mine", KeySource.ENVIRONMENT, "MY_KEY")
    world.outside.keys["MY_KEY"] = ONE
    world.vault.refusal = "no_backend"
    backend, failed, works = await findings(doctor(world), "p")
    assert backend.state is Health.MISSING
    assert (failed.state, failed.detail) == (Health.FAILED, "not signed in")
    assert failed.remedy is Remedy.CHECK_COMMAND
    assert (works.state, works.key_id) == (Health.OK, "k2")


async def test_stop_ends_an_examination_that_hangs() -> None:
    world = await key_world()
    world.vault.hangs = True

    async def examine() -> None:
        async with aclosing(doctor(world).examine("p")) as steps:
            async for _ in steps:
                raise AssertionError

    asking = asyncio.create_task(examine())
    await asyncio.sleep(0)
    asking.cancel()
    await asyncio.wait((asking,))
    assert asking.cancelled()


@pytest.mark.parametrize(
    ("desktop", "remedies"),
    [
        (GNOME, (Remedy.INSTALL_GNOME, Remedy.UNLOCK_GNOME, Remedy.SET_UP_GNOME)),
        (Desktop("linux", "kde"), (Remedy.INSTALL_KDE, Remedy.UNLOCK_KDE, Remedy.SET_UP_KDE)),
        (
            Desktop("linux", "xfce"),
            (Remedy.INSTALL_OTHER, Remedy.UNLOCK_OTHER, Remedy.SET_UP_OTHER),
        ),
        (Desktop("linux", has_screen=False), (Remedy.HEADLESS,) * 3),
        (Desktop("linux", "gnome", has_bus=False), (Remedy.HEADLESS,) * 3),
        (Desktop("linux", is_wsl=True), (Remedy.WSL, Remedy.UNLOCK_OTHER, Remedy.WSL)),
        (
            Desktop("linux", "gnome", sandbox=Sandbox.FLATPAK),
            (Remedy.FLATPAK, Remedy.UNLOCK_GNOME, Remedy.FLATPAK),
        ),
        (
            Desktop("linux", "gnome", sandbox=Sandbox.SNAP),
            (Remedy.SNAP, Remedy.UNLOCK_GNOME, Remedy.SNAP),
        ),
        (Desktop("darwin"), (Remedy.REPAIR_MACOS, Remedy.UNLOCK_MACOS, Remedy.ALLOW_MACOS)),
        (Desktop("win32"), (Remedy.REPAIR_WINDOWS, Remedy.REPAIR_WINDOWS, Remedy.ALLOW_WINDOWS)),
    ],
)
def test_each_desktop_has_its_remedy(desktop: Desktop, remedies: tuple[Remedy, ...]) -> None:
    found = tuple(remedy_of(code, desktop) for code in ("no_backend", "locked", "refused"))
    assert found == remedies
