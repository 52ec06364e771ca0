"""Tool calls while they arrive: names and IDs are set once, arguments are appended."""

from collections.abc import Callable
from typing import Any

from studio.core.events import RoundEvent, ToolCallDelta
from studio.core.growing_text import GrowingText
from studio.core.messages import ToolCall
from studio.wire.lenient import SurrogateSeam, clean_text, dumped, parsed, strictly_parsed

NameMap = Callable[[str], str]

_NOTHING = ("", "null", '""', "[]", "None", "undefined")  # PHP, Python, JavaScript


class CallDraft:
    """One call that is still arriving. Owned by the reader of its round."""

    def __init__(self, tool_use_id: str, original: NameMap) -> None:
        self.id = tool_use_id
        self.provider_call_id = ""
        self.wire_name = ""
        self.extra: dict[str, Any] = {}  # what the host wants back beside the call
        self._original = original
        self._text = GrowingText()
        self._untold: list[str] = []
        self._is_announced = False
        self._seam = SurrogateSeam()

    @property
    def name(self) -> str:
        return self._original(self.wire_name)

    @property
    def arguments(self) -> str:
        return self._text.whole()

    @property
    def has_arguments(self) -> bool:
        return bool(self._text)

    def identify(self, provider_call_id: str, name: str) -> None:
        """Set once: hosts repeat both on every delta, or send them empty later."""
        self.provider_call_id = self.provider_call_id or clean_text(provider_call_id)
        self.wire_name = self.wire_name or clean_text(name)

    def add_arguments(self, arguments: Any) -> None:
        """Text is a fragment; any other value is the whole, written out as JSON once."""
        if arguments is None:
            return
        piece = arguments if isinstance(arguments, str) else dumped(arguments)
        piece = self._seam.push(piece)
        if piece:
            self._text.add(piece)
            self._untold.append(piece)

    def replace_arguments(self, arguments: str) -> None:
        """The final text where it differs from the fragments; those were told already."""
        self._text = GrowingText(clean_text(arguments))

    def events(self, *, is_ending: bool = False) -> list[RoundEvent]:
        """What is new. A call is not told of before its name is known."""
        if not (self.wire_name or is_ending):
            return []
        new = "".join(self._untold)
        if self._is_announced and not new:
            return []
        self._untold = []
        name = "" if self._is_announced else self.name
        self._is_announced = True
        return [ToolCallDelta(self.id, name, new)]

    def call(self) -> ToolCall:
        return ToolCall(self.id, self.name, _unwrapped(self.arguments), self.provider_call_id)

    def holds(self, arguments: Any) -> bool:
        """Whether these are the whole arguments that are here already."""
        if arguments is None or not self._text:
            return False
        piece = arguments if isinstance(arguments, str) else dumped(arguments)
        return piece == self.arguments and self.is_whole()

    def is_whole(self) -> bool:
        """The fragments so far are a whole JSON object."""
        text = self.arguments.strip()
        return text.startswith("{") and text.endswith("}") and _is_object(text)


def _unwrapped(arguments: str) -> str:
    """Nothing, in any spelling, is nothing; an object that was written out twice is one."""
    text = arguments.strip()
    if text in _NOTHING:
        return ""
    if not text.startswith('"'):
        return arguments
    try:
        inner = parsed(text)
    except ValueError:
        return arguments
    return inner if isinstance(inner, str) and _is_object(inner) else arguments


def _is_object(text: str) -> bool:
    try:
        return isinstance(strictly_parsed(text), dict)
    except ValueError:
        return False


def legal_arguments(arguments: str) -> dict[str, Any]:
    """Arguments from history as an object that every provider accepts.

    Text that never became an object is shown to the model as what it was; it is not repaired,
    for the model would take the repair for its own words.
    """
    if not arguments.strip():
        return {}
    try:
        value = strictly_parsed(arguments)
    except ValueError:
        return {"invalid_json": arguments}
    return value if isinstance(value, dict) else {"invalid_json": arguments}


def is_whole_call(arguments: str) -> bool:
    return not arguments.strip() or _is_object(arguments)
