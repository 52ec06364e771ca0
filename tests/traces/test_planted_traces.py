"""Keys are planted in every place where one can be, in every dialect: none is in a trace, whatever
was chosen to be taken out of it, and the trace still plays."""

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest

from studio.core.messages import Dialect, TurnState
from studio.core.trace import Trace
from studio.core.trace_lines import trace_lines
from studio.harness.trace_ports import Choice
from tests.traces.corpus import Case, own_cases, stand
from tests.traces.taken import differences, packed, played, redacted_trace

# Not written whole, so that nobody takes them for lost ones.
KEYS = {
    place: f"sk-{place}-" + f"{number}123456789abcdefWXYZ"
    for number, place in enumerate(("key", "header", "extra", "query", "parameter"))
}
PROFILE = {
    "has_key": True,
    "secret_headers": ("x-secret",),
    "extra_headers": {"x-auth-token": KEYS["extra"]},
    "extra_parameters": {"metadata": {"api_token": KEYS["parameter"]}},
}
VAULT = {"p/default": KEYS["key"], "p/header-x-secret": KEYS["header"]}


def echoing(dialect: Dialect, status: int) -> Case:
    """A host that repeats all it was told, in what it says and in the head of its reply."""
    case = next(each for each in own_cases(dialect) if each.name == "text")
    all_keys = " ".join(KEYS.values())
    if status == 200:
        body = case.body.replace("Grüße".encode(), f"Grüße {all_keys}".encode())
        assert body != case.body
    else:
        body = json.dumps({"error": {"message": f"bad: {all_keys}", "code": all_keys}}).encode()
    return replace(case, status=status, body=body, headers={**case.headers, "x-echo": all_keys})


def _assert_no_key(trace: Trace) -> None:
    plain = "".join(trace_lines(trace)).encode()
    for data in (plain, gzip.decompress(packed(trace)), repr(trace).encode()):
        for key in KEYS.values():
            # A part of it tells as much.
            assert key[-16:-4].encode() not in data


@pytest.mark.parametrize("status", [200, 401, 400, 500])
@pytest.mark.parametrize("dialect", list(Dialect))
async def test_no_key_is_in_a_trace(dialect: Dialect, status: int, tmp_path: Path) -> None:
    async with stand(tmp_path) as there:
        there.keys = VAULT
        query = f"?api_key={KEYS['query']}"
        trace = await there.taken(echoing(dialect, status), query, **PROFILE)
    (traced,) = trace.turns
    is_well = status in (200, 500)  # the latter is tried again
    assert traced.turn.state is (TurnState.COMPLETED if is_well else TurnState.FAILED)
    assert b"****" in traced.recordings[0].response_body
    _assert_no_key(trace)
    _assert_no_key(await redacted_trace(trace, Choice(words=("host",))))
    assert differences(await played(trace)) == []
