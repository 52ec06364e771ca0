from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from studio.core.results import Form
from studio.tools.mcp.results import output_of, words_of

PNG = b"\x89PNG\r\n\x1a\n...."
CODED = base64.b64encode(PNG).decode()


def told(*blocks: Any, **fields: Any) -> str:
    return output_of({"content": list(blocks), **fields}).text


def text(words: str) -> dict[str, str]:
    return {"type": "text", "text": words}


def test_pictures_are_for_the_user_and_a_line_for_the_model() -> None:
    output = output_of({"content": [{"type": "image", "data": CODED, "mimeType": "image/png"}]})
    assert output.pictures[0].data == PNG
    assert output.pictures[0].media_type == "image/png"
    assert output.text == f"[image image/png, {len(PNG)} bytes, shown to the user]"


def test_a_block_without_a_type_of_media_is_no_error() -> None:
    output = output_of({"content": [{"type": "image", "data": CODED}]})
    assert output.pictures[0].data == PNG
    assert told({"type": "audio", "data": CODED}) == f"[audio, {len(PNG)} bytes]"
    assert told({"type": "resource", "resource": {"uri": "x:y", "text": "hi"}}) == "hi"


def test_bytes_that_are_not_valid_are_told() -> None:
    assert told({"type": "image", "data": "!"}) == "[image that cannot be read]"
    assert told({"type": "audio", "data": 7}) == "[audio, cannot be read]"


def test_a_file_inside_is_named_and_a_picture_inside_shown() -> None:
    resource = {"uri": "file:///a.bin", "mimeType": "application/x", "blob": CODED}
    named = f"[file file:///a.bin application/x, {len(PNG)} bytes]"
    assert told({"type": "resource", "resource": resource}) == named
    picture = {"uri": "file:///a.png", "mimeType": "image/png", "blob": CODED}
    output = output_of({"content": [{"type": "resource", "resource": picture}]})
    assert output.pictures[0].name == "file:///a.png"


@pytest.mark.parametrize(
    ("texts", "structured"),
    [
        (['{"count": 7}'], {"count": 7}),
        (["seven"], {"result": "seven"}),
        (["1", "2"], {"result": [1, 2]}),
        (["[DIR] a"], {"content": "[DIR] a"}),
        (["7"], {"result": 7}),
    ],
)
def test_what_is_said_twice_is_told_once(texts: list[str], structured: Any) -> None:
    said = told(*map(text, texts), structuredContent=structured)
    assert said == "\n\n".join(texts)


def test_structured_content_that_says_more_is_told_too() -> None:
    said = told(text("two found"), structuredContent={"found": ["a", "b"]})
    assert said.startswith("two found\n\n")
    assert json.loads(said.partition("\n\n")[2]) == {"found": ["a", "b"]}


def test_errors_keep_their_text() -> None:
    output = output_of({"content": [text("no such file")], "isError": True})
    assert output.is_error
    assert output.text == "no such file"


@pytest.mark.parametrize(
    "raw", [{}, {"content": None}, {"content": "x"}, {"content": []}, {"content": [text(" ")]}]
)
def test_nothing_is_told_as_nothing(raw: dict[str, Any]) -> None:
    assert output_of(raw).text == "(no output)"


def test_blocks_that_are_none_are_shown_raw() -> None:
    assert told(7) == "[content] 7"
    assert told({"type": "text"}) == '[content of kind text] {"type": "text"}'
    huge = {"type": "hologram", "x": "y" * 1_000_000}
    assert len(told(huge)) < 10_000


def test_the_form_fits_the_text() -> None:
    assert output_of({"content": [text('{"a": 1}')]}).form is Form.JSON
    assert output_of({"content": [text("[1, 2]")]}).form is Form.JSON
    assert output_of({"content": [text("[1, 2] and more")]}).form is Form.TEXT
    page = {"uri": "a:b", "mimeType": "text/markdown; charset=utf-8", "text": "# Hi"}
    assert output_of({"content": [{"type": "resource", "resource": page}]}).form is Form.MARKDOWN


def test_what_came_over_the_wire_is_kept_within_bounds() -> None:
    output = output_of({"content": [text("x" * 5_000_000)], "_meta": {"a": 1}})
    assert len(output.text) == 5_000_000
    assert len(output.raw) < 300_000
    assert json.loads(output.raw)["_meta"] == {"a": 1}


def test_no_half_of_a_sign_and_no_picture_beyond_a_bound_gets_through() -> None:
    told("\ud800").encode()
    pictures = [{"type": "image", "data": CODED, "mimeType": "image/png"}] * 50
    assert len(output_of({"content": pictures}).pictures) == 20


def test_words_of_a_prompt_name_who_says_them_only_where_it_is_not_the_user() -> None:
    user = {"role": "user", "content": text("Hi")}
    assert words_of([user, user]) == "Hi\n\nHi"
    assistant = {"role": "assistant", "content": [text("Yes?")]}
    assert words_of([user, assistant]) == "User: Hi\n\nAssistant: Yes?"
    assert words_of(None) == ""
