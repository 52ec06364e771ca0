"""What Callboard says to the model. English, whatever the user's language."""

from collections.abc import Iterable

from studio.core.messages import Limit, Stop
from studio.core.rules import Why

CANCELLED = "Error: cancelled by the user before it was done."
NOT_RUN = "Error: not run, because the turn failed before."
INCOMPLETE = "Error: not run, because the call did not arrive whole."
INTERRUPTED = "Error: interrupted while it ran, because the turn failed. The outcome is unknown."
DENIED = "Error: the user did not allow this call."
CONTINUE = (
    "Your last answer was cut off. Continue it exactly where it stopped, "
    "without repeating anything."
)

PICTURES_ONLY = "The tool returned no text, only pictures. They were shown to the user."

_LIMITS = {
    Limit.ROUNDS: "the limit of rounds for this turn is reached",
    Limit.CALLS: "the limit of tool calls for this turn is reached",
    Limit.RESULT_CHARACTERS: "the limit of tool output for this turn is reached",
    Limit.SECONDS: "the time for this turn is used up",
    Limit.TOKENS: "the limit of tokens for this turn is reached",
    Limit.MONEY: "the money for this turn is used up",
    Limit.REPEATS: "the same call failed again and again",
}
_VETOES = {
    Stop.LENGTH: "the reply was cut off by the output limit",
    Stop.CONTENT_FILTER: "the reply was stopped by the content filter",
    Stop.REFUSAL: "the reply was a refusal",
    Stop.MALFORMED_CALL: "the provider found the call malformed",
    Stop.ERROR: "the reply ended in an error",
}


def not_run(limit: Limit) -> str:
    """The result of a call that a limit forbids."""
    return f"Error: not run, because {_LIMITS[limit]}. {last_instruction(limit)}"


def last_instruction(limit: Limit) -> str:
    """What the last round, which offers no tools, is asked for."""
    reason = _LIMITS[limit]
    return (
        f"No more tools can be used now: {reason}. Give the best answer you can from what you "
        "have, and say what is missing."
    )


def vetoed(stop: Stop) -> str:
    """The result of a call in a round that did not end well."""
    reason = _VETOES.get(stop, "the reply did not end well")
    return f"Error: not run, because {reason}. Ask again with a smaller call."


def denied(reason: str) -> str:
    """`reason` is the user's own, and may be empty."""
    return f"{DENIED} Their reason: {reason}" if reason else DENIED


def unknown_tool(name: str, available: Iterable[str]) -> str:
    names = ", ".join(sorted(available)) or "none"
    return f"Error: there is no tool named {name!r}. Available tools: {names}."


def not_json(name: str, problem: str) -> str:
    return (
        f"Error: the arguments of {name} are not valid JSON ({problem}). "
        "Call it again with one JSON object."
    )


def not_fitting(name: str, problems: Iterable[str], schema: str) -> str:
    listed = "; ".join(problems)
    return f"Error: the arguments of {name} do not fit: {listed}. The schema is: {schema}"


def failed(problem: str) -> str:
    return f"Error: {problem}"


def changed_arguments(arguments: str) -> str:
    """Said before the result of a call that ran with other arguments than it was asked for."""
    return f"The user changed the arguments of this call before it ran. It ran with: {arguments}"


_WHY_NOT = {
    Why.RULE: "The user has a rule against it.",
    Why.POLICY: "The organisation forbids it.",
    Why.TRUST_LEVEL: "This chat holds private data that this tool could carry out.",
    Why.TRUST_THREE: (
        "This chat holds private data and words of strangers, and this tool could carry it out."
    ),
    Why.TRUST_INSTRUCTION: "Something that was read in this chat tried to give instructions.",
}


def why_not(why: Why) -> str:
    """What the model is told about a call that a rule refused."""
    return _WHY_NOT.get(why, "")


def timed_out(name: str, seconds: float) -> str:
    return f"Error: {name} did not answer within {seconds:g} s and was stopped."


def shortened(text: str, most: int) -> str:
    """Head and tail of a long result, with a notice of what was left out between them.

    The result has at most `most` characters. Pure, so history is the same at every replay.
    """
    if len(text) <= most:
        return text
    notice = f"\n\n[… {len(text):,} characters in all; the middle was left out here …]\n\n"
    room = max(most - len(notice), 0)
    tail = room // 4
    head = room - tail
    return text[:head] + notice + text[len(text) - tail :]
