"""The log file: what went wrong, for whoever looks for it. Never what was said, never a key."""

import logging
import re
from logging.handlers import RotatingFileHandler
from pathlib import Path

from typing_extensions import override

_BYTES = 1_000_000
_FILES = 2
_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
# Keys are masked where they are known. This catches one in a message from elsewhere.
_LIKE_A_KEY = re.compile(
    r"(?i)\b(?:sk|pk|gsk|xai|ghp|hf|tvly|r8)[-_][\w-]{8,}|\bAIza[\w-]{20,}|(?<=bearer )\S{8,}"
)


class MaskingFormatter(logging.Formatter):
    """Hides whatever looks like a key, in messages and in stacks."""

    @override
    def format(self, record: logging.LogRecord) -> str:
        return _LIKE_A_KEY.sub("…", super().format(record))


def open_log(folder: Path) -> logging.Handler:
    """Warnings and errors of everything, in `callboard.log`. The caller closes it at exit."""
    handler = RotatingFileHandler(
        folder / "callboard.log", maxBytes=_BYTES, backupCount=_FILES, encoding="utf-8", delay=True
    )
    handler.setFormatter(MaskingFormatter(_FORMAT))
    handler.setLevel(logging.WARNING)
    logging.getLogger().addHandler(handler)
    return handler
