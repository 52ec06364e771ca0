from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
import threading
import traceback

import pytest
from typing_extensions import override

from studio.core.errors import Category, KeyringError
from studio.core.key_text import InvalidKeyError, clean_key, key_hint
from studio.store.keyring_port import Refusal, RefusedError
from studio.store.keys import OsKeyVault
from tests.conftest import Until

KEY = "sk-test-0123456789-wxyz"
OTHER = "sk-other-9876543210-abcd"


class FakeKeyring:
    """A keyring in memory that can refuse, hang, forget, and be as narrow as Windows' is."""

    def __init__(self) -> None:
        self.name = "Test Keyring"
        self.entries: dict[str, str] = {}
        self.calls: list[str] = []
        self.refusal: Refusal | None = None
        self.error: Exception | None = None
        self.fails_at_write: int | None = None
        self.deletes_before_writing = False
        self.gate: threading.Event | None = None
        self.entered = threading.Event()

    def read(self, entry: str) -> str | None:
        self._call(f"read {entry}")
        return self.entries.get(entry)

    def write(self, entry: str, secret: str) -> None:
        self._call(f"write {entry}")
        if self.deletes_before_writing:
            self.entries.pop(entry, None)
        if self.fails_at_write is not None:
            self.fails_at_write -= 1
            if self.fails_at_write < 0:
                self.fails_at_write = None
                raise RefusedError(Refusal.FAILED, self.name, "1783 stub received bad data")
        if len(secret.encode("utf-16-le")) > 2560:
            raise RefusedError(Refusal.FAILED, self.name, "1783 stub received bad data")
        self.entries[entry] = secret

    def delete(self, entry: str) -> None:
        self._call(f"delete {entry}")
        if entry not in self.entries:
            raise RefusedError(Refusal.FAILED, self.name, "no such entry")
        del self.entries[entry]

    def _call(self, call: str) -> None:
        self.calls.append(call)
        self.entered.set()
        if self.gate is not None:
            self.gate.wait()
        if self.refusal is not None:
            raise RefusedError(self.refusal, self.name)
        if self.error is not None:
            raise self.error


@pytest.fixture
def keyring() -> FakeKeyring:
    return FakeKeyring()


def a_vault(keyring: FakeKeyring, timeout: float = 10.0) -> OsKeyVault:
    return OsKeyVault(lambda: keyring, timeout)


async def test_a_key_comes_back_in_the_next_session(keyring: FakeKeyring) -> None:
    await a_vault(keyring).set_key("p1", "default", KEY)
    assert keyring.entries == {"p1/default": KEY}
    assert await a_vault(keyring).key("p1", "default") == KEY


async def test_nothing_is_read_before_the_first_use_and_then_once(keyring: FakeKeyring) -> None:
    keyring.entries = {f"p{number}/default": KEY for number in range(8)}
    vault = a_vault(keyring)
    assert await vault.backend() == "Test Keyring"
    assert keyring.calls == []
    keys = await asyncio.gather(*(vault.key("p3", "default") for _ in range(5)))
    assert keys == [KEY] * 5
    assert keyring.calls == ["read p3/default"]


async def test_an_absence_is_asked_for_once_as_well(keyring: FakeKeyring) -> None:
    vault = a_vault(keyring)
    assert [await vault.key("p1", "default") for _ in range(3)] == [None] * 3
    assert len(keyring.calls) == 1


async def test_a_key_just_saved_is_not_read_again(keyring: FakeKeyring) -> None:
    vault = a_vault(keyring)
    assert await vault.key("p1", "default") is None
    await vault.set_key("p1", "default", KEY)
    keyring.calls.clear()
    assert await vault.key("p1", "default") == KEY
    assert keyring.calls == []


async def test_a_failed_read_is_no_absence_and_is_tried_again(keyring: FakeKeyring) -> None:
    keyring.entries["p1/default"] = KEY
    keyring.refusal = Refusal.LOCKED
    vault = a_vault(keyring)
    with pytest.raises(KeyringError) as caught:
        await vault.key("p1", "default")
    failure = caught.value.failure
    assert (failure.category, failure.code) == (Category.KEYRING, "locked")
    assert caught.value.backend == "Test Keyring"
    keyring.refusal = None
    assert await vault.key("p1", "default") == KEY


async def test_a_key_that_cannot_be_read_is_not_overwritten(keyring: FakeKeyring) -> None:
    keyring.entries["p1/default"] = KEY
    keyring.refusal = Refusal.REFUSED
    with pytest.raises(KeyringError):
        await a_vault(keyring).set_key("p1", "default", OTHER)
    assert not [call for call in keyring.calls if call.startswith("write")]
    assert keyring.entries == {"p1/default": KEY}


async def test_a_write_that_fails_keeps_the_old_key(keyring: FakeKeyring) -> None:
    keyring.entries["p1/default"] = KEY
    keyring.fails_at_write = 0
    keyring.deletes_before_writing = True
    vault = a_vault(keyring)
    with pytest.raises(KeyringError):
        await vault.set_key("p1", "default", OTHER)
    assert keyring.entries == {"p1/default": KEY}
    assert await vault.key("p1", "default") == KEY


async def test_a_keyring_that_forgets_at_once_is_noticed(keyring: FakeKeyring) -> None:
    class Forgetful(FakeKeyring):
        @override
        def write(self, entry: str, secret: str) -> None:
            pass

    with pytest.raises(KeyringError) as caught:
        await a_vault(Forgetful()).set_key("p1", "default", KEY)
    assert caught.value.failure.code == "failed"


@pytest.mark.parametrize("length", [1_199, 1_200, 1_201, 1_300, 5_000])
async def test_a_long_key_comes_back_the_same(keyring: FakeKeyring, length: int) -> None:
    key = ("0123456789abcdef" * 400)[:length]
    await a_vault(keyring).set_key("p1", "default", key)
    assert await a_vault(keyring).key("p1", "default") == key


async def test_a_short_key_after_a_long_one_leaves_no_piece(keyring: FakeKeyring) -> None:
    vault = a_vault(keyring)
    for key in ("x" * 5_000, "y" * 3_000, "z" * 9_000, KEY):
        await vault.set_key("p1", "default", key)
        assert await a_vault(keyring).key("p1", "default") == key
        assert len(keyring.entries) == 1 + (len(key) + 1_199) // 1_200 * (len(key) > 1_200)
    assert keyring.entries == {"p1/default": KEY}


@pytest.mark.parametrize("at", range(6))
@pytest.mark.parametrize("old", [KEY, "x" * 3_000])
async def test_a_long_key_is_replaced_whole_or_not_at_all(
    keyring: FakeKeyring, old: str, at: int
) -> None:
    await a_vault(keyring).set_key("p1", "default", old)
    before = dict(keyring.entries)
    keyring.fails_at_write = at
    with pytest.raises(KeyringError):
        await a_vault(keyring).set_key("p1", "default", "n" * 5_500)
    assert await a_vault(keyring).key("p1", "default") == old
    assert {name for name in keyring.entries if name in before} == set(before)


async def test_a_key_that_looks_like_our_own_mark_is_a_key(keyring: FakeKeyring) -> None:
    await a_vault(keyring).set_key("p1", "default", "callboard:pieces:a:3")
    assert await a_vault(keyring).key("p1", "default") == "callboard:pieces:a:3"


async def test_a_key_of_which_a_piece_is_missing_is_an_error(keyring: FakeKeyring) -> None:
    await a_vault(keyring).set_key("p1", "default", "x" * 5_000)
    del keyring.entries["p1/default#a1"]
    with pytest.raises(KeyringError):
        await a_vault(keyring).key("p1", "default")


async def test_a_removed_profile_leaves_nothing_in_the_keyring(keyring: FakeKeyring) -> None:
    vault = a_vault(keyring)
    await vault.set_key("p1", "default", "x" * 5_000)
    await vault.set_key("p1", "header-x", KEY)
    await vault.set_key("p2", "default", OTHER)
    await vault.remove_keys("p1", ("default", "header-x", "never-there"))
    assert keyring.entries == {"p2/default": OTHER}
    assert await vault.key("p1", "default") is None


async def test_one_key_that_stays_does_not_keep_the_others(keyring: FakeKeyring) -> None:
    class Stubborn(FakeKeyring):
        @override
        def delete(self, entry: str) -> None:
            if entry == "p1/a":
                raise RefusedError(Refusal.FAILED, self.name)
            super().delete(entry)

    stubborn = Stubborn()
    vault = a_vault(stubborn)
    for key_id in ("a", "b"):
        await vault.set_key("p1", key_id, KEY)
    with pytest.raises(KeyringError):
        await vault.remove_keys("p1", ("a", "b"))
    assert stubborn.entries == {"p1/a": KEY}
    assert await vault.key("p1", "a") == KEY


async def test_a_key_in_memory_needs_no_keyring(keyring: FakeKeyring) -> None:
    keyring.refusal = Refusal.NO_BACKEND
    vault = a_vault(keyring)
    await vault.remember_until_exit("p1", "default", f" {KEY}\n")
    assert await vault.key("p1", "default") == KEY
    assert keyring.calls == []
    await vault.remove_keys("p1", ("default",))
    with pytest.raises(KeyringError):
        await vault.key("p1", "default")


async def test_a_saved_key_takes_the_place_of_the_one_in_memory(keyring: FakeKeyring) -> None:
    vault = a_vault(keyring)
    await vault.remember_until_exit("p1", "default", OTHER)
    keyring.refusal = Refusal.LOCKED
    with pytest.raises(KeyringError):
        await vault.set_key("p1", "default", KEY)
    assert await vault.key("p1", "default") == OTHER
    keyring.refusal = None
    await vault.set_key("p1", "default", KEY)
    assert await vault.key("p1", "default") == KEY


async def test_a_hung_keyring_is_left_behind_and_the_next_call_gets_through(
    keyring: FakeKeyring,
) -> None:
    keyring.entries["p1/default"] = KEY
    hung = keyring.gate = threading.Event()
    vault = a_vault(keyring, timeout=0.05)
    with pytest.raises(KeyringError) as caught:
        await vault.key("p1", "default")
    assert caught.value.failure.code == "timeout"
    assert caught.value.backend == "Test Keyring"
    keyring.gate = None
    assert await vault.key("p1", "default") == KEY
    hung.set()


async def test_the_loop_goes_on_while_a_keyring_hangs(keyring: FakeKeyring, until: Until) -> None:
    keyring.gate = threading.Event()
    reading = asyncio.create_task(a_vault(keyring).key("p1", "default"))
    await until(keyring.entered.is_set)
    assert not reading.done()
    keyring.gate.set()
    assert await reading is None


async def test_what_wakes_up_too_late_does_nothing_more(keyring: FakeKeyring, until: Until) -> None:
    await a_vault(keyring).set_key("p1", "default", OTHER)
    keyring.calls.clear()
    hung = keyring.gate = threading.Event()
    vault = a_vault(keyring, timeout=0.05)
    with pytest.raises(KeyringError):
        await vault.set_key("p1", "default", KEY)
    keyring.gate = None
    before = threading.active_count()
    hung.set()
    await until(lambda: threading.active_count() < before)
    assert keyring.calls == ["read p1/default"]
    assert keyring.entries == {"p1/default": OTHER}


async def test_an_answer_to_a_send_that_was_stopped_is_kept_for_the_next(
    keyring: FakeKeyring, until: Until
) -> None:
    keyring.entries["p1/default"] = KEY
    keyring.gate = threading.Event()
    vault = a_vault(keyring)
    reading = asyncio.create_task(vault.key("p1", "default"))
    await until(keyring.entered.is_set)
    reading.cancel()
    await asyncio.wait((reading,))
    keyring.gate.set()
    assert await vault.key("p1", "default") == KEY
    assert len(keyring.calls) == 1


async def test_no_error_shows_the_key(
    keyring: FakeKeyring, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    keyring.error = ValueError(f"cannot store {KEY!r}")
    vault = a_vault(keyring)
    with pytest.raises(KeyringError) as caught:
        await vault.set_key("p1", "default", KEY)
    shown = "".join(traceback.format_exception(caught.value)) + repr(caught.value.failure)
    await vault.remember_until_exit("p1", "default", KEY)
    assert KEY not in shown + repr(vault) + repr(vars(vault)["_lane"]) + caplog.text


def test_what_surrounds_a_key_is_taken_off() -> None:
    assert clean_key(f"\ufeff \t{KEY}\u200b\r\n") == KEY
    assert clean_key("Bearer with a space") == "Bearer with a space"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "key_empty"),
        (" \n\u200b", "key_empty"),
        ("sk-one\nsk-two", "key_line_break"),
        ("sk-one\r\nX-Evil: 1", "key_line_break"),
        ("sk-\x00one", "key_character"),
        ("sk-on\u200be", "key_character"),
        ("sk-\u2026", "key_character"),
        ("schlüssel", "key_character"),
        ("x" * 65_537, "key_too_long"),
    ],
)
async def test_a_text_that_cannot_be_a_key_is_refused_before_anything_keeps_it(
    keyring: FakeKeyring, text: str, code: str
) -> None:
    vault = a_vault(keyring)
    for keep in (vault.set_key, vault.remember_until_exit):
        with pytest.raises(InvalidKeyError) as caught:
            await keep("p1", "default", text)
        assert caught.value.failure.code == code
        assert isinstance(caught.value, ValueError)
        assert not text.strip() or text not in str(caught.value)
    assert keyring.calls == []


def test_the_hint_is_the_last_four_of_a_key_that_is_long_enough() -> None:
    assert key_hint(KEY) == "wxyz"
    assert key_hint("elevenchars") == ""
    assert key_hint("twelve-chars") == "hars"


def test_keyring_is_not_loaded_before_a_key_is_needed() -> None:
    program = """
import sys
from studio.store.keys import OsKeyVault
OsKeyVault()
print("keyring" in sys.modules)
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ended.stdout.strip(), ended.stderr) == ("False", "")


def test_a_hung_keyring_does_not_delay_the_end_of_the_program() -> None:
    program = """
import asyncio, threading
from studio.core.errors import KeyringError
from studio.store.keys import OsKeyVault
async def main():
    try:
        await OsKeyVault(lambda: threading.Event().wait(), timeout=0.05).key("p1", "default")
    except KeyringError as error:
        print(error.failure.code)
asyncio.run(main())
"""
    command = [sys.executable, "-c", program]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=10)
    assert (ended.stdout.strip(), ended.stderr) == ("timeout", "")
