"""What can be taken along, and why it cannot, in the user's language."""

from PySide6.QtCore import QCoreApplication

from studio.core.errors import Category, Failure
from studio.harness.request_code import KEY_VARIABLE
from studio.harness.taking import Lack, Take
from studio.ui.failure_texts import failure_text

translate = QCoreApplication.translate


def take_text(take: Take) -> str:
    """What a menu says."""
    return {
        Take.CURL: translate("Taking", "Copy as curl"),
        Take.HTTPX: translate("Taking", "Copy as Python (httpx)"),
        Take.PYTEST: translate("Taking", "Copy call as pytest"),
        Take.REPORT: translate("Taking", "Copy bug report"),
        Take.SAVE_REPORT: translate("Taking", "Save bug report…"),
        Take.HAR_OF_TURN: translate("Taking", "Save turn as HAR…"),
        Take.HAR_OF_CHAT: translate("Taking", "Save chat as HAR…"),
        Take.TRACE_OF_TURN: translate("Taking", "Save turn as trace…"),
        Take.TRACE_OF_CHAT: translate("Taking", "Save chat as trace…"),
    }[take]


def lack_text(lack: Lack) -> str:
    """Why an entry is disabled."""
    return {
        Lack.LOOKING: translate("Taking", "Looking for what was recorded…"),
        Lack.NOTHING: translate("Taking", "No answer is chosen."),
        Lack.NOT_RECORDED: translate(
            "Taking", "Nothing is recorded of it yet, or it was deleted since."
        ),
        Lack.WITHIN: translate(
            "Taking", "Callboard itself answered. There is no address to send this to."
        ),
        Lack.NO_CALL: translate("Taking", "Choose a tool call first."),
        Lack.CALL_NOT_RECORDED: translate(
            "Taking", "Nothing is recorded of this call, or it was deleted since."
        ),
        Lack.NO_TEST: translate(
            "Taking",
            "A test can call Callboard's own tools, and servers that need no headers. "
            "This one it cannot reach.",
        ),
        Lack.UNREADABLE: translate("Taking", "What was recorded cannot be read."),
    }[lack]


def taken_text(take: Take, text: str = "") -> str:
    """What is said when `text` is on the clipboard or in its file."""
    match take:
        case Take.CURL | Take.HTTPX:
            if KEY_VARIABLE not in text:
                return translate("Taking", "Copied. No key belongs to it.")
            said = translate(
                "Taking", "Copied. No key is in it: the variable {0} stands in its place."
            )
            return said.format(KEY_VARIABLE)
        case Take.PYTEST:
            if "os.environ[" not in text:
                return translate("Taking", "Copied. Its first lines say what it needs to run.")
            return translate(
                "Taking", "Copied. Secrets of the server are read from variables of the same name."
            )
        case Take.REPORT:
            return translate(
                "Taking",
                "Copied, without keys, folders of users, e-mail addresses and addresses of "
                "computers. Read it before you send it.",
            )
        case Take.SAVE_REPORT:
            return translate(
                "Taking",
                "Saved, without keys, folders of users, e-mail addresses and addresses of "
                "computers. Read it before you send it.",
            )
        case Take.HAR_OF_TURN | Take.HAR_OF_CHAT:
            return translate("Taking", "Saved, with keys masked. What was said is in it.")
        case Take.TRACE_OF_TURN | Take.TRACE_OF_CHAT:
            return ""  # its own window has said it


def trouble_text(failure: Failure) -> str:
    """Why a file was not written: it is the user's own, not one of Callboard's."""
    written = {
        "disk_full": translate("Taking", "The disk is full. Free some space, or choose another."),
        "read_only": translate(
            "Taking", "This place cannot be written to. Choose another folder, or another name."
        ),
        "busy": translate(
            "Taking", "Another program holds this file. Close it there, or choose another name."
        ),
        "other": translate("Taking", "The file could not be written: {0}.").format(failure.message),
    }
    left = translate("Taking", "Nothing was left behind.")
    if failure.category is Category.STORAGE and failure.code in written:
        return f"{written[failure.code]} {left}"
    said = failure_text(failure)
    return f"{said.title} {said.advice}".strip()
