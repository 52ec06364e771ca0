"""Which proxy is taken, and which exceptions count."""

import pytest

from studio.adapters.proxies import BadProxyError, excepted, proxy_for, shown_proxy

_VARIABLES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in _VARIABLES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


def url_of(url: str, chosen: str = "", login: str = "") -> str | None:
    proxy = proxy_for(url, chosen, login)
    return proxy.url if proxy is not None else None


def test_a_proxy_is_used_for_others_and_never_for_this_computer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("https_proxy", "http://me:pw@127.0.0.1:3128")
    monkeypatch.setenv("all_proxy", "127.0.0.1:9")
    monkeypatch.setenv("no_proxy", "inside.example")
    assert url_of("https://api.example.com/v1") == "http://me:pw@127.0.0.1:3128"
    assert url_of("http://api.example.com/v1") == "http://127.0.0.1:9"
    assert url_of("https://inside.example/v1") is None
    for near in (
        "http://localhost:1",
        "http://127.0.0.1:1/v1",
        "https://[::1]:1",
        "http://a.localhost",
    ):
        assert url_of(near) is None
    proxy = proxy_for("https://api.example.com")
    assert proxy is not None
    assert proxy.shown == "127.0.0.1:3128"
    assert "pw" not in repr(proxy)


@pytest.mark.parametrize(
    ("exceptions", "host", "port", "is_excepted"),
    [
        ("*", "a.test", 443, True),
        ("a.test", "a.test", 443, True),
        ("a.test", "b.a.test", 443, True),
        (".a.test", "b.a.test", 443, True),
        (".a.test", "a.test", 443, True),
        ("*.a.test", "b.a.test", 443, True),
        ("a.test", "ba.test", 443, False),
        ("A.Test.", "a.test", 443, True),
        ("a.test:8443", "a.test", 8443, True),
        ("a.test:8443", "a.test", 443, False),
        ("10.0.0.0/8", "10.1.2.3", 80, True),
        ("10.0.0.0/8", "11.1.2.3", 80, False),
        ("10.1.2.3/8", "10.9.9.9", 80, True),
        ("10.1.2.3", "10.1.2.3", 80, True),
        ("10.1.2.3:80", "10.1.2.3", 80, True),
        ("10.1.2.3:81", "10.1.2.3", 80, False),
        ("fd00::/8", "fd12::1", 443, True),
        ("[fd12::1]:443", "fd12::1", 443, True),
        ("[fd12::1]:80", "fd12::1", 443, False),
        ("10.0.0.0/8", "a.test", 443, False),
        ("x.test, a.test", "a.test", 443, True),
        ("x.test a.test", "a.test", 443, True),
        (",, ,", "a.test", 443, False),
        ("10.0.0.0/99", "10.0.0.1", 443, False),
        ("", "a.test", 443, False),
    ],
)
def test_exceptions_are_names_numbers_and_networks_with_or_without_a_port(
    exceptions: str, host: str, port: int, *, is_excepted: bool
) -> None:
    assert excepted(host, port, exceptions) is is_excepted


def test_exceptions_of_the_environment_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", "http://127.0.0.1:3128")
    monkeypatch.setenv("no_proxy", "10.0.0.0/8,a.test:8443")
    assert url_of("https://10.2.3.4/v1") is None
    assert url_of("https://a.test:8443/v1") is None
    assert url_of("https://a.test/v1") == "http://127.0.0.1:3128"


def test_the_profiles_own_proxy_counts_for_more_than_the_systems(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("https_proxy", "http://127.0.0.1:3128")
    monkeypatch.setenv("no_proxy", "*")
    address = "https://api.example.com"
    assert url_of(address, "socks5://127.0.0.1:1080") == "socks5://127.0.0.1:1080"
    assert url_of(address, "none") is None
    assert url_of("http://127.0.0.1:1", "socks5://127.0.0.1:1080") is None


def test_a_login_goes_into_the_address_encoded() -> None:
    assert url_of("https://a.test", "http://proxy.test:3128", "me:p@ss/word:1") == (
        "http://me:p%40ss%2Fword%3A1@proxy.test:3128"
    )
    assert url_of("https://a.test", "http://[fd00::1]:3128", "me") == "http://me@[fd00::1]:3128"


def test_old_ways_to_write_a_proxy_are_understood() -> None:
    assert url_of("https://a.test", "socks://127.0.0.1:1") == "socks5://127.0.0.1:1"
    assert url_of("https://a.test", " 127.0.0.1:1 ") == "http://127.0.0.1:1"
    assert url_of("https://a.test", "HTTP://Proxy.Test:1/path?x=1") == "http://proxy.test:1"


@pytest.mark.parametrize(
    "proxy",
    [
        "carrier-pigeon://me:pw@127.0.0.1:9",
        "http://",
        "htp:/me:pw@h.test:80",
        "http://me:pw@:80",
        "http://[::1",
        "http://h.test:port",
        "http://h.test:99999",
        "://",
        "http://a b.test",
        "socks4://127.0.0.1:1",
    ],
)
def test_a_proxy_that_cannot_be_used_is_told_without_its_login(
    monkeypatch: pytest.MonkeyPatch, proxy: str
) -> None:
    monkeypatch.setenv("https_proxy", proxy)
    with pytest.raises(BadProxyError) as caught:
        proxy_for("https://api.example.com")
    assert "pw" not in caught.value.shown
    assert "pw" not in str(caught.value)
    assert proxy_for("http://127.0.0.1:1") is None


def test_the_login_is_left_out_of_what_is_shown() -> None:
    assert shown_proxy("http://me:p/w@127.0.0.1:3128/x") == "127.0.0.1:3128"
    assert shown_proxy("127.0.0.1:3128") == "127.0.0.1:3128"
