"""One conversation as each dialect would carry it: the request, where each part stands, and what
it would lose."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from studio.core.chats import Assignment
from studio.core.messages import Origin, ServerToolUse
from studio.core.notices import Notice, NoticeKind
from studio.wire.attached import takes
from studio.wire.dialects import exchange_for
from studio.wire.exchange import IdFactory, Target
from studio.wire.left_behind import signatures
from studio.wire.marking import Path, marked
from studio.wire.past import CONTINUE, History, Owner, answered

_ENTRIES = ("messages", "input", "contents")
_TOOLS = (NoticeKind.TOOLS_LEFT_OUT, NoticeKind.SCHEMAS_LEFT_OUT)


@dataclass(frozen=True, slots=True)
class Carried:
    """A conversation in one dialect. `places` are pairs of subject and path; `stays` are the
    subjects of which something stays behind whatever else travels."""

    path: str
    body: dict[str, Any] = field(repr=False)
    places: tuple[tuple[str, Path], ...]
    notices: tuple[Notice, ...]
    stays: frozenset[str]

    @property
    def subjects(self) -> frozenset[str]:
        return frozenset(subject for subject, _ in self.places)


def origins(assignment: Assignment) -> Iterator[Origin]:
    """Who answered in it, the last first."""
    for turn in (assignment.turn, *reversed(assignment.earlier)):
        for round_ in reversed(turn.rounds):
            yield round_.origin


def carried(target: Target, assignment: Assignment, new_id: IdFactory) -> Carried:
    """What the target would be sent on, built twice: as it is, and with marks."""
    exchange = exchange_for(target, assignment, new_id)
    request = exchange.request(offer_tools=True, final_instruction=None)
    notices = exchange.notices()
    copy, marks = marked(assignment)
    shape = exchange_for(target, copy, new_id).request(offer_tools=True, final_instruction=None)
    body = dict(request.body)
    _without_urging(body, dict(shape.body))
    owner = Owner(target.profile.dialect, target.profile.id, target.model)
    files = _files_that_stay(owner, target, copy)
    stays = frozenset([*_stays(owner, assignment, notices), *files])
    return Carried(request.path, body, tuple(marks.places(shape.body)), notices, stays)


def lost(view: Carried, before: Carried) -> tuple[str, ...]:
    """The subjects that a switch from `before` to this would lose, all or in part."""
    gone = [subject for subject, _ in before.places if subject not in view.subjects]
    return tuple(dict.fromkeys([*gone, *sorted(view.stays)]))


def _without_urging(body: dict[str, Any], shape: dict[str, Any]) -> None:
    """An answered turn is history here, and nobody is urged to go on from it."""
    name = next((name for name in _ENTRIES if body.get(name)), "")
    entries = body.get(name)
    if not isinstance(entries, list) or entries[-1] != shape[name][-1]:
        return  # a part of the conversation: its mark is another text
    last = dict(entries[-1])
    said = last.pop("content", last.pop("parts", None))
    texts = [part.get("text") for part in said] if isinstance(said, list) else [said]
    if len(entries) > 1 and last.get("role") == "user" and texts == [CONTINUE]:
        body[name] = entries[:-1]


def _stays(owner: Owner, assignment: Assignment, notices: tuple[Notice, ...]) -> Iterator[str]:
    """What of the notices has a subject, but for files."""
    for turn in (*assignment.earlier, assignment.turn):
        for round_ in turn.rounds:
            entry = answered(turn, round_, owner, is_current=turn is assignment.turn)
            if entry.foreign is not None and signatures(entry.foreign):
                yield f"{round_.id}/reasoning"
            if not entry.is_own:
                for part in round_.parts:
                    yield from [f"{part.id}/call"] if isinstance(part, ServerToolUse) else []
    for notice in notices:
        if notice.kind in _TOOLS:
            yield from (f"tools/{name}" for name in notice.names)


def _files_that_stay(owner: Owner, target: Target, copy: Assignment) -> Iterator[str]:
    taken = takes(owner.dialect, target.abilities, target.quirks)
    for planned in History(copy, owner, taken).planned:
        if planned.notice is not None:
            yield planned.attachment.digest
