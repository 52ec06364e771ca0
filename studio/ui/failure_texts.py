"""A failure's category and code become a sentence and advice, in the user's language."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from studio.core.errors import Category, Failure
from studio.ui.key_failure_texts import key_particulars
from studio.ui.texts import duration
from studio.ui.trial_failure_texts import trial_particulars
from studio.ui.way_failure_texts import way_text

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class FailureText:
    """What happened, and what the user can do about it."""

    title: str
    advice: str


def failure_text(failure: Failure) -> FailureText:
    """The category's sentence and advice. The provider's own words are shown beside, not here."""
    way = way_text(failure)
    if way is not None:
        return FailureText(*way)
    # A reply's code is the provider's own word, and may be any.
    is_ours = failure.status is None or failure.status < 400
    particular = _particular().get(failure.code) if is_ours else None
    title, advice = particular or _failures()[failure.category]
    if failure.category is Category.RATE_LIMIT and failure.retry_after:
        wait = duration(failure.retry_after)
        advice = translate("texts", "The provider asks to wait {0}. Then choose Retry.").format(
            wait
        )
    return FailureText(title, advice)


def _particular() -> dict[str, tuple[str, str]]:
    """Where a code of ours says more than the category does."""
    return _wire_particulars() | _own_particulars() | key_particulars() | trial_particulars()


def _wire_particulars() -> dict[str, tuple[str, str]]:
    return {
        "length": (
            translate("texts", "The answer reached its maximum length."),
            translate("texts", "Continue goes on from here. Chat settings can allow more."),
        ),
        "refusal": (
            translate("texts", "The model declined to answer."),
            translate("texts", "Ask in other words, or choose another model."),
        ),
        "redirect": (
            translate("texts", "The provider sends requests on to another address."),
            translate("texts", "Callboard does not follow, as your key would go along."),
        ),
        "key_characters": (
            translate("texts", "The key holds characters that cannot be sent."),
            translate("texts", "Enter it again in Settings, Providers and keys."),
        ),
        "header": (
            translate("texts", "The value of a secret header is missing."),
            translate("texts", "Enter it again in the provider's advanced settings."),
        ),
    }


def _own_particulars() -> dict[str, tuple[str, str]]:
    models = translate("texts", "Choose one in Settings, Local models.")
    return {
        "no_engine": (
            translate("texts", "There is no engine to run models with."),
            translate("texts", "Install Callboard's local extra, or llama-server on the PATH."),
        ),
        "no_model_file": (translate("texts", "No model file is chosen."), models),
        "model_file_missing": (translate("texts", "The model file is gone."), models),
        "engine_ended": (
            translate("texts", "The engine ended by itself."),
            translate("texts", "Choose Retry: it is started anew. Its last words are below."),
        ),
        "profile_missing": (
            translate("texts", "There is nobody to talk to in this chat."),
            translate("texts", "Choose a model below the message field."),
        ),
        "disk_full": (
            translate("texts", "The disk is full: the chat could not be saved."),
            translate("texts", "Free some space. What you see stays here until Callboard closes."),
        ),
        "damaged": (
            translate("texts", "This could not be read: its data is damaged."),
            translate("texts", "Nothing was overwritten. Other chats are not touched by it."),
        ),
        "in_use": (
            translate("texts", "Another Callboard uses this folder and does not answer."),
            translate("texts", "End it, then start Callboard again."),
        ),
        "read_only": (
            translate("texts", "Callboard's data folder cannot be written to."),
            translate("texts", "Check its permissions, or set CALLBOARD_HOME to another folder."),
        ),
        "locked": (
            translate("texts", "The system keyring is locked."),
            translate("texts", "Unlock it, then choose Retry; or keep the key until exit."),
        ),
        "no_backend": (
            translate("texts", "There is no system keyring."),
            translate("texts", "Set one up and start Callboard again, or keep the key until exit."),
        ),
    }


def _failures() -> dict[Category, tuple[str, str]]:
    return _refusals() | _troubles() | _own_failures()


def _refusals() -> dict[Category, tuple[str, str]]:
    """The provider understood, and said no."""
    return {
        Category.AUTHENTICATION: (
            translate("texts", "The provider did not accept the key."),
            translate("texts", "Check the key in Settings, Providers and keys, or replace it."),
        ),
        Category.PERMISSION: (
            translate("texts", "This key may not do that."),
            translate(
                "texts", "Ask whoever owns the account for access, or choose another model or key."
            ),
        ),
        Category.MODEL_NOT_FOUND: (
            translate("texts", "The provider does not know this model or address."),
            translate("texts", "Choose a model from the provider's list, and check the base URL."),
        ),
        Category.RATE_LIMIT: (
            translate("texts", "Too many requests."),
            translate("texts", "Wait a little, then choose Retry."),
        ),
        Category.QUOTA: (
            translate("texts", "The account's quota or credit is used up."),
            translate(
                "texts", "Look at the billing page of the provider, or choose another profile."
            ),
        ),
        Category.CONTEXT_TOO_LONG: (
            translate("texts", "The conversation is longer than this model can read."),
            translate("texts", "Start a new chat, or choose a model with a larger context."),
        ),
        Category.BAD_REQUEST: (
            translate("texts", "The provider refused the request."),
            translate(
                "texts", "Its message below says what it did not like. Details show what was sent."
            ),
        ),
    }


def _troubles() -> dict[Category, tuple[str, str]]:
    """Something went wrong at the provider or on the way."""
    return {
        Category.OVERLOADED: (
            translate("texts", "The provider is overloaded."),
            translate("texts", "Wait a little, then choose Retry."),
        ),
        Category.SERVER: (
            translate("texts", "The provider had an error of its own."),
            translate("texts", "Choose Retry. If it stays, look at the provider's status page."),
        ),
        Category.NETWORK: (
            translate("texts", "The provider could not be reached."),
            translate(
                "texts",
                "Check the network and the base URL, and whether a local server is running.",
            ),
        ),
        Category.TLS: (
            translate("texts", "No secure connection could be made."),
            translate(
                "texts",
                "The certificate was not accepted. Check the address and this computer's clock.",
            ),
        ),
        Category.TIMEOUT: (
            translate("texts", "The provider went silent."),
            translate(
                "texts",
                "What had arrived is kept. Choose Retry, or a longer idle time in the profile.",
            ),
        ),
        Category.CUT_OFF: (
            translate("texts", "The answer was cut off."),
            translate(
                "texts", "What had arrived is kept. Continue goes on from here, Retry starts again."
            ),
        ),
        Category.CONTENT_FILTER: (
            translate("texts", "The provider's content filter stopped the answer."),
            translate("texts", "Say it differently, or choose another model."),
        ),
        Category.UNREADABLE_REPLY: (
            translate("texts", "The reply could not be read."),
            translate(
                "texts",
                "Check that the base URL is an API address, and the API type of the profile.",
            ),
        ),
    }


def _own_failures() -> dict[Category, tuple[str, str]]:
    """What Callboard itself could not do."""
    return {
        Category.ADDRESS: (
            translate("texts", "The base URL is not usable."),
            translate("texts", "Write it as https://host/v1, in Settings, Providers and keys."),
        ),
        Category.KEY_MISSING: (
            translate("texts", "There is no key for this provider."),
            translate("texts", "Add one in Settings, Providers and keys."),
        ),
        Category.KEYRING: (
            translate("texts", "The key could not be read from the system keyring."),
            translate(
                "texts",
                "Unlock or set up the keyring, or enter the key again to keep it until exit.",
            ),
        ),
        Category.NO_MODEL: (
            translate("texts", "No model is chosen."),
            translate("texts", "Choose one below the message field."),
        ),
        Category.NO_ANSWER: (
            translate("texts", "The model ended without an answer."),
            translate("texts", "Choose Retry, or ask in other words."),
        ),
        Category.ENGINE: (
            translate("texts", "The model on this computer could not be started."),
            translate(
                "texts", "The engine's own words are below. A smaller context or model may help."
            ),
        ),
        Category.STORAGE: (
            translate("texts", "Callboard could not read or save its data."),
            translate(
                "texts", "Check the free space and the permissions of Callboard's data folder."
            ),
        ),
        Category.FILE: (
            translate("texts", "A file could not be attached."),
            translate("texts", "Choose another file, or send the message without it."),
        ),
        Category.INTERNAL: (
            translate("texts", "Something in Callboard failed."),
            translate("texts", "The chat is kept. Choose Retry; the log has the details."),
        ),
    }
