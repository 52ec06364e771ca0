from pathlib import Path

import pytest

from studio.core.messages import Dialect
from studio.core.policy import NO_POLICY
from studio.store.policy import POLICY_VARIABLE, load_policy, policy_place
from tests.adapters.rig import KEY
from tests.conftest import ROOT

WHOLE = """\
version = 1
organisation = "Example University"
allowed_hosts = ["api.example.com", "*.example.org", "localhost"]
allowed_dialects = ["openai_chat", "anthropic_messages"]
records = true
recordings_days = 7
recordings_bytes = 1_000_000
forbids_always_allow = true
ca_file = "/etc/ssl/example.pem"
proxy = "http://proxy.example.org:3128"

[[profiles]]
id = "campus"
name = "Campus"
dialect = "openai_chat"
base_url = "https://llm.example.org/v1"
model = "small"
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "etc" / "callboard" / "policy.toml"


def write(place: Path, content: bytes | str) -> Path:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(content.encode() if isinstance(content, str) else content)
    return place


def test_without_a_file_nothing_is_set(place: Path) -> None:
    assert load_policy(place, {}) is NO_POLICY


def test_everything_that_can_be_set_is_read(place: Path) -> None:
    policy = load_policy(write(place, WHOLE), {})
    assert policy.fault == ""
    assert policy.allowed_hosts == ("api.example.com", "*.example.org", "localhost")
    assert policy.allowed_dialects == (Dialect.OPENAI_CHAT, Dialect.ANTHROPIC_MESSAGES)
    assert (policy.recordings_days, policy.recordings_bytes) == (7, 1_000_000)
    assert policy.forbids_always_allow
    assert policy.profiles[0].base_url == "https://llm.example.org/v1"
    assert not policy.profiles[0].has_key


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("allowed_hosts =\n", "line 1"),
        ("allowed_host = []", "allowed_host: Extra inputs"),
        (
            'allowed_hosts = ["https://x"]',
            "allowed_hosts: Value error, 'https://x' is not the name",
        ),
        ('fault = ""', "no such setting"),
        (b"\xff\xfe\x00", "not UTF-8"),
        ("#" * 1_048_577, "more than"),
        (f'[[profiles]]\nid="a"\nname="A"\nbase_url="https://h"\nkey="{KEY}"', "profiles.0.key"),
        (f'[[profiles]]\nid="a"\nname="A"\nkeys=["{KEY}"]', "profiles.0.keys.0"),
        (f'proxy = "http://user:{KEY}@proxy"', "without user and password"),
    ],
)
def test_a_file_that_cannot_be_used_closes_everything_and_says_why_without_its_values(
    place: Path, content: bytes | str, said: str
) -> None:
    policy = load_policy(write(place, content), {})
    assert said in policy.fault
    assert str(place) in policy.fault
    assert KEY not in policy.fault
    assert policy.records is False


def test_a_single_value_in_place_of_a_list_is_named_in_the_files_own_words(place: Path) -> None:
    policy = load_policy(write(place, 'version = 1\nallowed_hosts = "api.example.com"\n'), {})
    assert policy.fault == f"{place}: allowed_hosts: Input should be a list"


def test_a_place_that_cannot_be_read_closes_everything(place: Path) -> None:
    place.mkdir(parents=True)
    assert load_policy(place, {}).fault


def test_a_variable_binds_but_never_frees(place: Path, tmp_path: Path) -> None:
    loose = write(tmp_path / "loose.toml", "")
    strict = write(tmp_path / "strict.toml", "allowed_hosts = []")
    assert load_policy(place, {POLICY_VARIABLE: str(strict)}).allowed_hosts == ()
    write(place, WHOLE)
    assert load_policy(place, {POLICY_VARIABLE: str(loose)}).recordings_days == 7
    write(place, "broken")
    assert load_policy(place, {POLICY_VARIABLE: str(loose)}).fault


def test_a_variable_that_names_no_file_is_not_passed_over(place: Path, tmp_path: Path) -> None:
    assert load_policy(place, {POLICY_VARIABLE: str(tmp_path / "gone.toml")}).fault


def test_the_place_is_the_systems_own() -> None:
    assert str(policy_place("linux")) == "/etc/callboard/policy.toml"
    assert str(policy_place("darwin")) == "/Library/Application Support/Callboard/policy.toml"


def test_the_example_that_comes_along_is_a_policy_and_names_every_setting() -> None:
    policy = load_policy(ROOT / "packaging" / "policy.toml", {})
    assert policy.fault == ""
    unset = {name for name, value in policy if value == getattr(NO_POLICY, name)}
    assert unset == {"version", "fault"}
