"""What went wrong when a provider was asked for its models, tested, or probed."""

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate


def trial_particulars() -> dict[str, tuple[str, str]]:
    """Title and advice by failure code."""
    return {
        "list_timeout": (
            translate("texts", "The provider's list of models did not come in time."),
            translate("texts", "Try again, or type the name of a model."),
        ),
        "list_too_long": (
            translate("texts", "The provider's list of models is too long to be read."),
            translate("texts", "Check the base URL, or type the name of a model."),
        ),
        "trial_timeout": (
            translate("texts", "The answer was not finished in time."),
            translate("texts", "Try again: a local server may still be loading the model."),
        ),
    }
