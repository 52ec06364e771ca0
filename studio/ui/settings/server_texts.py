"""What is said of a server: how it stands, and what its tools claim and cost."""

import json

from PySide6.QtCore import QCoreApplication, QLocale

from studio.core.servers import ServerEntry, StartMode, Transport
from studio.core.tools import ToolDefinition
from studio.core.trust import Level, Reach
from studio.harness.server_ports import LogSource, ServerState, ServerStatus
from studio.ui.chat.card_parts import Tone
from studio.ui.moments import clock_text
from studio.ui.settings.arranged_list import RowText
from studio.ui.settings.server_troubles import trouble_text

translate = QCoreApplication.translate

_CHARACTERS_PER_TOKEN = 4

TONES = {
    ServerState.OFF: Tone.NEUTRAL,
    ServerState.STOPPED: Tone.NEUTRAL,
    ServerState.STARTING: Tone.RUNNING,
    ServerState.READY: Tone.SUCCESS,
    ServerState.FAILED: Tone.DANGER,
    ServerState.NEEDS_LOGIN: Tone.WARNING,
    ServerState.LOGGING_IN: Tone.RUNNING,
}


def server_row(entry: ServerEntry, status: ServerStatus, platform: str) -> RowText:
    """The problem in one line where there is one, else the state and what it offers."""
    tone = TONES[status.state]
    if status.state is ServerState.FAILED and status.failure is not None:
        return RowText(entry.name, trouble_text(status.failure, platform).title, tone)
    words = [state_words(entry, status)]
    if status.tools:
        words.append(tools_count(len(status.tools)))
    asks = status.state is ServerState.NEEDS_LOGIN
    return RowText(entry.name, " · ".join(words), tone, asks)


def state_words(entry: ServerEntry, status: ServerStatus) -> str:
    """How it stands, in a few words."""
    if status.state is ServerState.STOPPED and entry.start is StartMode.WITH_CALLBOARD:
        return translate("servers", "Stopped")
    return {
        ServerState.OFF: translate("servers", "Switched off"),
        ServerState.STOPPED: translate("servers", "Starts when needed"),
        ServerState.STARTING: translate("servers", "Starting…"),
        ServerState.READY: translate("servers", "Running"),
        ServerState.FAILED: translate("servers", "Failed"),
        ServerState.NEEDS_LOGIN: translate("servers", "Needs a login"),
        ServerState.LOGGING_IN: translate("servers", "Waiting for the login in the browser…"),
    }[status.state]


def since_words(status: ServerStatus) -> str:
    """Since when, and when it is tried again."""
    words = []
    if status.since and status.state in (ServerState.READY, ServerState.FAILED):
        words.append(translate("servers", "since {0}").format(clock_text(status.since)))
    if status.retry_at is not None:
        again = translate("servers", "tries again at {0}")
        words.append(again.format(clock_text(status.retry_at)))
    return " · ".join(words)


def tools_count(count: int) -> str:
    if count == 1:
        return translate("servers", "1 tool")
    return translate("servers", "{0} tools").format(QLocale().toString(count))


def transport_text(transport: Transport) -> str:
    return {
        Transport.STDIO: translate("servers", "A program on this computer"),
        Transport.HTTP: translate("servers", "An address (streamable HTTP)"),
        Transport.SSE: translate("servers", "An address (the older SSE)"),
    }[transport]


def start_text(mode: StartMode) -> str:
    return {
        StartMode.WHEN_NEEDED: translate("servers", "When first needed"),
        StartMode.WITH_CALLBOARD: translate("servers", "With Callboard, in the background"),
    }[mode]


def demands_text(level: Level) -> str:
    """How private what a server returns is."""
    return {
        Level.PUBLIC: translate("servers", "Nothing: they are public"),
        Level.INTERNAL: translate("servers", "Internal: only providers that may see internal data"),
        Level.SECRET: translate("servers", "Secret: only providers that may see secret data"),
    }[level]


def reach_text(reach: Reach) -> str:
    """Where the arguments of a server's tools go."""
    return {
        Reach.NOWHERE: translate("servers", "Nowhere: they stay on this computer"),
        Reach.SERVICE: translate("servers", "To one service that you set up"),
        Reach.QUERIES: translate("servers", "To third parties, as queries"),
        Reach.CHOSEN: translate("servers", "To any address that the model writes"),
    }[reach]


def source_text(source: LogSource) -> str:
    return {
        LogSource.STDERR: translate("servers", "stderr"),
        LogSource.STDOUT: translate("servers", "stdout"),
        LogSource.LOG: translate("servers", "log"),
        LogSource.CALLBOARD: translate("servers", "Callboard"),
    }[source]


def claims(definition: ToolDefinition) -> tuple[str, ...]:
    """What the server says of its tool, as its own words and not as a fact."""
    hints = definition.hints
    known = (
        (hints.read_only is True, translate("servers", "only reads")),
        (hints.read_only is False, translate("servers", "changes things")),
        (hints.destructive is True, translate("servers", "may destroy")),
        (hints.destructive is False, translate("servers", "destroys nothing")),
        (hints.idempotent is True, translate("servers", "may be repeated")),
        (hints.open_world is True, translate("servers", "reaches the outside")),
        (hints.open_world is False, translate("servers", "stays inside")),
    )
    return tuple(text for is_said, text in known if is_said)


def claims_text(definition: ToolDefinition, *, is_trusted: bool) -> str:
    """Such as `It says: only reads · stays inside (not believed)`."""
    said = claims(definition)
    if not said:
        return translate("servers", "It says nothing about what it does to things.")
    text = translate("servers", "It says: {0}").format(" · ".join(said))
    if is_trusted:
        return text
    return translate("servers", "{0} (shown, not believed)").format(text)


def token_estimate(definitions: tuple[ToolDefinition, ...]) -> int:
    """Four characters to a token: near enough to compare tools with."""
    return sum(map(_characters, definitions)) // _CHARACTERS_PER_TOKEN


def tokens_text(definitions: tuple[ToolDefinition, ...]) -> str:
    count = QLocale().toString(token_estimate(definitions))
    return translate("servers", "about {0} tokens (estimate)").format(count)


def _characters(definition: ToolDefinition) -> int:
    schema = json.dumps(definition.schema, ensure_ascii=False, default=str)
    return len(definition.name) + len(definition.description) + len(schema)
