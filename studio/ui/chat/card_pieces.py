"""What a card is about, piece by piece, for every way in which it is copied."""

from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication

from studio.core.messages import ServerToolUse, ToolUse

translate = QCoreApplication.translate


def name_of(use: ToolUse | ServerToolUse) -> str:
    """The tool's."""
    return use.name if isinstance(use, ServerToolUse) else use.call.name


def pieces_of(use: ToolUse | ServerToolUse) -> Iterator[tuple[str, str]]:
    """The arguments and the result, each behind its caption: one that needs none has none.

    Where the user edited the arguments both stand here: what was asked for, and what ran.
    """
    if isinstance(use, ServerToolUse):
        ran, arguments, output = None, use.arguments, use.output
    else:
        ran, arguments = use.ran, use.call.arguments
        output = use.result.content if use.result is not None else ""
    is_edited = ran is not None
    if arguments.strip() not in ("", "{}"):
        yield translate("CardPieces", "What the model asked for") if is_edited else "", arguments
    if ran is not None:
        yield translate("CardPieces", "Edited by the user, ran with"), ran or "{}"
    if output:
        yield translate("CardPieces", "Result") if is_edited else "", output
