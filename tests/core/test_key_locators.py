import pytest

from studio.core.key_locators import clean_locator, holds_key, without_keys
from studio.core.key_text import InvalidKeyError, looks_like_key
from studio.core.profiles import KeySource

GOOGLE_KEY = "AIza" + "SyB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1w"
KEY = "sk-proj-" + "Abc123Def456Ghi789Jkl"


@pytest.mark.parametrize(
    "command",
    [
        "op read op://Private/OpenAI/credential",
        'op read "op://Private/Open AI/credential" --account my.1password.com',
        "pass show api/openai",
        "vault kv get -field=key secret/openai",
        "/opt/homebrew/bin/op read op://x7abcdefghijklmnopqrstuvwx/y/z",
        r'"C:\Program Files\1Password CLI\op.exe" read op://Private/OpenAI/credential',
    ],
)
def test_commands_of_password_managers_may_be_kept(command: str) -> None:
    assert clean_locator(KeySource.COMMAND, f"  {command}\n") == command


@pytest.mark.parametrize("name", ["OPENAI_API_KEY", "$OPENAI_API_KEY", "${OPENAI_API_KEY}"])
def test_a_variable_may_be_named_as_a_shell_does(name: str) -> None:
    assert clean_locator(KeySource.ENVIRONMENT, name) == "OPENAI_API_KEY"


@pytest.mark.parametrize(
    ("source", "text", "code"),
    [
        (KeySource.ENVIRONMENT, " ", "key_locator_empty"),
        (KeySource.ENVIRONMENT, "two words", "key_locator_invalid"),
        (KeySource.ENVIRONMENT, KEY, "key_locator_invalid"),
        (
            KeySource.ENVIRONMENT,
            "AIza" + "SyB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1w",
            "key_locator_is_key",
        ),
        (KeySource.COMMAND, f"echo {KEY}", "key_locator_is_key"),
        (KeySource.COMMAND, f"curl -H x-api-key:{KEY} http://h", "key_locator_is_key"),
        (KeySource.COMMAND, "pass show a\nb", "key_locator_invalid"),
        (KeySource.COMMAND, "x" * 1001, "key_locator_invalid"),
    ],
)
def test_a_key_is_no_place_where_a_key_lies(source: KeySource, text: str, code: str) -> None:
    with pytest.raises(InvalidKeyError) as caught:
        clean_locator(source, text)
    assert caught.value.failure.code == code
    assert KEY not in repr(caught.value.failure)


def test_the_words_of_others_are_shown_without_a_known_secret_and_without_what_looks_like_one() -> (
    None
):
    said = f"could not use {KEY}: known-word is not it, nor is gsk_" + "Q1w2E3r4T5y6U7i8O9p0"
    shown = without_keys(said, "known-word\nabc")
    assert shown == "could not use •••: ••• is not it, nor is •••"
    assert without_keys("exit status 1: vault.example.com:8200 refused", "") == (
        "exit status 1: vault.example.com:8200 refused"
    )


def test_what_is_called_by_a_long_name_is_no_key() -> None:
    assert not holds_key("secret/teams/research-and-development/providers/openai-production")
    assert holds_key(f"--token={KEY}")


@pytest.mark.parametrize(
    "text", ["", "sk-...", "sk-xxxxxxxx", "your-api-key-here", "${OPENAI_API_KEY}", "none", "short"]
)
def test_a_placeholder_is_no_key(text: str) -> None:
    assert not looks_like_key(text)


def test_what_a_provider_gives_looks_like_a_key() -> None:
    assert looks_like_key(KEY)
    assert looks_like_key("0123456789abcdef0123456789abcdef")
