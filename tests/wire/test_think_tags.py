"""Reasoning between tags in the text is taken out of it, however it is cut."""

import pytest

from studio.wire.think_tags import Beginning, ThinkTags


def _split(text: str, beginning: Beginning = Beginning.TEXT, size: int = 0) -> tuple[str, str]:
    tags = ThinkTags(beginning)
    pieces = [text[at : at + size] for at in range(0, len(text), size)] if size else [text]
    made = [stretch for piece in pieces for stretch in tags.push(piece)] + tags.end()
    return (
        "".join(piece for is_reasoning, piece in made if is_reasoning),
        "".join(piece for is_reasoning, piece in made if not is_reasoning),
    )


_CASES = {
    "<think>Hm.</think>Yes.": ("Hm.", "Yes."),
    "<think>\nHm.\n</think>\n\nYes.": ("Hm.\n", "Yes."),
    "<thinking>Hm.</thinking> Yes.": ("Hm.", "Yes."),
    "[THINK]Hm.[/THINK]Yes.": ("Hm.", "Yes."),
    "◁think▷Hm.◁/think▷Yes.": ("Hm.", "Yes."),
    "<think></think>Yes.": ("", "Yes."),
    "<think>a<think>b</think>c</think>Yes.": ("abc", "Yes."),
    "<think>a</think>One.<think>b</think>Two.": ("ab", "One.Two."),
    "<think>never closed": ("never closed", ""),
    "a < b and <b>bold</b> <thin": ("", "a < b and <b>bold</b> <thin"),
    "Write `<think>` first.": ("", "Write `<think>` first."),
    "```\n<think>x</think>\n```\nDone.": ("", "```\n<think>x</think>\n```\nDone."),
    "": ("", ""),
}


@pytest.mark.parametrize("size", [0, 1, 2, 3, 5, 7])
@pytest.mark.parametrize(("text", "told"), _CASES.items())
def test_reasoning_between_tags_is_taken_out(text: str, told: tuple[str, str], size: int) -> None:
    assert _split(text, Beginning.TEXT, size) == told


@pytest.mark.parametrize("size", [0, 1, 4])
@pytest.mark.parametrize("beginning", [Beginning.REASONING, Beginning.UNKNOWN])
def test_a_tag_that_the_template_opened_needs_only_its_end(beginning: Beginning, size: int) -> None:
    assert _split("Hm.</think>\nYes.", beginning, size) == ("Hm.", "Yes.")
    assert _split("<think>Hm.</think>Yes.", beginning, size) == ("Hm.", "Yes.")
    assert _split("\n<think>Hm.</think>Yes.", beginning, size) == ("Hm.", "Yes.")


def test_an_answer_without_tags_is_an_answer_whatever_was_expected() -> None:
    assert _split("Yes.", Beginning.UNKNOWN, 1) == ("", "Yes.")
    assert _split("Yes.", Beginning.REASONING, 1)[1] == "Yes."
    assert _split("<think>so <think> it is</think>Yes.")[1] == "Yes."


def test_reasoning_that_a_host_tells_apart_leaves_the_text_alone() -> None:
    for beginning in Beginning:
        tags = ThinkTags(beginning)
        tags.reasoning_is_apart()
        assert tags.push("Yes.") == [(False, "Yes.")]


def test_text_is_told_of_at_once_where_nothing_is_expected() -> None:
    tags = ThinkTags(Beginning.TEXT)
    assert tags.push("Yes") == [(False, "Yes")]
    assert tags.push(", <") == [(False, ", ")]
    assert tags.push("b>") == [(False, "<b>")]
