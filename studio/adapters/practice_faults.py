"""The HTTP errors that the practice provider plays, by the words that ask for them."""

import re

from studio.adapters.practice_reply import Fault, Refused

_ONCE = "This error was asked for, and passes with the next attempt."
_STAYS = "This error was asked for, and stays."

_FAULTS: tuple[tuple[str, Refused], ...] = (
    (
        r"\brate[ -]?limit|\b429\b",
        Refused(
            Fault.RATE_LIMIT,
            f"Rate limit reached for practice-tour. Please try again in 2s. {_ONCE}",
            retry_after=2,
            passes=True,
        ),
    ),
    (r"\bquota\b|\bguthaben\b", Refused(Fault.QUOTA, f"You exceeded your current quota. {_STAYS}")),
    (
        r"(error|fehler) 401|wrong key|falscher schlüssel",
        Refused(Fault.WRONG_KEY, f"Incorrect API key provided. {_STAYS}"),
    ),
    (
        r"(error|fehler) 403|\bforbidden\b|\bverboten\b",
        Refused(Fault.FORBIDDEN, f"Your account may not use this model. {_STAYS}"),
    ),
    (
        r"(error|fehler) 404",
        Refused(
            Fault.UNKNOWN_MODEL, f"The model `practice-tour` does not exist. {_STAYS}", "model"
        ),
    ),
    (
        r"\btoo long\b|\bzu lang\b",
        Refused(
            Fault.TOO_LONG,
            "This model's maximum context length is 8192 tokens. However, your messages resulted "
            f"in 9000 tokens. {_STAYS}",
            "messages",
        ),
    ),
    (
        r"\berror\b|\bfehler\b",
        Refused(
            Fault.SERVER,
            f"The server had an error while processing your request. {_ONCE}",
            passes=True,
        ),
    ),
)
_COMPILED = tuple((re.compile(words, re.IGNORECASE), refused) for words, refused in _FAULTS)


def fault_for(prompt: str) -> Refused | None:
    """The error that a prompt asks for, if it does."""
    for pattern, refused in _COMPILED:
        if pattern.search(prompt):
            return refused
    return None
