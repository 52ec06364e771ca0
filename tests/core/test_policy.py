import pytest
from pydantic import ValidationError

from studio.core.messages import Dialect
from studio.core.policy import NO_POLICY, Policy, broken_policy
from studio.core.profiles import KeyEntry, Kind, ProviderProfile
from studio.core.settings import Settings

THERE = ProviderProfile(id="there", name="There", base_url="https://api.example.com/v1")


def may_reach(policy: Policy, host: str, port: int | None = 443) -> bool:
    return policy.refusal(THERE, host, port) is None


@pytest.mark.parametrize(
    ("allowed", "host", "port", "may"),
    [
        ("api.example.com", "api.example.com", 443, True),
        ("API.Example.com", "api.example.COM.", 443, True),
        ("api.example.com", "api.example.com.evil.net", 443, False),
        ("api.example.com", "evilapi.example.com", 443, False),
        ("*.example.com", "api.example.com", 443, True),
        ("*.example.com", "a.b.example.com", 443, True),
        ("*.example.com", "example.com", 443, False),
        ("*.example.com", "badexample.com", 443, False),
        ("api.example.com:8443", "api.example.com", 8443, True),
        ("api.example.com:8443", "api.example.com", 443, False),
        ("localhost", "127.0.0.1", 11434, True),
        ("localhost", "::1", 11434, True),
        ("localhost:11434", "localhost", 1234, False),
        ("10.0.0.5", "10.0.0.5", 80, True),
        ("10.0.0.5", "10.0.0.50", 80, False),
        ("[fd00::1]", "fd00::1", 80, True),
        ("[fd00::1]:8080", "fd00::1", 80, False),
        ("bücher.example", "xn--bcher-kva.example", 443, True),
    ],
)
def test_a_host_is_allowed_by_its_whole_name(allowed: str, host: str, port: int, may: bool) -> None:
    assert may_reach(Policy(allowed_hosts=(allowed,)), host, port) is may


def test_without_a_list_every_host_is_allowed_and_with_an_empty_one_none() -> None:
    assert may_reach(NO_POLICY, "anywhere.example")
    refusal = Policy(allowed_hosts=()).refusal(THERE, "anywhere.example", 443)
    assert refusal is not None
    assert (refusal.code, refusal.message) == ("policy", "anywhere.example")


def test_what_runs_inside_callboard_needs_no_permission() -> None:
    practice = ProviderProfile(id="p", name="P", kind=Kind.PRACTICE)
    for policy in (Policy(allowed_hosts=(), allowed_dialects=()), broken_policy("broken")):
        assert policy.refusal(practice, "practice.invalid", None) is None


def test_a_dialect_can_be_left_out() -> None:
    refusal = Policy(allowed_dialects=(Dialect.ANTHROPIC_MESSAGES,)).refusal(THERE, "h", 443)
    assert refusal is not None
    assert refusal.code == "policy_dialect"


def test_a_broken_policy_lets_nothing_out_and_keeps_nothing() -> None:
    policy = broken_policy("/etc/callboard/policy.toml: it is damaged")
    refusal = policy.refusal(THERE, "api.example.com", 443)
    assert refusal is not None
    assert (refusal.code, refusal.message) == ("policy_broken", policy.fault)
    assert policy.records is False
    assert policy.forbids_always_allow


def test_what_the_organisation_sets_counts_in_place_of_the_users() -> None:
    mine = Settings(recordings_days=365, rounds=7)
    policy = Policy(recordings_days=3)
    assert policy.settings(mine) == Settings(recordings_days=3, rounds=7)
    assert policy.managed_settings == {"recordings_days"}
    assert NO_POLICY.settings(mine) is mine
    assert NO_POLICY.is_empty


def test_a_collector_of_the_organisation_counts_in_place_of_the_users() -> None:
    mine = Settings(spans_url="https://mine.example")
    theirs = Policy(spans_url="https://traces.example", spans_header="")
    assert theirs.settings(mine).spans_url == "https://traces.example"
    assert theirs.managed_settings == {"spans_url", "spans_header"}
    assert Policy(spans_url="").settings(mine).spans_url == ""
    assert Policy().settings(mine).spans_url == "https://mine.example"


@pytest.mark.parametrize(
    ("policy", "url", "is_refused"),
    [
        (NO_POLICY, "https://mine.example", False),
        (broken_policy("damaged"), "https://mine.example", True),
        (Policy(allowed_hosts=("api.example",)), "https://mine.example", True),
        (Policy(allowed_hosts=("*.example",)), "https://mine.example/v1/traces", False),
        (Policy(allowed_hosts=("mine.example:443",)), "https://mine.example", False),
        (Policy(allowed_hosts=("mine.example:443",)), "http://mine.example", True),
        (Policy(allowed_hosts=("localhost",)), "http://127.0.0.1:4318", False),
        (Policy(allowed_hosts=("localhost",)), "http://[", True),
        (Policy(allowed_hosts=("localhost",)), "", True),
        (
            Policy(allowed_hosts=("api.example",), spans_url="https://traces.example"),
            "https://traces.example",
            False,
        ),
    ],
)
def test_spans_go_only_where_the_organisation_lets_them(
    policy: Policy, url: str, is_refused: bool
) -> None:
    assert policy.refuses_spans(url) is is_refused


def test_certificates_and_proxy_are_those_of_the_organisation() -> None:
    own = THERE.model_copy(update={"proxy": "none", "ca_file": "/mine.pem"})
    applied = Policy(ca_file="/etc/ca.pem").applied(own)
    assert (applied.ca_file, applied.proxy) == ("/etc/ca.pem", "none")
    assert Policy(proxy="http://proxy:3128").applied(own).proxy == "http://proxy:3128"


def test_of_a_ready_profile_only_keys_and_model_are_the_users() -> None:
    ready = THERE.model_copy(update={"model": "theirs"})
    policy = Policy(profiles=(ready,))
    key = KeyEntry(id="k", name="Mine")
    changed = {"base_url": "https://elsewhere.example", "keys": (key,), "model": "", "name": "X"}
    assert policy.managed(THERE.model_copy(update=changed)) == ready.model_copy(
        update={"keys": (key,)}
    )


@pytest.mark.parametrize(
    "fields",
    [
        {"allowed_hosts": ["https://api.example.com"]},
        {"allowed_hosts": ["api.example.com/v1"]},
        {"allowed_hosts": ["*"]},
        {"allowed_hosts": ["a.*.example.com"]},
        {"allowed_hosts": [""]},
        {"allowed_dialects": ["morse"]},
        {"version": 2},
        {"allow_hosts": []},
        {"recordings_days": -1},
        {"proxy": "http://user:word@proxy:3128"},
        {"spans_url": "traces.example"},
        {"spans_url": "https://user:word@traces.example"},
        {"profiles": [{"id": "a", "name": "A", "kind": "practice"}]},
        {"profiles": [{"id": "a", "name": "A", "base_url": "file:///etc/passwd"}]},
        {"profiles": [{"id": "a", "name": "A", "base_url": "https://u:word@host/v1"}]},
        {
            "profiles": [
                {
                    "id": "a",
                    "name": "A",
                    "base_url": "https://h",
                    "keys": [{"id": "k", "name": "K"}],
                }
            ]
        },
        {
            "profiles": [
                {
                    "id": "a",
                    "name": "A",
                    "base_url": "https://h",
                    "extra_headers": {"X-Api-Key": "w"},
                }
            ]
        },
        {"profiles": [{"id": "a", "name": "A", "base_url": "https://h"}] * 2},
    ],
)
def test_what_is_not_meant_is_refused(fields: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Policy.model_validate(fields)
