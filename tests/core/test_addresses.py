from __future__ import annotations

import pytest

from studio.core.addresses import host_of, is_loopback, is_near
from studio.core.errors import AddressError
from studio.core.messages import Dialect
from studio.core.profiles import ProviderProfile
from studio.wire.endpoints import models_url

HERE = (
    "http://localhost:11434",
    "http://LOCALHOST/v1",
    "http://localhost.",
    "http://app.localhost",
    "http://127.0.0.1:8080/v1",
    "http://127.9.9.9",
    "http://[::1]:8080",
    " http://127.0.0.1 ",
    "localhost",
    "localhost:11434",
    "localhost/v1",
    "Localhost:1234/v1",
    "app.localhost:80",
    "127.0.0.1",
    "127.0.0.1:8080/v1",
    "[::1]:8080",
    "[::1]",
    '"localhost:11434"',
    "\u200blocalhost:11434\u200b",
)
ELSEWHERE = (
    "https://api.example.com",
    "http://localhost.example.com",
    "http://127.0.0.1.example.com",
    "http://192.168.0.7:1234",
    "http://0.0.0.0:1234",
    "localhost.example.com",
    "127.0.0.1.example.com",
    "192.168.0.7:1234",
    "notlocalhost:11434",
    "example.com/localhost",
    "example.com?at=http://localhost",
    "127.1",
    "2130706433",
)
NOWHERE = (
    "",
    "http://",
    "http://[::1",
    "[::1",
    "http://127.0.0.1@example.com/",
    "localhost@example.com",
    "localhost:11434@example.com",
    "http://localhost\\@example.com",
    "http:localhost",
)


@pytest.mark.parametrize("address", HERE)
def test_this_computer_is_known_by_name_or_number(address: str) -> None:
    assert is_loopback(address)
    assert ProviderProfile(id="p", name="P", base_url=address).stays_here


@pytest.mark.parametrize("address", [*ELSEWHERE, *NOWHERE])
def test_any_other_address_may_leave_this_computer(address: str) -> None:
    assert not is_loopback(address)


@pytest.mark.parametrize("address", [*HERE, *ELSEWHERE])
def test_what_is_said_of_an_address_holds_for_the_url_that_is_called(address: str) -> None:
    assert is_loopback(models_url(address, Dialect.OPENAI_CHAT)) == is_loopback(address)


@pytest.mark.parametrize("address", NOWHERE)
def test_what_looks_near_and_is_not_is_never_called(address: str) -> None:
    with pytest.raises(AddressError):
        models_url(address, Dialect.OPENAI_CHAT)


@pytest.mark.parametrize(
    ("address", "near"),
    [
        ("localhost:11434", True),
        ("192.168.0.7:1234", True),
        ("100.64.0.1", True),
        ("[fd00::1]:8080", True),
        ("Studio.local", True),
        ("8.8.8.8:8080", False),
        ("[2606:4700::1111]:443", False),
        ("api.example.com", False),
        ("local", False),
    ],
)
def test_only_what_is_near_is_spoken_to_in_plain_text_unasked(address: str, near: bool) -> None:
    assert is_near(address) is near
    scheme = "http" if near else "https"
    assert models_url(address, Dialect.OPENAI_CHAT).startswith(f"{scheme}://")


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("https://api.example.com/v1", "api.example.com"),
        ("http://localhost:11434/v1", "localhost:11434"),
        ("http://[::1]:8080/", "[::1]:8080"),
        ("https://user:secret@API.Example.com.", "api.example.com"),
        ("http://host:99999", ""),
        ("", ""),
    ],
)
def test_the_host_of_an_address_has_its_port_and_no_secret(address: str, host: str) -> None:
    assert host_of(address) == host
