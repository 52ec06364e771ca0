import base64
import html
import json
from collections.abc import Callable
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.adapters.masking import Masker, address_secrets, header_secrets, parameter_secrets

SECRETS = st.lists(st.text("abc-_/9é", min_size=4, max_size=12), min_size=1, max_size=4)
FILLER = st.text("abc-_/9é \n", max_size=20)


@st.composite
def cut_streams(draw: st.DrawFn) -> tuple[list[str], list[bytes]]:
    """Some secrets, and a stream that holds them, cut anywhere."""
    secrets = draw(SECRETS)
    words = draw(st.lists(st.one_of(st.sampled_from(secrets), FILLER), max_size=12))
    data = "".join(words).encode()
    edges = sorted(draw(st.lists(st.integers(0, len(data)), max_size=8)))
    chunks = [data[a:b] for a, b in zip([0, *edges], [*edges, len(data)], strict=True)]
    return secrets, chunks


@given(cut_streams())
def test_any_cutting_of_a_stream_is_masked_as_the_whole_is(
    case: tuple[list[str], list[bytes]],
) -> None:
    secrets, chunks = case
    masker = Masker(secrets)
    stream = masker.stream()
    masked = b"".join([*map(stream.feed, chunks), stream.end()])
    assert masked == masker.data(b"".join(chunks))
    assert not [secret for secret in secrets if secret.encode() in masked]


@given(
    st.lists(st.text("ab", min_size=4, max_size=9), min_size=1, max_size=5),
    st.lists(st.text("ab", max_size=9), max_size=20),
)
def test_secrets_that_overlap_are_masked_across_edges_too(
    secrets: list[str], pieces: list[str]
) -> None:
    masker = Masker(secrets)
    stream = masker.stream()
    longest = 8 * max(map(len, secrets))  # each letter as an escape of an escape
    fed = told = 0
    for piece in pieces:
        fed, told = fed + len(piece), told + len(stream.feed(piece.encode()))
        assert fed - told < longest
    whole = masker.stream()
    masked = b"".join([*(whole.feed(piece.encode()) for piece in pieces), whole.end()])
    assert masked == masker.data("".join(pieces).encode())


@given(st.text(max_size=50))
def test_a_text_without_secrets_stays_as_it_is(text: str) -> None:
    assert Masker(["sk-0123456789"]).text(text) == text
    assert Masker([]).text(text) == text


def test_a_secret_is_found_inside_json_and_inside_an_address() -> None:
    masker = Masker(['pass"word/1'])
    assert masker.text(r'{"a": "pass\"word/1"}') == '{"a": "************"}'
    assert masker.text("https://h/?k=pass%22word%2F1") == "https://h/?k=***************"


def test_overlapping_secrets_leave_nothing_of_each_other() -> None:
    assert Masker(["abab"]).text("xabababx") == "x******x"
    assert Masker(["abcdef", "defghi"]).text("abcdefghi") == "*********"


def test_placeholders_and_very_short_keys_do_not_riddle_the_answer() -> None:
    masker = Masker(["ollama", "abc", ""])
    assert masker.text("ollama says abc") == "ollama says abc"
    assert masker.header("Authorization", "Bearer ollama") == "Bearer ******"


def test_headers_that_carry_secrets_are_hidden_whole() -> None:
    masker = Masker(["sk-0123456789"], ["X-Gateway"])
    assert masker.header("x-api-key", "anything") == "********"
    assert masker.header("x-gateway", "anything") == "********"
    assert masker.header("x-note", "is sk-0123456789") == "is *************"
    assert masker.header("accept", "*/*") == "*/*"


def test_an_address_is_shown_without_user_and_secrets_of_its_query() -> None:
    shown = Masker([]).url("https://me:pw@h:8443/v1/x?api-version=2024-10-21&api_key=abc#part")
    assert shown == "https://h:8443/v1/x?api-version=2024-10-21&api_key=***"


def test_a_masker_shows_nothing_of_its_secrets() -> None:
    masker = Masker(["sk-0123456789"])
    assert "sk-" not in repr(masker) + repr(masker.stream())


def test_what_follows_a_scheme_is_found_alone_and_out_of_its_base64() -> None:
    masker = Masker(["Bearer planted-0123456789", "Basic bWU6cGxhbnRlZC1wYXNzL3dvcmQ="])
    for told in ("planted-0123456789", "bWU6cGxhbnRlZC1wYXNzL3dvcmQ=", "planted-pass/word"):
        assert masker.text(f"<{told}>") == f"<{'*' * len(told)}>"
    assert "planted" not in masker.text(r"of {me:planted-pass\/word}")


def test_parameters_and_headers_with_the_name_of_a_key_are_secrets() -> None:
    parameters = {"top_k": "forty", "auth": {"user": "planted-1"}, "api_keys": ["planted-2"]}
    assert set(parameter_secrets(parameters)) == {"planted-1", "planted-2"}
    headers = {"X-Title": "mine", "X-Api-Key": "planted-3", "x-session-token": "planted-4"}
    assert header_secrets(headers) == ("planted-3", "planted-4")


# Not written whole, so that nobody takes them for lost ones.
LONG = "sk-plant" + "ed_0123+456/789=abcDEF"
WRITINGS: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "JSON": json.dumps,
    "JSON of PHP": lambda key: key.replace("/", r"\/"),
    "JSON in JSON": lambda key: json.dumps(json.dumps(key).replace("-", r"\u002d")),
    "JSON of Java": lambda key: key.replace("=", r"\u003d"),
    "JSON of .NET": lambda key: key.replace("+", r"\u002B"),
    "every letter for JSON": lambda key: "".join(f"\\u{ord(each):04x}" for each in key),
    "address": lambda key: quote(key, safe=""),
    "address in lower case": lambda key: "".join(
        each if each.isalnum() else f"%{ord(each):02x}" for each in key
    ),
    "every letter for an address": lambda key: "".join(f"%{ord(each):02X}" for each in key),
    "page": html.escape,
    "every letter for a page": lambda key: "".join(f"&#{ord(each)};" for each in key),
    "every letter for a page in hexadecimal": lambda key: "".join(
        f"&#x{ord(each):x};" for each in key
    ),
    "Base64": lambda key: base64.b64encode(key.encode()).decode(),
    "Base64 behind a name": lambda key: base64.b64encode(f"me:{key}".encode()).decode(),
    "Base64 of addresses": lambda key: base64.urlsafe_b64encode(f"?{key}!".encode()).decode(),
    "hexadecimal": lambda key: key.encode().hex(),
    "hexadecimal in capitals": lambda key: key.encode().hex().upper(),
}


@pytest.mark.parametrize("writing", list(WRITINGS))
def test_a_secret_is_found_however_it_is_written(writing: str) -> None:
    whole = f"before {WRITINGS[writing](LONG)} after".encode()
    masker = Masker([LONG])
    masked = masker.data(whole)
    assert len(masked) == len(whole)
    assert masked.startswith(b"before ")
    assert masked.endswith(b" after")
    # Of Base64 the letters at its edges hold bits of what is around the secret.
    assert len(masked.replace(b"*", b"").split(b"before ")[1].split(b" after")[0]) <= 8
    for cut in range(len(whole)):
        stream = masker.stream()
        assert stream.feed(whole[:cut]) + stream.feed(whole[cut:]) + stream.end() == masked


@pytest.mark.parametrize("wide", ["utf-16-le", "utf-16-be"])
def test_a_secret_is_found_in_letters_of_two_bytes(wide: str) -> None:
    assert LONG.encode(wide) not in Masker([LONG]).data(f"<p>{LONG}</p>".encode(wide))


def test_what_a_cut_has_left_of_a_secret_is_masked() -> None:
    masker = Masker([LONG])
    for length in range(1, len(LONG)):
        left = LONG[:length]
        for told in (masker.text(f"it is {left}"), masker.text(f"it is {left}…").rstrip("…")):
            assert told == f"it is {left if length <= 8 else '*' * length}"
        assert masker.beginning(f"it is {LONG}".encode(), 6 + length) == b"it is " + b"*" * length


def test_what_opens_a_door_in_an_address_is_a_secret() -> None:
    url = f"https://me:planted-1@h/v1/{quote(LONG.replace('/', '-'))}/x?api-key=planted-2&v=1"
    masker = Masker(address_secrets(url))
    for told in ("planted-1", "planted-2", "bWU6cGxhbnRlZC0x", LONG.replace("/", "-")):
        assert masker.text(f"<{told}>") == f"<{'*' * len(told)}>"
    assert address_secrets("https://api.openai.com/v1") == ("",)
    assert masker.url("https://h/v1/models") == "https://h/v1/models"
