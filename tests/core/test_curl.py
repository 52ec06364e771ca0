"""A pasted key or curl command says which provider it is for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core.curl import LONGEST, Pasted, holds_secret, read_pasted
from studio.core.messages import Dialect

KEY = "sk-ant-" + "api03-Abc123Def456Ghi789"
BEARER = f"Authorization: Bearer {KEY}"

UNIX = f"""curl https://api.anthropic.com/v1/messages \\
  --header "x-api-key: {KEY}" \\
  --header "anthropic-version: 2023-06-01" \\
  --header "content-type: application/json" \\
  --data '{{"model": "claude-x", "max_tokens": 1024, "messages": []}}'
"""
WINDOWS = f"""curl https://api.example.com/v1/chat/completions ^
  -H "Authorization: Bearer {KEY}" ^
  -H "Content-Type: application/json" ^
  -d "{{\\"model\\": \\"m-1\\", \\"messages\\": []}}"
"""


def read(text: str) -> Pasted:
    pasted = read_pasted(text)
    assert pasted is not None
    return pasted


@pytest.mark.parametrize(
    "text",
    [
        KEY,
        f"  {KEY}\n",
        f'"{KEY}"',
        f"Bearer {KEY}",
        f"Authorization: Bearer {KEY}",
        f"ANTHROPIC_API_KEY={KEY}",
        f"export ANTHROPIC_API_KEY='{KEY}'",
        f'$env:ANTHROPIC_API_KEY = "{KEY}"',
    ],
)
def test_a_key_is_read_however_it_is_wrapped(text: str) -> None:
    assert read(text) == Pasted(KEY)


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_unix_command_gives_all_there_is(newline: str) -> None:
    pasted = read(UNIX.replace("\n", newline))
    assert pasted == Pasted(
        KEY, "https://api.anthropic.com/v1", Dialect.ANTHROPIC_MESSAGES, "claude-x"
    )


def test_a_windows_command_gives_all_there_is() -> None:
    pasted = read(WINDOWS)
    assert pasted == Pasted(KEY, "https://api.example.com/v1", Dialect.OPENAI_CHAT, "m-1")


@pytest.mark.parametrize("option", ["-d", "--data", "--data-raw", "--data-binary", "--json"])
def test_every_way_to_give_a_body_names_the_model(option: str) -> None:
    text = f"""curl -X POST {option} '{{"model":"m"}}' https://h.test/v1/responses"""
    assert read(text) == Pasted("", "https://h.test/v1", Dialect.OPENAI_RESPONSES, "m")


def test_options_joined_to_their_values_are_read() -> None:
    address = "http://127.0.0.1:8080/v1/models"
    text = f"curl -sS --url={address} '-H{BEARER}' --header=x-team:a"
    expected = Pasted(KEY, "http://127.0.0.1:8080/v1", None, "", (("x-team", "a"),))
    assert read(text) == expected


def test_quoting_of_bash_is_understood() -> None:
    text = f"curl $'https://h.test/v1/chat/completions' -H $'Authorization: Bearer {KEY}'"
    assert read(text).key == KEY


def test_a_key_in_a_header_of_its_own_stays_a_header() -> None:
    address = "https://x.azure.test/openai/deployments/d/chat/completions?api-version=2024-10-21"
    pasted = read(f"curl '{address}' -H 'api-key: {KEY}' -H 'X-Skip: $TOKEN'")
    assert pasted == Pasted(
        "",
        "https://x.azure.test/openai/deployments/d?api-version=2024-10-21",
        Dialect.OPENAI_CHAT,
        "",
        (("api-key", KEY),),
    )


def test_a_secret_in_the_address_is_left_out() -> None:
    address = f"https://h.test/v1beta/models?key={KEY}"
    assert read(f"curl '{address}'").base_url == "https://h.test/v1beta"
    assert read(address).base_url == "https://h.test/v1beta"
    assert holds_secret(address)
    assert not holds_secret("https://h.test/key=1/v1?api-version=2")


@pytest.mark.parametrize(
    "placeholder",
    ["$OPENAI_API_KEY", "${KEY}", "%KEY%", "<your key>", "YOUR_API_KEY", "sk-xxxxxxxx"],
)
def test_a_placeholder_is_no_key(placeholder: str) -> None:
    text = f'curl https://h.test/v1/responses -H "Authorization: Bearer {placeholder}"'
    assert read(text) == Pasted("", "https://h.test/v1", Dialect.OPENAI_RESPONSES)


def test_a_proxy_or_an_output_file_is_not_taken_for_the_address() -> None:
    text = "curl -x http://proxy.test:3128 -o out.json https://h.test/v1/models"
    assert read(text).base_url == "https://h.test/v1"


def test_an_address_alone_is_a_base_url() -> None:
    assert read("http://localhost:11434/v1/chat/completions") == Pasted(
        "", "http://localhost:11434/v1", Dialect.OPENAI_CHAT
    )
    assert read("https://h.test/").base_url == "https://h.test"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "hello",
        "please connect me to the model",
        "supercalifragilistic",
        "12345",
        "curl",
        "curl --help",
        'curl "https://h.test',
        "curl http://[::1",
        "curl https://h.test:port/v1",
        "curl ftp://h.test/v1",
        "curl https://user:secret@h.test/v1",
        "https://",
        "https://h.test/ and more",
        "https://api.test:99999999",
        "wget https://h.test/v1",
        f"{KEY} {KEY}",
        f"{KEY}\n{KEY}",
        "k1" * LONGEST,
        "[" * 2_000,
    ],
)
def test_garbage_is_nothing(text: str) -> None:
    assert read_pasted(text) is None


@given(st.one_of(st.text(), st.text().map(lambda text: f"curl {text}")))
def test_no_text_breaks_the_reader(text: str) -> None:
    read_pasted(text)


def test_a_body_nested_too_deeply_has_no_model() -> None:
    text = "curl https://h.test/v1/responses -d '" + "[" * 50_000 + "'"
    assert read(text).model == ""


def test_a_key_is_in_no_repr() -> None:
    pasted = read(
        f"curl https://h.test/v1/models -H 'Authorization: Bearer {KEY}' -H 'x-token: {KEY}'"
    )
    assert pasted.key == KEY
    assert KEY not in repr(pasted)


@pytest.mark.parametrize("method", ["generateContent", "streamGenerateContent?alt=sse"])
def test_googles_own_command_gives_key_model_and_dialect(method: str) -> None:
    base = "https://generativelanguage.googleapis.com/v1beta"
    whole = Pasted(KEY, base, Dialect.GOOGLE_GEMINI, "gemini-2.5-flash")
    address = f"{base}/models/gemini-2.5-flash:{method}"
    assert read(f'curl "{address}" -H "x-goog-api-key: {KEY}" -d "{{}}"') == whole
    joint = "&" if "?" in address else "?"
    assert read(f"curl '{address}{joint}key={KEY}' -d '{{}}'") == whole
    assert read(f"{address}{joint}key={KEY}") == whole
    assert read(f"{address}{joint}key=$GEMINI_API_KEY").key == ""


@pytest.mark.parametrize("path", ["chat", "generate", "tags"])
def test_ollamas_own_command_gives_the_servers_address(path: str) -> None:
    found = read(f'curl http://localhost:11434/api/{path} -d \'{{"model":"llama3"}}\'')
    assert found == Pasted("", "http://localhost:11434", Dialect.OLLAMA_CHAT, "llama3")
