import json
from typing import Any

from studio.core.call_traffic import of_call
from studio.core.server_traffic import LogLine, LogSource, ServerMessage


def sent(at: float, **fields: Any) -> ServerMessage:
    return ServerMessage(at, True, json.dumps({"jsonrpc": "2.0", **fields}))


def came(at: float, **fields: Any) -> ServerMessage:
    return ServerMessage(at, False, json.dumps({"jsonrpc": "2.0", **fields}))


def call(at: float, number: int, name: str, **arguments: Any) -> ServerMessage:
    params = {"name": name, "arguments": arguments, "_meta": {"progressToken": number + 100}}
    return sent(at, id=number, method="tools/call", params=params)


def progress(at: float, token: int) -> ServerMessage:
    params = {"progressToken": token, "progress": 1}
    return came(at, method="notifications/progress", params=params)


MINE = call(1.0, 1, "read", path="a")
OTHER = call(1.1, 2, "read", path="b")
PROGRESS, OTHER_PROGRESS = progress(1.2, 101), progress(1.3, 102)
OTHER_ANSWER = came(1.4, id=2, result={})
ASKED = came(1.5, id=1, method="elicitation/create", params={})
REPLIED = sent(1.6, id=1, result={"action": "accept"})
TOLD = came(1.7, method="notifications/message", params={"data": "hm"})
LISTED = sent(1.75, id=3, method="tools/list")
LIST = came(1.76, id=3, result={"tools": []})
CANCELLED = sent(1.78, method="notifications/cancelled", params={"requestId": 2})
ANSWER = came(1.8, id=1, result={"content": []})
ALL = (
    call(0.5, 0, "read", path="a"),
    MINE,
    OTHER,
    PROGRESS,
    OTHER_PROGRESS,
    OTHER_ANSWER,
    ASKED,
    REPLIED,
    TOLD,
    LISTED,
    LIST,
    CANCELLED,
    ANSWER,
    came(2.5, id=9, result={}),
)
LOG = tuple(LogLine(at, LogSource.STDERR, str(at)) for at in (0.5, 1.5, 2.5))


def test_a_call_has_its_own_messages_in_order_and_none_of_one_beside_it() -> None:
    messages, log = of_call(ALL, LOG, "read", {"path": "a"}, 1.0, 2.0)
    assert messages == (MINE, PROGRESS, ASKED, REPLIED, TOLD, ANSWER)
    assert log == (LOG[1],)
    assert of_call(ALL, LOG, "read", {"path": "b"}, 1.0, 2.0)[0] == (
        OTHER,
        OTHER_PROGRESS,
        OTHER_ANSWER,
        ASKED,
        REPLIED,
        TOLD,
        CANCELLED,
    )


def test_a_call_that_the_server_made_us_ask_again_has_all_its_requests() -> None:
    again = call(1.3, 5, "read", path="a")
    first, second = came(1.2, id=1, result={"resultType": "input_required"}), came(1.4, id=5)
    messages, _ = of_call((MINE, OTHER, first, again, second), (), "read", {"path": "a"}, 1.0, 2.0)
    assert messages == (MINE, first, again, second)


def test_arguments_that_were_masked_or_cut_are_found_by_the_name() -> None:
    messages, _ = of_call((MINE, ANSWER), (), "read", {"path": "a secret"}, 1.0, 2.0)
    assert messages == (MINE, ANSWER)


def test_what_cannot_be_read_is_shown_and_not_hidden() -> None:
    odd = (ServerMessage(1.5, False, '{"id":'), ServerMessage(1.6, False, "[1]"))
    assert of_call(odd, (), "read", {}, 1.0, 2.0)[0] == odd
