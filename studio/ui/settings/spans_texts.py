"""What a collector of traces answered to a test, in the user's language."""

from PySide6.QtCore import QCoreApplication

from studio.core.errors import Category, Diagnosis, Failure
from studio.ui.failure_texts import failure_text

translate = QCoreApplication.translate


def spans_failure_text(failure: Failure) -> str:
    """Title and advice. A collector is no provider: what is said of those would mislead."""
    if failure.category is Category.PERMISSION:
        return translate("settings", "Your organisation does not allow spans to go there.")
    if failure.code == "collector_refused":
        return _refused(failure.status or 0)
    if failure.code == "collector_rejected":
        said = translate("settings", "The collector is there, and did not take the span. {0}")
        return said.format(failure.message).strip()
    known = _replies() | _ways()
    if failure.code in known:
        return known[failure.code].format(failure.message)
    words = failure_text(failure)
    return f"{words.title} {words.advice}".strip()


def _refused(status: int) -> str:
    if status in (401, 403):
        text = translate("settings", "The collector did not accept the key: it answered {0}.")
    elif status in (404, 405):
        text = translate(
            "settings",
            "There is no collector at this address: it answered {0}. By HTTP they usually listen "
            "at port 4318.",
        )
    elif status == 415:
        text = translate("settings", "The collector takes no JSON: it answered {0}.")
    elif 300 <= status < 400:
        text = translate(
            "settings",
            "The collector sends on to another address: it answered {0}. Callboard does not "
            "follow, as the key would go along.",
        )
    else:
        text = translate("settings", "The collector answered {0}.")
    return text.format(status)


def _replies() -> dict[str, str]:
    return {
        "collector_unknown": translate(
            "settings", "Something answers there, but not as a collector does."
        ),
        "illegal_request": translate(
            "settings", "The name of the header or the key has characters that cannot be sent."
        ),
        "address": translate("settings", "This is not an address that can be asked."),
        "idle_timeout": translate("settings", "The collector took longer than ten seconds."),
        "write_timeout": translate("settings", "The collector took longer than ten seconds."),
    }


def _ways() -> dict[str, str]:
    spell = translate("settings", "The name of this host is not known. Check its spelling.")
    return {
        Diagnosis.HOST_NOT_FOUND: spell,
        Diagnosis.REFUSED: translate(
            "settings",
            "Nothing answers at this address. Start the collector, or check its port: by HTTP "
            "usually 4318.",
        ),
        Diagnosis.CONNECT_TIMEOUT: translate(
            "settings", "The collector does not answer. A firewall may be in the way."
        ),
        Diagnosis.NEEDS_HTTP: translate("settings", "This collector does not speak https."),
        "closed": translate(
            "settings",
            "The collector closed the connection. Port 4317 speaks gRPC; by HTTP it is usually "
            "4318.",
        ),
    }
