"""What the checks of a probe come to: the card that adapters obey. Pure."""

from studio.core.abilities import Abilities
from studio.harness.ports import Check, CheckResult

UNASKED = "unasked"  # the detail of reasoning that comes only where no effort is asked for

# What a check says that passed, or failed for certain.
_FACTS = {
    Check.STREAM: "streams",
    Check.USAGE: "reports_usage",
    Check.CALL: "takes_tools",
    Check.PARALLEL_CALLS: "calls_in_parallel",
    Check.IMAGE: "takes_images",
    Check.FILE: "takes_files",
}


def card_of(results: tuple[CheckResult, ...]) -> Abilities:
    """Only what is certain. A model that was not reached at all is not one that can do nothing."""
    by_check = {result.check: result for result in results}
    if not any(result.passed for result in results):
        return Abilities()
    facts = {
        fact: by_check[check].passed
        for check, fact in _FACTS.items()
        if check in by_check and by_check[check].passed is not None
    }
    reasoning = by_check.get(Check.REASONING)
    if reasoning is not None and reasoning.passed is not None:
        # Refused was to be told how hard, which says nothing about thinking unasked.
        facts["takes_effort"] = reasoning.passed and reasoning.detail != UNASKED
        facts["reasons"] = reasoning.passed or None
    return Abilities.model_validate(facts)
