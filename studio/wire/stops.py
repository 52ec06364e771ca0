"""Why a reply ended, in the words of every dialect: a host that copies one writes another's."""

from studio.core.messages import Stop

_WORDS = {
    Stop.END: "stop eos eos_token end_turn stop_sequence completed complete done",
    Stop.TOOL_CALLS: "tool_calls tool_call function_call tool_use",
    Stop.LENGTH: (
        "length max_tokens max_token model_length max_output_tokens max_completion_tokens "
        "model_context_window_exceeded incomplete"
    ),
    Stop.CONTENT_FILTER: (
        "content_filter safety recitation language blocklist prohibited_content spii image_safety "
        "image_prohibited_content image_recitation jailbreak"
    ),
    Stop.REFUSAL: "refusal",
    Stop.PAUSE: "pause_turn",
    Stop.MALFORMED_CALL: (
        "malformed_function_call unexpected_tool_call malformed_response missing_thought_signature"
    ),
    Stop.ERROR: "error",
}
_STOPS = {word: stop for stop, words in _WORDS.items() for word in words.split()}
# Written out by hosts that turn everything into text, or as the first value of a list of names.
_NO_REASON = ("", "null", "none", "finish_reason_unspecified", "block_reason_unspecified")


def stop_of(reason: str) -> Stop:
    return _STOPS.get(reason.lower(), Stop.OTHER)


def reason_after(before: str, reason: str) -> str:
    """The reason that counts once another was read. What vetoes calls stays, whatever a host says
    on its last chunk: a call that was cut off must not run because of a plain end behind it."""
    if reason.lower() in _NO_REASON:
        return before
    return before if stop_of(before).vetoes_calls and not stop_of(reason).vetoes_calls else reason
