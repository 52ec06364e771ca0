from hypothesis import given
from hypothesis import strategies as st

from studio.adapters.masking import Masker, header_secrets, parameter_secrets

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
    longest = max(map(len, secrets))
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
