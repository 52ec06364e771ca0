"""Each vendor's own library, reading a stream to its end with what it has for that.

Where a library accumulates (OpenAI, Anthropic), its accumulator runs; Google's and Ollama's hand
out typed pieces, which are joined here. Each gets its own HTTP library with a transport in the
process.
"""

from collections.abc import Callable, Iterator

import anthropic
import httpx
import httpx2
import ollama
import openai
from google import genai
from google.genai import types

from studio.core.messages import Dialect

SSE = {"content-type": "text/event-stream"}
NDJSON = {"content-type": "application/x-ndjson"}
_URL = "http://127.0.0.1"
_MODEL = "practice-tour"

Pieces = Callable[[], Iterator[bytes]]
Read = Callable[[], int]


def transport(pieces: Pieces, headers: dict[str, str]) -> httpx.MockTransport:
    """Answers each request with the recording."""
    return httpx.MockTransport(lambda _: httpx.Response(200, headers=headers, content=pieces()))


def _client(pieces: Pieces) -> httpx2.Client:
    """OpenAI's and Anthropic's libraries have moved to the successor of the HTTP library."""
    return httpx2.Client(
        transport=httpx2.MockTransport(
            lambda _: httpx2.Response(200, headers=SSE, content=pieces())
        )
    )


def _chat(pieces: Pieces) -> Read:
    client = openai.OpenAI(api_key="none", base_url=_URL, http_client=_client(pieces))

    def read() -> int:
        with client.chat.completions.stream(
            model=_MODEL, messages=[{"role": "user", "content": "hello"}]
        ) as stream:
            for _ in stream:
                pass
            return len(stream.get_final_completion().choices[0].message.content or "")

    return read


def _responses(pieces: Pieces) -> Read:
    client = openai.OpenAI(api_key="none", base_url=_URL, http_client=_client(pieces))

    def read() -> int:
        with client.responses.stream(model=_MODEL, input="hello") as stream:
            for _ in stream:
                pass
            return len(stream.get_final_response().output_text)

    return read


def _messages(pieces: Pieces) -> Read:
    client = anthropic.Anthropic(api_key="none", base_url=_URL, http_client=_client(pieces))

    def read() -> int:
        with client.messages.stream(
            model=_MODEL, max_tokens=1_000_000, messages=[{"role": "user", "content": "hello"}]
        ) as stream:
            for _ in stream:
                pass
            blocks = stream.get_final_message().content
        return sum(len(block.text) for block in blocks if block.type == "text")

    return read


def _gemini(pieces: Pieces) -> Read:
    http = httpx.Client(transport=transport(pieces, SSE))
    options = types.HttpOptions(base_url=_URL, httpx_client=http)
    client = genai.Client(api_key="none", http_options=options)

    def read() -> int:
        texts: list[str] = []
        for chunk in client.models.generate_content_stream(model=_MODEL, contents="hello"):
            for candidate in chunk.candidates or ():
                parts = candidate.content.parts if candidate.content else None
                texts += [part.text for part in parts or () if part.text]
        return len("".join(texts))

    return read


def _ollama(pieces: Pieces) -> Read:
    client = ollama.Client(host=_URL, transport=transport(pieces, NDJSON))

    def read() -> int:
        texts = [
            chunk.message.content or ""
            for chunk in client.chat(
                model=_MODEL, messages=[{"role": "user", "content": "hello"}], stream=True
            )
        ]
        return len("".join(texts))

    return read


READERS: dict[Dialect, Callable[[Pieces], Read]] = {
    Dialect.OPENAI_CHAT: _chat,
    Dialect.OPENAI_RESPONSES: _responses,
    Dialect.ANTHROPIC_MESSAGES: _messages,
    Dialect.GOOGLE_GEMINI: _gemini,
    Dialect.OLLAMA_CHAT: _ollama,
}
