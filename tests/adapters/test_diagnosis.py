"""Why a host refused, told from its reply and from what is known beforehand."""

import json
from typing import Any

import pytest

from studio.adapters.diagnosis import Reply, diagnosed, is_page, misread
from studio.adapters.hints import Hints, hints_of
from studio.core.errors import Category, Diagnosis, Failure
from studio.core.messages import Dialect
from studio.core.profiles import ProviderProfile
from studio.store.catalogue import load_catalogue
from studio.wire.failures import failure_from_response

CATALOGUE = load_catalogue()
LONG = "planted0123456789abcdef"
ANTHROPIC_404 = {"type": "error", "error": {"type": "not_found_error", "message": "Not Found"}}
GOOGLE_404 = {"error": {"code": 404, "message": "Requested entity", "status": "NOT_FOUND"}}
OPENAI_404 = {"error": {"message": "Invalid URL", "type": "x", "param": None, "code": None}}
PAGE = "<!doctype html><html><body>Welcome</body></html>"


def hints(
    base_url: str,
    dialect: Dialect = Dialect.OPENAI_CHAT,
    key: str = "",
    model: str = "m",
    models: tuple[str, ...] = (),
) -> Hints:
    profile = ProviderProfile(id="p", name="P", base_url=base_url, dialect=dialect, model=model)
    return hints_of(profile, key, CATALOGUE, models)


def told(
    known: Hints, status: int, body: Any = "", skew: float | None = None, **headers: str
) -> Failure:
    data = (body if isinstance(body, str) else json.dumps(body)).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    failure = failure_from_response(status, named, data)
    return diagnosed(failure, known, Reply(status, named, data, skew))


@pytest.mark.parametrize(
    ("base_url", "code", "suggestion"),
    [
        ("https://h.test/v1/v1", Diagnosis.DOUBLED_VERSION, "https://h.test/v1"),
        ("https://h.test/api/v1/v1", Diagnosis.DOUBLED_VERSION, "https://h.test/api/v1"),
        ("https://h.test/api/paas/v4/v1", Diagnosis.DOUBLED_VERSION, "https://h.test/api/paas/v4"),
        ("https://h.test/openai", Diagnosis.MISSING_VERSION, "https://h.test/openai/v1"),
        ("https://h.test/v1/chat", Diagnosis.FULL_ENDPOINT, "https://h.test/v1"),
        ("https://h.test/v1/chat/completions/x", Diagnosis.FULL_ENDPOINT, "https://h.test/v1"),
        ("http://h.test:11434/api/generate", Diagnosis.FULL_ENDPOINT, "http://h.test:11434"),
        ("https://h.test/v1.", Diagnosis.TRAILING_GARBAGE, "https://h.test/v1"),
        ("https://h.test/v1)", Diagnosis.TRAILING_GARBAGE, "https://h.test/v1"),
        (
            "https://api.groq.com/openai",
            Diagnosis.MISSING_VERSION,
            "https://api.groq.com/openai/v1",
        ),
        ("https://openrouter.ai/v1", Diagnosis.OTHER_ADDRESS, "https://openrouter.ai/api/v1"),
    ],
)
def test_an_address_that_is_nearly_right_is_told_what_is_meant(
    base_url: str, code: Diagnosis, suggestion: str
) -> None:
    failure = told(hints(base_url), 404, "404 page not found")
    assert (failure.category, failure.code) == (Category.ADDRESS, code)
    assert failure.suggestions[0] == suggestion


@pytest.mark.parametrize("base_url", ["https://h.test", "https://h.test/v1"])
def test_an_address_at_which_nothing_looks_wrong_is_left_alone(base_url: str) -> None:
    failure = told(hints(base_url), 404, "404 page not found")
    assert (failure.category, failure.code, failure.suggestions) == (Category.ADDRESS, "", ())


@pytest.mark.parametrize(
    ("base_url", "suggestions"),
    [
        ("https://console.groq.com/keys", ("https://api.groq.com/openai/v1",)),
        ("https://www.perplexity.ai", ("https://api.perplexity.ai/v1",)),
        ("https://h.test/chat-ui", ("https://h.test/chat-ui/v1",)),
        ("https://h.test/v1", ()),
    ],
)
def test_a_page_for_people_is_no_api(base_url: str, suggestions: tuple[str, ...]) -> None:
    failure = told(hints(base_url), 404, PAGE, content_type="text/html")
    assert (failure.category, failure.code) == (Category.ADDRESS, Diagnosis.WEB_PAGE)
    assert failure.suggestions == suggestions
    unreadable = Failure(Category.UNREADABLE_REPLY, "Welcome")
    read = misread(unreadable, hints(base_url), is_a_page=True)
    assert (read.code, read.suggestions) == (Diagnosis.WEB_PAGE, suggestions)
    assert misread(unreadable, hints(base_url), is_a_page=False) == unreadable


@pytest.mark.parametrize(
    ("dialect", "base_url", "status", "body", "suggestions"),
    [
        (
            Dialect.OPENAI_CHAT,
            "https://h.test/v1",
            404,
            ANTHROPIC_404,
            ("anthropic_messages",),
        ),
        (Dialect.OPENAI_CHAT, "https://h.test/v1", 404, GOOGLE_404, ("google_gemini",)),
        (Dialect.OPENAI_CHAT, "https://h.test/v1", 404, [GOOGLE_404], ("google_gemini",)),
        (Dialect.ANTHROPIC_MESSAGES, "https://h.test", 404, OPENAI_404, ("openai_chat",)),
        (
            Dialect.OPENAI_CHAT,
            "https://api.anthropic.com",
            404,
            "",
            ("anthropic_messages",),
        ),
        (
            Dialect.OPENAI_CHAT,
            "https://h.test/v1",
            401,
            {
                "type": "error",
                "error": {"type": "authentication_error", "message": "x-api-key is required"},
            },
            ("anthropic_messages",),
        ),
    ],
)
def test_a_host_that_speaks_another_dialect_is_known_by_how_it_complains(
    dialect: Dialect, base_url: str, status: int, body: Any, suggestions: tuple[str, ...]
) -> None:
    failure = told(hints(base_url, dialect, LONG), status, body)
    assert (failure.category, failure.code) == (Category.ADDRESS, Diagnosis.WRONG_DIALECT)
    assert failure.suggestions == suggestions


def test_the_dialects_own_complaint_is_no_other_dialect() -> None:
    mine = hints("https://h.test", Dialect.ANTHROPIC_MESSAGES, LONG)
    assert told(mine, 404, ANTHROPIC_404).code != Diagnosis.WRONG_DIALECT
    chat = hints("https://h.test/v1", Dialect.OPENAI_RESPONSES, LONG)
    assert told(chat, 404, OPENAI_404).code != Diagnosis.WRONG_DIALECT
    here = hints("http://127.0.0.1:11434/v1", Dialect.OPENAI_CHAT)
    assert told(here, 404, "404 page not found").code != Diagnosis.WRONG_DIALECT


@pytest.mark.parametrize(
    ("base_url", "key", "code", "suggestions"),
    [
        (
            "https://api.openai.com/v1",
            f"sk-ant-{LONG}",
            Diagnosis.FOREIGN_KEY,
            ("Anthropic",),
        ),
        ("https://api.groq.com/openai/v1", f"xai-{LONG}", Diagnosis.FOREIGN_KEY, ("xAI",)),
        ("https://api.groq.com/openai/v1", f"sk-{LONG}", Diagnosis.KEY_SHAPE, ("gsk_",)),
        ("https://h.test/v1", "sk-...", Diagnosis.PLACEHOLDER_KEY, ()),
        ("https://h.test/v1", "your-api-key", Diagnosis.PLACEHOLDER_KEY, ()),
        ("https://h.test/v1", "", Diagnosis.NO_KEY, ()),
        (
            "https://api.moonshot.ai/v1",
            f"sk-{LONG}",
            Diagnosis.KEY_REGION,
            ("https://api.moonshot.cn/v1",),
        ),
    ],
)
def test_a_key_that_cannot_be_right_is_told_why(
    base_url: str, key: str, code: Diagnosis, suggestions: tuple[str, ...]
) -> None:
    failure = told(hints(base_url, key=key), 401, {"error": {"message": "Invalid API key"}})
    assert (failure.category, failure.code) == (Category.AUTHENTICATION, code)
    assert failure.suggestions == suggestions
    assert LONG not in repr(failure)


@pytest.mark.parametrize("base_url", ["https://h.test/v1", "https://api.openai.com/v1"])
def test_a_key_that_may_be_right_is_the_providers_to_judge(base_url: str) -> None:
    failure = told(hints(base_url, key=f"sk-{LONG}"), 401, {"error": {"code": "invalid_api_key"}})
    assert (failure.category, failure.code) == (Category.AUTHENTICATION, "invalid_api_key")


def test_the_nearest_names_of_models_are_offered() -> None:
    names = ("openai/gpt-5.4", "openai/gpt-5.4-mini", "google/gemini-3", "qwen3:8b")
    known = hints("https://h.test/v1", model="gpt-5.4-mni", models=names)
    failure = told(known, 404, {"error": {"message": "The model `gpt-5.4-mni` does not exist"}})
    assert (failure.category, failure.code) == (Category.MODEL_NOT_FOUND, Diagnosis.MODEL_NAME)
    assert failure.suggestions[0] == "openai/gpt-5.4-mini"
    ollama = hints("http://127.0.0.1:11434", Dialect.OLLAMA_CHAT, model="qwen3", models=names)
    failure = told(ollama, 404, {"error": "model 'qwen3' not found, try pulling it first"})
    assert (failure.code, failure.suggestions) == (Diagnosis.NOT_PULLED, ("qwen3:8b",))


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (403, {"error": {"code": "unsupported_country_region_territory", "message": "no"}}),
        (403, {"error": {"message": "Country, region, or territory not supported"}}),
        (400, {"error": {"message": "User location is not supported for the API use."}}),
        (403, {"error": {"message": "This model is not available in your region."}}),
        (451, ""),
        (403, "<html>error code: 1009, the owner has banned the country"),
    ],
)
def test_a_country_that_is_not_served_is_said(status: int, body: Any) -> None:
    failure = told(hints("https://h.test/v1", key=LONG), status, body)
    assert (failure.category, failure.code) == (Category.PERMISSION, Diagnosis.REGION)


def test_a_guard_before_the_provider_is_no_fault_of_the_key() -> None:
    page = "<html><title>Attention Required! | Cloudflare</title></html>"
    failure = told(hints("https://h.test/v1"), 403, page, content_type="text/html")
    assert (failure.category, failure.code) == (Category.PERMISSION, Diagnosis.BLOCKED)


def test_a_network_that_wants_a_login_is_said() -> None:
    page = "<html>Hotel guest Wi-Fi login</html>"
    assert told(hints("https://h.test/v1"), 511).code == Diagnosis.CAPTIVE_PORTAL
    failure = told(hints("http://h.test/v1"), 200, page, content_type="text/html")
    assert failure.code == Diagnosis.CAPTIVE_PORTAL


def test_a_clock_that_is_wrong_is_said_where_the_host_complains_of_a_time() -> None:
    body = {"error": {"message": "Token used too early: check the clock"}}
    known = hints("https://h.test/v1", key=LONG)
    assert told(known, 401, body, skew=7200.0).code == Diagnosis.CLOCK
    assert told(known, 401, body, skew=3.0).code != Diagnosis.CLOCK
    other = {"error": {"message": "Invalid API key"}}
    assert told(known, 401, other, skew=7200.0).code != Diagnosis.CLOCK


def test_plain_http_at_a_port_for_https_is_said() -> None:
    body = "<html>400 The plain HTTP request was sent to HTTPS port</html>"
    failure = told(hints("http://h.test:8443/v1"), 400, body, content_type="text/html")
    assert failure.code == Diagnosis.NEEDS_HTTPS
    assert failure.suggestions == ("https://h.test:8443/v1",)


def test_a_providers_word_is_never_taken_for_ours() -> None:
    body = {"error": {"message": "no", "code": "captive_portal"}}
    assert told(hints("https://h.test/v1"), 400, body).code == ""


@pytest.mark.parametrize("status", [402, 429, 500, 503])
def test_what_has_nothing_to_do_with_it_is_left_alone(status: int) -> None:
    body = {"error": {"message": "insufficient credits", "code": "x"}}
    failure = failure_from_response(status, {}, json.dumps(body).encode())
    assert told(hints("https://h.test/v1"), status, body) == failure


def test_a_stream_under_the_type_of_a_page_is_no_page() -> None:
    assert is_page("text/html", b"<p>Hello")
    assert is_page("application/json", b"\n<!DOCTYPE HTML>")
    assert not is_page("text/html", b'data: {"choices": []}')
