"""The words of a stopped turn: what is stopped, why, and what may be edited there."""

from PySide6.QtCore import QCoreApplication

from studio.core.breakpoints import Hit, Point
from studio.core.errors import Category, Failure
from studio.core.messages import Outcome
from studio.ui.failure_texts import failure_text
from studio.ui.texts import outcome_text
from studio.ui.visible import visible

translate = QCoreApplication.translate

_LONGEST_NAME = 30


def stop_title(hit: Hit) -> str:
    """What is stopped."""
    tool = short_name(hit.tool)
    match hit.point:
        case Point.BEFORE_REQUEST:
            return translate("StopStrip", "Stopped before request {0}").format(hit.round_number)
        case Point.BEFORE_CALL:
            return translate("StopStrip", "Stopped before {0} runs").format(tool)
        case Point.BEFORE_RESULT:
            said = translate("StopStrip", "Stopped before the result of {0} goes back")
            return said.format(tool)
        case Point.ON_ERROR:
            return translate("StopStrip", "Round {0} failed").format(hit.round_number)


def stop_note(hit: Hit) -> str:
    """What more there is to know: how a round or a call failed, and that a step led here."""
    said = []
    if hit.point is Point.ON_ERROR and hit.detail in set(Category):
        said.append(failure_text(Failure(Category(hit.detail))).title)
    elif hit.point is Point.BEFORE_RESULT and hit.detail in set(Outcome) - {Outcome.DONE}:
        said.append(
            translate("StopStrip", "The call ended: {0}.").format(outcome_text(Outcome(hit.detail)))
        )
    if hit.is_step:
        said.append(translate("StopStrip", "A step led here."))
    return " ".join(said)


def stop_told(hit: Hit) -> str:
    """What a screen reader says."""
    note = stop_note(hit)
    return f"{stop_title(hit)}. {note}".strip()


def body_name(hit: Hit) -> str:
    """What may be edited."""
    match hit.point:
        case Point.BEFORE_REQUEST:
            return translate("StopStrip", "Body of the request")
        case Point.BEFORE_CALL:
            return translate("StopStrip", "Arguments")
        case Point.BEFORE_RESULT:
            return translate("StopStrip", "Result")
        case Point.ON_ERROR:
            return ""


def edited_note(hit: Hit) -> str:
    """What becomes of an edit."""
    match hit.point:
        case Point.BEFORE_REQUEST:
            return translate("StopStrip", "Edited: this request goes out as it stands here.")
        case Point.BEFORE_CALL:
            return translate("StopStrip", "Edited: the model will be told what you changed.")
        case Point.BEFORE_RESULT:
            return translate("StopStrip", "Edited: the model reads what stands here.")
        case Point.ON_ERROR:
            return ""


def short_name(name: str) -> str:
    """A tool's name, in sight from its beginning to its end."""
    name = visible(name)
    half = _LONGEST_NAME // 2
    return name if len(name) <= _LONGEST_NAME else f"{name[:half]}…{name[-half:]}"
