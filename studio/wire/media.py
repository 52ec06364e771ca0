"""What the user said, in OpenAI's and Anthropic's words: pictures and documents before the text."""

from typing import Any

from studio.wire.attached import Form, Planned
from studio.wire.past import Said

Content = dict[str, Any]


def chat_content(said: Said) -> str | list[Content]:
    """Plain text where there is nothing else: many hosts read no list."""
    if not said.media:
        return said.text
    return [*map(_chat, said.media), *_text(said, "text")]


def with_text(content: str | list[Content], more: str) -> str | list[Content]:
    if isinstance(content, str):
        return f"{content}\n\n{more}"
    return [*content, {"type": "text", "text": more}]


def responses_content(said: Said) -> list[Content]:
    return [*map(_responses, said.media), *_text(said, "input_text")]


def anthropic_content(said: Said) -> list[Content]:
    return [*map(_anthropic, said.media), *_text(said, "text")]


def _text(said: Said, kind: str) -> list[Content]:
    return [{"type": kind, "text": said.text}] if said.text.strip() else []


def _chat(planned: Planned) -> Content:
    if planned.form is Form.IMAGE:
        return {"type": "image_url", "image_url": {"url": planned.data_url}}
    file = {"filename": planned.title, "file_data": planned.data_url}
    return {"type": "file", "file": file}


def _responses(planned: Planned) -> Content:
    if planned.form is Form.IMAGE:
        return {"type": "input_image", "image_url": planned.data_url, "detail": "auto"}
    return {"type": "input_file", "filename": planned.title, "file_data": planned.data_url}


def _anthropic(planned: Planned) -> Content:
    source = {"type": "base64", "media_type": planned.media_type, "data": planned.base64}
    if planned.form is Form.IMAGE:
        return {"type": "image", "source": source}
    return {"type": "document", "source": source, "title": planned.title}
