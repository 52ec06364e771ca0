"""What a server lists beside its tools, from the raw dictionaries of the wire."""

from collections.abc import Iterable, Mapping
from typing import Any

from studio.harness.server_ports import ListedPrompt, ListedResource, PromptArgument
from studio.tools.mcp.cleaning import one_line, plain

_NAME = 200
_URI = 4_000
_DESCRIPTION = 2_000
_ARGUMENTS = 50

Raw = Mapping[str, Any]


def resources(raws: Iterable[Raw], templates: Iterable[Raw]) -> tuple[ListedResource, ...]:
    found = [_resource(raw, "uri", is_template=False) for raw in raws]
    found += [_resource(raw, "uriTemplate", is_template=True) for raw in templates]
    return tuple(each for each in found if each.uri)


def prompts(raws: Iterable[Raw]) -> tuple[ListedPrompt, ...]:
    return tuple(_prompt(raw) for raw in raws if _text(raw, "name"))


def _resource(raw: Raw, key: str, *, is_template: bool) -> ListedResource:
    uri = _text(raw, key)
    size = raw.get("size")
    name = one_line(raw.get("title"), _NAME) or one_line(raw.get("name"), _NAME)
    return ListedResource(
        uri=uri if len(uri) <= _URI else "",
        name=name or one_line(uri, _NAME),
        description=plain(raw.get("description"), _DESCRIPTION),
        media_type=one_line(raw.get("mimeType"), _NAME),
        size=size if isinstance(size, int) and not isinstance(size, bool) else None,
        is_template=is_template,
    )


def _prompt(raw: Raw) -> ListedPrompt:
    arguments = raw.get("arguments")
    given = arguments if isinstance(arguments, list) else []
    return ListedPrompt(
        name=_text(raw, "name"),
        description=plain(raw.get("description") or raw.get("title"), _DESCRIPTION),
        arguments=tuple(
            PromptArgument(
                name=each["name"],
                description=plain(each.get("description"), _DESCRIPTION),
                is_required=each.get("required") is True,
            )
            for each in given[:_ARGUMENTS]
            if isinstance(each, dict) and _text(each, "name")
        ),
    )


def _text(raw: Raw, key: str) -> str:
    value = raw.get(key)
    return value if isinstance(value, str) else ""
