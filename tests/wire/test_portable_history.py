"""A chat goes on with any provider, whatever it went through: every request is a valid one."""

import json
import os
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings

from studio.core.messages import Dialect
from studio.wire.history import violations
from tests.wire.conversations import Planned, Sent, conversations, drive

_EXAMPLES = int(os.environ.get("CALLBOARD_EXAMPLES", "40"))
_LENIENT = settings(
    max_examples=_EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@pytest.mark.slow
@pytest.mark.parametrize("dialect", list(Dialect))
def test_every_request_of_any_chat_is_valid(
    dialect: Dialect, record_property: Callable[[str, object], None]
) -> None:
    counted = {"conversations": 0, "requests": 0}

    @_LENIENT
    @given(conversations(dialect))
    def hold(conversation: list[Planned]) -> None:
        driver = drive(conversation)
        counted["conversations"] += 1
        counted["requests"] += len(driver.sent)
        for sent in driver.sent:
            _check(sent)

    hold()
    for name, number in counted.items():
        record_property(name, number)
    assert counted["conversations"] >= _EXAMPLES


def _check(sent: Sent) -> None:
    found = violations(sent.target.profile.dialect, sent.body, sent.target.quirks)
    assert found == (), json.dumps(sent.body, indent=1)[:6_000]
