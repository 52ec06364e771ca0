"""Rows find their keys, addresses and profiles."""

import pytest
from pydantic import ValidationError

from studio.core.catalogue import Catalogue, CatalogueRow, Region
from studio.core.messages import Dialect
from studio.core.profiles import Kind, ProviderProfile
from studio.core.quirks import AuthHeader, Quirks


def row(row_id: str, base_url: str = "", **values: object) -> CatalogueRow:
    fields = {"id": row_id, "name": row_id.title(), "base_url": base_url, "region": "global"}
    return CatalogueRow.model_validate(fields | values)


OPEN = row("open", "https://api.open.test/v1", key_prefixes=("sk-", "sk-proj-"))
ANT = row("ant", "https://api.ant.test", key_prefixes=("sk-ant-",), environment=("ANT_KEY",))
DEEP = row("deep", "https://api.deep.test", quirks=Quirks(has_no_version=True))
DEEP_ANT = row("deep-ant", "https://api.deep.test/anthropic", dialect=Dialect.ANTHROPIC_MESSAGES)
DEEP_CN = row("deep-cn", "https://api.deep.cn", region=Region.CN)
CLOUD = row(
    "cloud",
    "https://RESOURCE.cloud.test/openai/v1",
    hosts=("*.cloud.test",),
    quirks=Quirks(auth_header=AuthHeader.API_KEY),
    models_url="https://RESOURCE.cloud.test/models",
)
HERE = row("here", "http://localhost:8080/v1", is_local=True, region="local", needs_key=False)
ANY = row("any", needs_key=False, quirks=Quirks(splits_think_tags=True))
ALL = Catalogue((OPEN, ANT, DEEP, DEEP_ANT, DEEP_CN, CLOUD, HERE, ANY))


def profile(base_url: str, **values: object) -> ProviderProfile:
    fields = {"id": "p", "name": "P", "base_url": base_url}
    return ProviderProfile.model_validate(fields | values)


def test_the_longest_prefix_tells_whose_key_it_is() -> None:
    assert ALL.row_for_key("sk-ant-1") is ANT
    assert ALL.row_for_key("sk-proj-1") is OPEN
    assert ALL.row_of_key("sk-1") == "open"
    assert ALL.row_for_key("gsk_1") is None
    assert ALL.row_of_key("gsk_1") is None


@pytest.mark.parametrize(
    ("address", "found"),
    [
        ("https://api.open.test", OPEN),
        ("https://API.open.test./v1/", OPEN),
        ("api.open.test/v1", OPEN),
        ("https://api.open.test:8443/v1", None),
        ("https://my.cloud.test/openai", CLOUD),
        ("https://cloud.test/openai", None),
        ("http://127.0.0.1:8080/anything", HERE),
        ("http://[::1]:8080", HERE),
        ("http://127.0.0.1:8081", None),
        ("https://api.deep.test/v1", DEEP),
        ("https://api.deep.test/anthropic/v1/messages", DEEP_ANT),
        ("https://elsewhere.test/v1", None),
        ("http://[broken", None),
        ("", None),
    ],
)
def test_an_address_tells_whose_it_is(address: str, found: CatalogueRow | None) -> None:
    assert ALL.row_for_address(address) == found


def test_of_a_hosts_rows_the_one_of_the_dialect_answers() -> None:
    address = "https://api.deep.test"
    assert ALL.row_for_address(address, Dialect.ANTHROPIC_MESSAGES) is DEEP_ANT
    assert ALL.row_for_address(address, Dialect.OPENAI_CHAT) is DEEP


def test_a_profile_keeps_the_row_it_was_made_of_while_its_address_belongs_to_it() -> None:
    assert ALL.row_of(profile("https://api.deep.test", catalogue_id="deep")) is DEEP
    assert ALL.row_of(profile("https://api.open.test/v1", catalogue_id="deep")) is OPEN
    assert ALL.row_of(profile("https://elsewhere.test/v1", catalogue_id="deep")) is None
    spoken = {"catalogue_id": "deep", "dialect": Dialect.ANTHROPIC_MESSAGES}
    assert ALL.row_of(profile("https://api.deep.test", **spoken)) is DEEP_ANT


def test_a_server_that_anybody_may_run_is_wherever_the_user_says() -> None:
    assert ALL.row_of(profile("https://gpu.example/v1", catalogue_id="here")) is HERE
    assert ALL.row_of(profile("https://gpu.example/v1", catalogue_id="any")) is ANY
    assert ALL.row_of(profile("http://localhost:8080/v1", catalogue_id="any")) is ANY
    assert ALL.row_of(profile("https://api.open.test/v1", catalogue_id="here")) is OPEN


def test_quirks_are_of_the_row_and_none_of_a_strangers() -> None:
    assert ALL.quirks(profile("https://api.deep.test")).has_no_version
    assert ALL.quirks(profile("https://elsewhere.test")) == Quirks()
    assert ALL.quirks(profile("", kind=Kind.PRACTICE, catalogue_id="deep")) == Quirks()
    quirks = ALL.quirks(profile("https://mine.cloud.test/openai/v1"))
    assert (quirks.auth_header, quirks.models_url) == (
        AuthHeader.API_KEY,
        "https://RESOURCE.cloud.test/models",
    )


def test_rows_of_one_provider_know_each_other() -> None:
    assert ALL.siblings(DEEP) == (DEEP_ANT, DEEP_CN)
    assert ALL.siblings(OPEN) == ()


def test_variables_name_the_row_whose_key_they_hold() -> None:
    assert ALL.variables() == {"ANT_KEY": "ant"}
    assert ALL.row_ids()[:2] == ("open", "ant")


@pytest.mark.parametrize(
    "values",
    [
        {"base_url": "http://api.open.test"},
        {"base_url": "https://localhost:1"},
        {"base_url": "https://me:pw@api.open.test"},
        {"base_url": " https://api.open.test"},
        {"base_url": "api.open.test"},
        {"verified": True},
        {"unheard": 1},
        {"id": "No Id"},
        {"base_url": "https://a.test", "models_url": "https://b.test/models"},
        {"key_page": "javascript:1"},
    ],
)
def test_a_row_that_is_not_right_is_refused(values: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        row("x", **values)  # type: ignore[arg-type]  # the base URL is among them
