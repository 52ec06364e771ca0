from __future__ import annotations

import pytest

from studio.core.secret_names import names_secret

SECRET = (
    *("Authorization", "x-api-key", "X-Auth-Token", "Client-Secret", "Cookie", "set-cookie"),
    *("apikey", "key", "access_token", "sig", "X-Signature", "password", "passphrase", "code"),
    *("credential", "Ocp-Apim-Subscription-Key", "X-Goog-Api-Key", "proxy-authorization"),
)


@pytest.mark.parametrize("name", SECRET)
def test_a_name_that_sounds_secret_counts_as_one(name: str) -> None:
    assert names_secret(name)


@pytest.mark.parametrize("name", ["X-Title", "HTTP-Referer", "anthropic-beta", "api-version", ""])
def test_other_names_do_not(name: str) -> None:
    assert not names_secret(name)
