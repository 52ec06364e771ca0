"""What a server said, and what was said to it: its log and its last messages, secrets masked."""

from collections import Counter, deque
from collections.abc import Callable, Mapping
from typing import Any

from studio.core.secret_forms import SecretForms
from studio.harness.ports import Clock
from studio.harness.server_ports import LogLine, LogSource, ServerMessage
from studio.tools.mcp.bounded import bounded_json

_LINES = 2_000
_LINE = 4_000
_LINES_A_SECOND = 500
_MESSAGES = 500
_MESSAGE = 256_000
_ALL_MESSAGES = 8_000_000
_SHORTEST_SECRET = 4
_MASK = "***"
_CONTROL = {sign: " " for sign in (*range(32), 127) if sign != 9} | {27: None}


class Journal:
    """Owned by the owner of one server, and kept while that server is configured."""

    def __init__(self, clock: Clock, changed: Callable[[], None]) -> None:
        self._clock = clock
        self._changed = changed
        self._lines: deque[LogLine] = deque(maxlen=_LINES)
        self._messages: deque[ServerMessage] = deque()
        self._messages_size = 0
        self._secrets: set[str] = set()
        self._forms = SecretForms(())
        self._second = 0.0
        self._in_second: Counter[LogSource] = Counter()

    @property
    def lines(self) -> tuple[LogLine, ...]:
        return tuple(self._lines)

    @property
    def messages(self) -> tuple[ServerMessage, ...]:
        return tuple(self._messages)

    def hide(self, secret: str) -> None:
        """Masked from now on, however it is written."""
        if len(secret) >= _SHORTEST_SECRET and secret not in self._secrets:
            self._secrets.add(secret)
            self._forms = SecretForms(self._secrets)

    def masked(self, text: str) -> str:
        return self._forms.replaced(text, _MASK)

    def line(self, source: LogSource, text: str, level: str = "") -> None:
        """Keeps a line. Of more than some hundred a second from one source only the number is."""
        now = self._clock()
        if not 0 <= now - self._second < 1:
            self._tell_left_out(now)
            self._second = now
            self._in_second.clear()
        self._in_second[source] += 1
        if self._in_second[source] <= _LINES_A_SECOND:
            self._keep(LogLine(now, source, self._clean(text), level[:20]))

    def message(self, is_sent: bool, value: Mapping[str, Any]) -> None:
        body = bounded_json(value, _MESSAGE - 1_000, masked=self.masked)
        body = self.masked(body)[:_MESSAGE]
        self._messages.append(ServerMessage(self._clock(), is_sent, body))
        self._messages_size += len(body)
        while len(self._messages) > _MESSAGES or self._messages_size > _ALL_MESSAGES:
            self._messages_size -= len(self._messages.popleft().body)

    def _tell_left_out(self, now: float) -> None:
        left_out = sum(max(0, each - _LINES_A_SECOND) for each in self._in_second.values())
        if left_out:
            self._keep(LogLine(now, LogSource.CALLBOARD, f"{left_out} more lines were left out"))

    def _keep(self, line: LogLine) -> None:
        self._lines.append(line)
        self._changed()

    def _clean(self, text: str) -> str:
        """One line; a secret that would be cut at its end is masked before it is cut."""
        masked = self.masked(text[: 2 * _LINE])
        return masked.encode("utf-8", "replace").decode().translate(_CONTROL).rstrip()[:_LINE]
