"""Keys in the settings of other programs, which are written here as those programs write them."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core.errors import StudioError
from studio.harness.key_ports import FoundKey
from studio.store.key_places import SystemKeyPlaces
from studio.store.key_readers import dotenv_values, json_values, yaml_values
from studio.store.other_programs import SPOTS, Root, path_of

ONE = "sk-proj-" + "1111Abcd2222Efgh3333one1"
TWO = "sk-ant-" + "api03-4444Ijkl5555Mnop-two2"
SIX = "gsk_" + "6666Qrst7777Uvwx8888six6"


def owner(name: str, key: str) -> str | None:
    if key.startswith("sk-ant-"):
        return "anthropic"
    return {"OPENAI_API_KEY": "openai", "openai": "openai"}.get(name)


def places(home: Path, platform: str = "linux", **environment: str) -> SystemKeyPlaces:
    return SystemKeyPlaces(home, environment, platform)


def write(path: Path, content: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = content if isinstance(content, str) else json.dumps(content)
    path.write_text(text, encoding="utf-8")
    return path


def told(found: tuple[FoundKey, ...]) -> list[tuple[str, str, str, str | None]]:
    return sorted((one.program, one.name, one.hint, one.row_id) for one in found)


def config(home: Path) -> Path:
    return home / ".config"


WRITTEN: dict[str, tuple[str, object]] = {
    "LLM": (
        ".config/io.datasette.llm/keys.json",
        {"// Note": "This file stores secret API credentials. Do not share!", "openai": ONE},
    ),
    "Codex": (".codex/auth.json", {"OPENAI_API_KEY": ONE, "tokens": {"access_token": SIX}}),
    "OpenCode": (
        ".local/share/opencode/auth.json",
        {"openai": {"type": "api", "key": ONE}, "x": {"type": "oauth", "access": SIX}},
    ),
    "Chatbox": (
        ".config/xyz.chatboxapp.app/config.json",
        {"settings": {"providers": {"openai": {"apiKey": ONE}, "groq": {"apiKey": ""}}}},
    ),
    "PyGPT": (".config/pygpt-net/config.json", {"api_key": ONE, "api_key_anthropic": ""}),
    "AnythingLLM": (
        ".config/anythingllm-desktop/storage/.env",
        f"LLM_PROVIDER='openai'\nOPEN_AI_KEY='{ONE}'\nJWT_SECRET='{SIX}'\nPASSWORDMINCHAR=8\n",
    ),
    "Aider": (".aider.conf.yml", f"# openai-api-key: {SIX}\nopenai-api-key: {ONE} # mine\n"),
    "Continue": (
        ".continue/config.yaml",
        f"models:\n  - name: GPT\n    provider: openai\n    apiKey: '{ONE}'\n    model: gpt\n"
        "  - name: Other\n    provider: groq\n    apiKey: ${{ secrets.GROQ_API_KEY }}\n",
    ),
    "AIChat": (
        ".config/aichat/config.yaml",
        f"model: openai:gpt\nclients:\n- type: openai\n  api_key: {ONE}\n- type: ollama\n",
    ),
    "Mods": (
        ".config/mods/mods.yml",
        f"apis:\n  openai:\n    base-url: https://h\n    api-key: {ONE}\n    api-key-env: X_KEY\n",
    ),
}


@pytest.mark.parametrize("program", WRITTEN)
async def test_a_key_is_found_where_a_program_keeps_it(tmp_path: Path, program: str) -> None:
    path, content = WRITTEN[program]
    where = write(tmp_path / path, content)
    there = places(tmp_path)
    found = await there.other_programs(owner)
    assert [(one.program, one.hint, one.where) for one in found] == [(program, "one1", str(where))]
    assert await there.read(found[0]) == ONE
    assert ONE not in repr(found) + repr(vars(there))


def test_every_program_is_among_those_that_are_tried() -> None:
    assert {spot.program for spot in SPOTS} == set(WRITTEN)


async def test_whose_key_it_is_is_told_by_the_word_the_program_has_for_it(tmp_path: Path) -> None:
    write(
        tmp_path / ".continue/config.json",
        {"models": [{"title": "A", "provider": "anthropic", "apiKey": TWO}, {"apiKey": ONE}]},
    )
    write(tmp_path / ".aider.conf.yml", f"api-key:\n  - groq={SIX}\n  - openai={ONE}\n")
    assert told(await places(tmp_path).other_programs(owner)) == [
        ("Aider", "groq", "six6", None),
        ("Aider", "openai", "one1", "openai"),
        ("Continue", "anthropic", "two2", "anthropic"),
        ("Continue", "apiKey", "one1", None),
    ]


def test_each_system_has_its_own_folders(tmp_path: Path) -> None:
    llm = next(spot for spot in SPOTS if spot.program == "LLM")
    assert llm.base is Root.CONFIG
    tail = "io.datasette.llm/keys.json"
    assert path_of(llm, tmp_path, {}, "linux") == tmp_path / ".config" / tail
    xdg = {"XDG_CONFIG_HOME": str(tmp_path / "x")}
    assert path_of(llm, tmp_path, xdg, "linux") == tmp_path / "x" / tail
    mac = path_of(llm, tmp_path, {}, "darwin")
    assert mac == tmp_path / "Library/Application Support" / tail
    windows = {"APPDATA": str(tmp_path / "Roaming")}
    assert path_of(llm, tmp_path, windows, "win32") == tmp_path / "Roaming" / tail
    own = {"LLM_USER_PATH": str(tmp_path / "own")}
    assert path_of(llm, tmp_path, own, "linux") == tmp_path / "own" / "keys.json"


async def test_the_variables_of_providers_are_found(tmp_path: Path) -> None:
    there = places(tmp_path, OPENAI_API_KEY=ONE, GROQ_API_KEY="your-key", HOME_KEY=TWO)
    found = await there.environment(("OPENAI_API_KEY", "GROQ_API_KEY", "MISSING_KEY"), owner)
    assert told(found) == [("", "OPENAI_API_KEY", "one1", "openai")]
    assert await there.read(found[0]) == ONE


async def test_a_dotenv_file_gives_what_is_called_a_key(tmp_path: Path) -> None:
    content = (
        f'export OPENAI_API_KEY="{ONE}" # mine\nMY_KEY={TWO}\nAUTH_TOKEN={TWO}\n'
        f"DATABASE_PASSWORD={SIX}\nPUBLIC={SIX}\nOTHER_KEY=${{OPENAI_API_KEY}}\n"
    )
    found = await places(tmp_path).dotenv(write(tmp_path / ".env", content), owner)
    assert told(found) == [
        ("", "AUTH_TOKEN", "two2", "anthropic"),
        ("", "MY_KEY", "two2", "anthropic"),
        ("", "OPENAI_API_KEY", "one1", "openai"),
    ]


async def refused(path: Path) -> str:
    with pytest.raises(StudioError) as caught:
        await places(path.parent).dotenv(path, owner)
    assert ONE not in repr(caught.value.failure)
    return caught.value.failure.code


async def test_why_a_file_cannot_be_read_is_said(tmp_path: Path) -> None:
    assert await refused(tmp_path / "gone.env") == "file_missing"
    assert await refused(tmp_path) == "file_unreadable"
    large = write(tmp_path / "large.env", f"OPENAI_API_KEY={ONE}\n" * 40_000)
    assert await refused(large) == "file_too_large"


@pytest.mark.skipif(sys.platform == "win32", reason="has no named pipes in folders")
async def test_a_pipe_in_the_place_of_a_file_does_not_hold_anybody(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.env")
    assert await refused(tmp_path / "pipe.env") == "file_unreadable"
    (tmp_path / ".codex").mkdir()
    os.mkfifo(tmp_path / ".codex/auth.json")
    assert await places(tmp_path).other_programs(owner) == ()


async def test_a_key_that_went_or_changed_after_it_was_listed_is_not_taken_for_the_same(
    tmp_path: Path,
) -> None:
    path = write(tmp_path / ".env", f"OPENAI_API_KEY={ONE}")
    there = places(tmp_path)
    (found,) = await there.dotenv(path, owner)
    for content, code in ((f"OPENAI_API_KEY={TWO}", "find_changed"), ("", "find_gone")):
        write(path, content)
        with pytest.raises(StudioError) as caught:
            await there.read(found)
        assert caught.value.failure.code == code
        assert TWO not in repr(caught.value.failure)
    with pytest.raises(StudioError):
        await places(tmp_path).read(found)  # an ID of another session says nothing


async def test_garbage_in_one_file_does_not_hide_the_keys_of_another(tmp_path: Path) -> None:
    for path, _ in WRITTEN.values():
        write(tmp_path / path, "{[:" * 50_000)
    write(tmp_path / ".codex/auth.json", "[" * 200_000)
    (tmp_path / ".aider.conf.yml").write_bytes(bytes(range(256)) * 100)
    path, content = WRITTEN["LLM"]
    write(tmp_path / path, content)
    assert told(await places(tmp_path).other_programs(owner)) == [
        ("LLM", "openai", "one1", "openai")
    ]


TEXT = st.text(st.sampled_from("ab:-= \n\"'{}[]#,\\*\t\r0"), max_size=300)
READERS = (
    dotenv_values,
    json_values("*", "a.*.b", "a=b"),
    yaml_values("a|b", "a|0"),
)


@given(TEXT)
def test_no_reader_raises_for_garbage(text: str) -> None:
    for reader in READERS:
        for name, value in reader(text):
            assert isinstance(name, str)
            assert isinstance(value, str)


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    [
        f'{" " * 1_900}"',
        f'-{" " * 1_900}"',
        f'a:{" " * 1_900}"',
        "a: x=",
        "  a: b",
        "- a=b",
        "[",
        '"',
    ],
)
def test_a_file_made_to_take_long_does_not(line: str) -> None:
    text = f"{line}\n" * (1_000_000 // (len(line) + 1))
    start = time.perf_counter()
    for reader in READERS:
        for _ in reader(text):
            pass
    assert time.perf_counter() - start < 10
