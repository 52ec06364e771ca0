"""A pasted text fills in the rest of a provider."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core.catalogue import Catalogue, CatalogueRow
from studio.core.messages import Dialect
from studio.core.pasted import Recognised, recognised

KEY = "sk-" + "planted-0123456789abcdef"


def row(row_id: str, **values: object) -> CatalogueRow:
    fields = {"id": row_id, "name": row_id.title(), "region": "global"}
    return CatalogueRow.model_validate(fields | values)


OPEN = row(
    "open",
    base_url="https://api.open.test/v1",
    dialect="openai_responses",
    key_prefixes=("sk-",),
    environment=("OPENAI_API_KEY",),
)
ROUTER = row("router", base_url="https://router.test/api/v1", environment=("ROUTER_KEY",))
CLOUD = row(
    "cloud",
    base_url="https://RESOURCE.cloud.test/openai/v1",
    hosts=("*.cloud.test",),
    quirks={"auth_header": "api-key"},
)
HERE = row(
    "here",
    base_url="http://localhost:11434",
    dialect="ollama_chat",
    is_local=True,
    needs_key=False,
)
ALL = Catalogue((OPEN, ROUTER, CLOUD, HERE))


def read(text: str) -> Recognised:
    found = recognised(text, ALL)
    assert found is not None
    return found


def test_a_key_names_its_provider() -> None:
    found = read(KEY)
    assert (found.row, found.base_url, found.dialect, found.key, found.name) == (
        OPEN,
        "https://api.open.test/v1",
        Dialect.OPENAI_RESPONSES,
        KEY,
        "Open",
    )
    stranger = read("zz-" + KEY)
    assert (stranger.row, stranger.base_url, stranger.key) == (None, "", "zz-" + KEY)


@pytest.mark.parametrize(
    "line",
    [
        f"export ROUTER_KEY={KEY}",
        f"ROUTER_KEY='{KEY}'",
        f"set ROUTER_KEY={KEY}",
        f'setx ROUTER_KEY "{KEY}"',
        f'$env:ROUTER_KEY = "{KEY}"',
        f"ROUTER_KEY={KEY}  # of the team",
        f"# a comment\nexport ROUTER_KEY={KEY}\n",
        f"  ROUTER_KEY: {KEY}",
    ],
)
def test_the_name_of_a_variable_counts_for_more_than_the_key(line: str) -> None:
    found = read(line)
    assert (found.row, found.key) == (ROUTER, KEY)


def test_lines_of_settings_are_read_together() -> None:
    found = read(
        f"OPENAI_API_KEY={KEY}\nOPENAI_BASE_URL=https://router.test/api/v1\nOPENAI_MODEL=m-1\n"
    )
    assert (found.row, found.base_url, found.key, found.model) == (
        ROUTER,
        "https://router.test/api/v1",
        KEY,
        "m-1",
    )


@pytest.mark.parametrize(
    ("address", "base_url", "dialect"),
    [
        ("https://router.test", "https://router.test/api/v1", Dialect.OPENAI_CHAT),
        ("https://router.test/", "https://router.test/api/v1", Dialect.OPENAI_CHAT),
        ("https://router.test/api/v1/", "https://router.test/api/v1", Dialect.OPENAI_CHAT),
        (
            "https://api.open.test/v1/chat/completions",
            "https://api.open.test/v1",
            Dialect.OPENAI_CHAT,
        ),
        (
            "https://mine.cloud.test/openai/v1",
            "https://mine.cloud.test/openai/v1",
            Dialect.OPENAI_CHAT,
        ),
        (
            "https://mine.cloud.test",
            "https://mine.cloud.test/openai/v1",
            Dialect.OPENAI_CHAT,
        ),
        ("http://127.0.0.1:11434", "http://localhost:11434", Dialect.OLLAMA_CHAT),
        ("https://nobody.test/v1/messages", "https://nobody.test/v1", Dialect.ANTHROPIC_MESSAGES),
        ("https://nobody.test/v1", "https://nobody.test/v1", None),
    ],
)
def test_an_address_becomes_a_base_url_and_its_dialect(
    address: str, base_url: str, dialect: Dialect | None
) -> None:
    found = read(address)
    assert (found.base_url, found.dialect) == (base_url, dialect)


def test_settings_of_another_client_are_read_however_deep() -> None:
    found = read(
        f"""{{"models": [{{"title": "x", "provider": "openai", "model": "m-1",
        "apiBase": "https://router.test/api/v1/", "apiKey": "{KEY}",
        "requestOptions": {{"headers": {{"X-Team": "a", "n": 1}}}}}}]}}"""
    )
    assert (found.row, found.base_url, found.key, found.model) == (
        ROUTER,
        "https://router.test/api/v1",
        KEY,
        "m-1",
    )
    assert found.headers == {"X-Team": "a"}


def test_a_key_in_the_header_in_which_the_host_wants_it_is_the_key() -> None:
    found = read(
        f"curl https://mine.cloud.test/openai/v1/chat/completions -H 'api-key: {KEY}' -H 'X-A: b'"
    )
    assert (found.row, found.key, found.headers) == (CLOUD, KEY, {"X-A": "b"})
    assert found.base_url == "https://mine.cloud.test/openai/v1"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "hello",
        "what is 1+1?",
        "export OPENAI_API_KEY=sk-...",
        "OPENAI_API_KEY=your-api-key",
        "OPENAI_API_KEY=$SECRET",
        "{}",
        '{"apiKey": "your-api-key"}',
        '{"apiKey": 1',
        "[" * 3000,
        "{" * 3000,
        "x=1\n" * 500,
    ],
)
def test_nothing_is_made_of_nothing(text: str) -> None:
    assert recognised(text, ALL) is None


@given(st.one_of(st.text(), st.text().map(lambda text: "{" + text), st.from_regex(r"\w+=\w+")))
def test_no_text_breaks_it(text: str) -> None:
    recognised(text, ALL)


def test_a_key_is_in_no_repr() -> None:
    texts = (KEY, f"OPENAI_API_KEY={KEY}", f'{{"apiKey": "{KEY}", "headers": {{"a": "{KEY}"}}}}')
    for text in texts:
        assert KEY not in repr(read(text))
