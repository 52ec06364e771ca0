"""Outcomes, states, sizes and times become words, in the user's language."""

from math import ceil

from PySide6.QtCore import QCoreApplication, QLocale

from studio.core.messages import Limit, Outcome, ToolState
from studio.core.tools import EffectKind, Preview

translate = QCoreApplication.translate


def outcome_text(outcome: Outcome) -> str:
    """A tool use's end, in a word or two."""
    return {
        Outcome.DONE: translate("texts", "Done"),
        Outcome.FAILED: translate("texts", "Failed"),
        Outcome.TIMED_OUT: translate("texts", "Timed out"),
        Outcome.INVALID: translate("texts", "Invalid call"),
        Outcome.BLOCKED: translate("texts", "Blocked"),
        Outcome.DENIED: translate("texts", "Denied"),
        Outcome.CANCELLED: translate("texts", "Cancelled"),
        Outcome.INTERRUPTED: translate("texts", "Interrupted, outcome unknown"),
    }[outcome]


def state_text(state: ToolState) -> str:
    """A tool use's state before its end, in a word or two."""
    return {
        ToolState.ARRIVING: translate("texts", "Arguments arriving…"),
        ToolState.READY: translate("texts", "Waiting for its turn"),
        ToolState.WAITING: translate("texts", "Waiting for you"),
        ToolState.RUNNING: translate("texts", "Running"),
        ToolState.ENDED: translate("texts", "Ended"),
    }[state]


def held_text() -> str:
    """Instead of the state of a call that stands at a breakpoint."""
    return translate("texts", "Stopped here")


def limit_text(limit: Limit) -> str:
    """Why no more tools were run in a turn."""
    return {
        Limit.ROUNDS: translate("texts", "The limit of rounds in one turn was reached."),
        Limit.CALLS: translate("texts", "The limit of tool calls in one turn was reached."),
        Limit.RESULT_CHARACTERS: translate(
            "texts", "The limit of result characters in one turn was reached."
        ),
        Limit.SECONDS: translate("texts", "The time that one turn may take was reached."),
        Limit.TOKENS: translate("texts", "The limit of tokens in one turn was reached."),
        Limit.MONEY: translate("texts", "The money that one turn may cost was reached."),
        Limit.REPEATS: translate("texts", "The same call failed several times in a row."),
    }[limit]


def preview_note(preview: Preview) -> str:
    """What an approval says beside the text: where it would go, and what would be replaced."""
    effect = preview.effect
    if effect is None or effect.kind is EffectKind.REFUSED:
        return preview.note
    if effect.kind is EffectKind.REPLACES:
        count = QLocale().toString(effect.size)
        if effect.is_text:
            said = translate("texts", "Replaces {0}, which has {1} characters.")
        else:
            said = translate("texts", "Replaces {0}, which has {1} bytes and is no text.")
        return said.format(effect.path, count)
    return {
        EffectKind.NEW_FILE: translate("texts", "New file: {0}"),
        EffectKind.NO_FOLDER: translate(
            "texts",
            "This would be refused: no folder is granted to tools yet. Grant one in "
            "Settings, Tools.",
        ),
        EffectKind.UNKNOWN: translate("texts", "Writes {0}. The disk has not answered yet."),
        EffectKind.EDITS: translate("texts", "Changes {0}."),
        EffectKind.ISOLATED: translate(
            "texts", "Runs apart from your files, without network, for a limited time."
        ),
        EffectKind.NOT_ISOLATED: translate(
            "texts",
            "This computer cannot keep it apart: it runs with your rights, may read and change "
            "your files, and reach the network.",
        ),
    }[effect.kind].format(effect.path)


def address_fault_text(code: str) -> str:
    """What is wrong with a base URL. Does not repeat it: it may be a key in the wrong field."""
    known = {
        "empty": translate("texts", "The address is empty."),
        "character": translate("texts", "The address holds a character that no URL may hold."),
        "scheme": translate("texts", "The address must begin with http:// or https://."),
        "user": translate("texts", "Names and passwords go into the key field, not the address."),
        "no_host": translate("texts", "The address names no host."),
        "port": translate("texts", "The port of the address is none."),
        "host": translate("texts", "The address holds no valid host name."),
    }
    return known.get(code, translate("texts", "This is no URL, such as https://host/v1."))


def set_aside_text(reason: str, path: str) -> str:
    """A file that could not be used has another name now: why, and where it is."""
    known = {
        "damaged": translate(
            "texts", "A file was damaged and is kept as {0}. Callboard starts anew."
        ),
        "newer": translate(
            "texts", "A file of a newer Callboard is kept as {0}. This one starts without it."
        ),
        "foreign": translate(
            "texts", "A file that is none of Callboard's is kept as {0}. Callboard starts anew."
        ),
    }
    return known[reason].format(path)


def duration(seconds: float) -> str:
    """Such as `0.2 s`, `31 s`, `4 min 5 s`."""
    locale = QLocale()
    if seconds < 10:
        return translate("texts", "{0} s").format(locale.toString(seconds, "f", 1))
    if seconds < 60:
        return translate("texts", "{0} s").format(locale.toString(round(seconds)))
    minutes, rest = divmod(round(seconds), 60)
    return translate("texts", "{0} min {1} s").format(
        locale.toString(minutes), locale.toString(rest)
    )


def countdown(seconds: float) -> str:
    """In whole seconds, the one that has begun included, such as `4 s`."""
    left = ceil(seconds)
    if left < 60:
        return translate("texts", "{0} s").format(QLocale().toString(left))
    return duration(left)


def size(characters: int) -> str:
    """A text's length, such as `312 B` or `1.4 kB`; a character counts as one."""
    locale = QLocale()
    if characters < 1_000:
        return translate("texts", "{0} B").format(locale.toString(characters))
    if characters < 1_000_000:
        return translate("texts", "{0} kB").format(locale.toString(characters / 1_000, "f", 1))
    return translate("texts", "{0} MB").format(locale.toString(characters / 1_000_000, "f", 1))


def profile_name(name: str) -> str:
    """A provider's name; the names of those that come with Callboard are translated."""
    known = {
        "Practice (no model)": translate("texts", "Practice (no model)"),
        "Small model on this computer": translate("texts", "Small model on this computer"),
    }
    return known.get(name, name)
