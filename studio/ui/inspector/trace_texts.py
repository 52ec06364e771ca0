"""What is said about traces: what can be taken out of them, and why one cannot be used."""

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QLabel

from studio.core.errors import Failure
from studio.core.trace import TraceTrouble
from studio.harness.trace_ports import Matter
from studio.ui.chat.card_parts import wrapping_label
from studio.ui.failure_texts import failure_text

translate = QCoreApplication.translate


def wrapped(text: str, kind: str = "") -> QLabel:
    """Words that break their lines."""
    label = wrapping_label(kind)
    label.setText(text)
    return label


def matter_text(matter: Matter) -> str:
    """A kind of what can be taken out."""
    texts = {
        Matter.KEY: translate("Trace", "Keys, always"),
        Matter.HOME: translate("Trace", "Home folders"),
        Matter.PATH: translate("Trace", "All absolute paths"),
        Matter.EMAIL: translate("Trace", "E-mail addresses"),
        Matter.ADDRESS: translate("Trace", "IP addresses"),
        Matter.HOST: translate("Trace", "Host names in URLs"),
        Matter.WORD: translate("Trace", "These words:"),
    }
    return texts[matter]


def trace_failure_text(failure: Failure) -> str:
    """Why a trace cannot be read or written, in a sentence or two."""
    texts: dict[str, str] = {
        TraceTrouble.NO_TRACE: translate("Trace", "This file is no trace of Callboard."),
        TraceTrouble.NEWER: translate(
            "Trace", "A newer Callboard made this trace. Update Callboard to open it."
        ),
        TraceTrouble.CUT_OFF: translate(
            "Trace", "This trace was cut off: its end is missing. Ask for the file again."
        ),
        TraceTrouble.DAMAGED: translate("Trace", "This trace is damaged and cannot be read."),
        TraceTrouble.TOO_BIG: translate("Trace", "This trace unpacks to more than can be read."),
        TraceTrouble.NOTHING: translate(
            "Trace",
            "Nothing of this was recorded, or its recordings are deleted, so there is nothing to "
            "write.",
        ),
    }
    said = texts.get(failure.code)
    if said is not None:
        return said
    other = failure_text(failure)
    return f"{other.title} {other.advice}".strip()
