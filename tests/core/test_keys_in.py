"""Words with the looks of a key are found in a text, and words that only begin like one are not."""

import pytest

from studio.core.key_text import keys_in

LETTERS = "0123456789abcdefABCDEF"
KEY = f"sk-{LETTERS}"


@pytest.mark.parametrize(
    "text", [KEY, f"Take {KEY}.", f'{{"key": "{KEY}"}}', f"Bearer {KEY}\n", f"({KEY})", f"k={KEY}&"]
)
def test_a_key_is_found_wherever_it_stands(text: str) -> None:
    assert list(keys_in(text)) == [KEY]


@pytest.mark.parametrize(
    "prefix", ["sk-ant-api03-", "sk-proj-", "ghp_", "github_pat_", "AIza", "hf_", "tvly-", "xoxb-"]
)
def test_keys_of_many_providers_are_known_by_how_they_begin(prefix: str) -> None:
    assert list(keys_in(f"one {prefix}{LETTERS} two")) == [prefix + LETTERS]


def test_a_web_token_is_one() -> None:
    token = f"eyJ{LETTERS}.eyJ{LETTERS}.{LETTERS}-_"
    assert list(keys_in(f"Bearer {token}, and more")) == [token]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "sk-short1",
        "task-force-that-worked-for-a-long-time-1",
        f"desk-{LETTERS}",
        "secret_ingredients_of_the_soup",
        "sk-your-key-goes-here-1234567890",
        "sk-xxxxxxxxxxxxxxxxxxxxxxxx1",
        "sk-••••••••••••••••9f2c",
        "eyJ only begins like one",
    ],
)
def test_what_only_begins_like_one_stays(text: str) -> None:
    assert list(keys_in(text)) == []
