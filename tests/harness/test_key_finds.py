from pathlib import Path

import pytest

from studio.core.errors import KeyringError, StudioError
from studio.harness.key_finds import KeyFinds
from studio.store.key_places import SystemKeyPlaces
from tests.harness.key_world import ONE, KeyWorld, key_world


class Hosts:
    """What a catalogue would know."""

    def variables(self) -> dict[str, str]:
        return {"OPENAI_API_KEY": "openai", "GEMINI_API_KEY": "google"}

    def row_of_key(self, key: str) -> str | None:
        prefixes = {"sk-ant-": "anthropic", "gsk_": "groq", "sk-": "openai"}
        return next((row for prefix, row in prefixes.items() if key.startswith(prefix)), None)

    def row_ids(self) -> tuple[str, ...]:
        return ("openai", "anthropic", "google", "groq", "deepseek")


def finds(world: KeyWorld, home: Path, **environment: str) -> KeyFinds:
    return KeyFinds(SystemKeyPlaces(home, environment, "linux"), Hosts(), world.profiles)


async def test_a_key_is_taken_over_when_the_user_says_so_and_stays_where_it_was(
    tmp_path: Path,
) -> None:
    world = await key_world()
    found_in = finds(world, tmp_path, OPENAI_API_KEY=ONE)
    (found,) = await found_in.environment()
    assert (found.row_id, found.name, found.hint) == ("openai", "OPENAI_API_KEY", "wxyz")
    assert world.vault.keys == {}
    entry = await found_in.import_(found, "p")
    assert world.vault.keys == {"p/k1": ONE}
    assert (entry.name, entry.hint) == ("OPENAI_API_KEY", "wxyz")
    assert ONE not in repr(found) + repr(entry) + repr(world.shelf.rows)


@pytest.mark.parametrize(
    ("name", "key", "row"),
    [
        ("OPENAI_API_KEY", "gsk_anything-12345678", "openai"),
        ("openai", "gsk_anything-12345678", "groq"),
        ("deepseek", "sk-0123456789abcdef", "deepseek"),
        ("claude", "0123456789abcdef", "anthropic"),
        ("unheard-of", "sk-0123456789abcdef", "openai"),
        ("unheard-of", "0123456789abcdef", None),
    ],
)
async def test_whose_key_it_is_is_told_by_variable_prefix_and_name(
    tmp_path: Path, name: str, key: str, row: str | None
) -> None:
    path = tmp_path / ".config/io.datasette.llm/keys.json"
    path.parent.mkdir(parents=True)
    path.write_text(f'{{"{name}": "{key}"}}')
    (found,) = await finds(await key_world(), tmp_path).other_programs()
    assert found.row_id == row
    assert found.program == "LLM"


async def test_without_a_keyring_a_found_key_can_be_kept_until_exit(tmp_path: Path) -> None:
    world = await key_world()
    world.vault.refusal = "no_backend"
    found_in = finds(world, tmp_path, OPENAI_API_KEY=ONE)
    (found,) = await found_in.environment()
    await found_in.import_until_exit(found, "p")
    usable = world.profiles.usable("p")
    assert usable is not None
    assert await world.profiles.key_text(usable) == ONE


async def test_what_fails_tells_no_key(tmp_path: Path) -> None:
    world = await key_world()
    path = tmp_path / ".env"
    path.write_text(f"OPENAI_API_KEY={ONE}")
    found_in = finds(world, tmp_path)
    (found,) = await found_in.dotenv(path)
    world.vault.refusal = "locked"
    with pytest.raises(KeyringError) as refused:
        await found_in.import_(found, "p")
    path.unlink()
    with pytest.raises(StudioError) as gone:
        await found_in.import_(found, "p")
    assert ONE not in repr((refused.value, refused.value.failure, gone.value, gone.value.failure))
    assert world.saved().keys == ()
