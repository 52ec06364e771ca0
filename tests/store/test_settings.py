from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from studio.core.errors import StorageError
from studio.core.settings import Settings, Theme
from studio.store.set_aside import Reason
from studio.store.settings import FileSettings
from studio.store.worker import Worker

DAY = 1_800_000_000.0
posix = pytest.mark.skipif(os.name != "posix", reason="modes of POSIX")


@pytest.fixture
def store(tmp_path: Path) -> FileSettings:
    return FileSettings(tmp_path / "config" / "settings.json", Worker("files"), lambda: DAY)


def write(store: FileSettings, content: bytes) -> None:
    store._path.parent.mkdir(exist_ok=True)
    store._path.write_bytes(content)


async def test_without_a_file_the_defaults_hold(store: FileSettings) -> None:
    assert await store.load() == Settings()
    assert store.set_aside == ()
    assert not store._path.exists()


async def test_what_was_saved_comes_back(store: FileSettings) -> None:
    settings = Settings(
        theme=Theme.DARK,
        language="de",
        granted_folders=("/home/ä",),
        recordings_days=0,
        tools_off=("run_python", "write_text_file"),
    )
    await store.save(settings)
    assert await store.load() == settings


@posix
async def test_the_file_is_for_this_user_alone(store: FileSettings) -> None:
    await store.save(Settings())
    assert store._path.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in store._path.parent.iterdir()] == ["settings.json"]


BAD = {
    "empty": b"",
    "not JSON": b"{theme: dark}",
    "cut off": b'{"version": 1, "theme": "da',
    "binary": bytes(range(256)),
    "a list": b"[]",
    "a wrong type": b'{"rounds": "many"}',
    "out of bounds": b'{"rounds": 0}',
    "an unknown name": b'{"rouns": 3}',
    "no theme of ours": b'{"theme": "pink"}',
    "a wrong version": b'{"version": "1"}',
    "a true version": b'{"version": true}',
    "nested without end": b"[" * 100_000,
    "a number too long": b'{"rounds": ' + b"9" * 10_000 + b"}",
}


@pytest.mark.parametrize("content", BAD.values(), ids=BAD.keys())
async def test_a_settings_file_that_is_wrong_is_set_aside_and_named(
    store: FileSettings, content: bytes
) -> None:
    write(store, content)
    assert await store.load() == Settings()
    (aside,) = store.set_aside
    assert (aside.reason, aside.original) == (Reason.DAMAGED, store._path)
    assert aside.path.name.startswith("settings-set-aside-2027-01-1")
    assert aside.path.read_bytes() == content
    await store.save(Settings(language="de"))
    assert (await store.load()).language == "de"
    assert aside.path.read_bytes() == content


async def test_a_settings_file_of_a_newer_version_is_set_aside(store: FileSettings) -> None:
    content = json.dumps({"version": 2, "theme": {"name": "pink"}}).encode()
    write(store, content)
    assert await store.load() == Settings()
    (aside,) = store.set_aside
    assert aside.reason is Reason.NEWER
    assert aside.path.read_bytes() == content


async def test_a_mark_before_the_first_byte_does_no_harm(store: FileSettings) -> None:
    write(store, b'\xef\xbb\xbf{"version": 1, "language": "de"}')
    assert (await store.load()).language == "de"


async def test_a_file_that_cannot_be_read_stays_where_it_is(store: FileSettings) -> None:
    store._path.mkdir(parents=True)
    with pytest.raises(StorageError):
        await store.load()
    assert store._path.is_dir()


async def test_a_save_that_fails_keeps_the_old_file_and_leaves_nothing_behind(
    store: FileSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.save(Settings(language="de"))

    def refuse(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("studio.store.files.os.fsync", refuse)
    with pytest.raises(StorageError) as caught:
        await store.save(Settings(language="fr"))
    assert caught.value.failure.code == "disk_full"
    assert (await store.load()).language == "de"
    assert [file.name for file in store._path.parent.iterdir()] == ["settings.json"]


@posix
async def test_a_file_that_is_a_link_is_written_through(
    store: FileSettings, tmp_path: Path
) -> None:
    real = tmp_path / "elsewhere" / "real.json"
    real.parent.mkdir()
    real.write_text("{}")
    store._path.parent.mkdir()
    store._path.symlink_to(real)
    await store.save(Settings(language="de"))
    assert store._path.is_symlink()
    assert json.loads(real.read_text())["language"] == "de"
