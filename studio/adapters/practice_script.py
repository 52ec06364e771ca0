"""Decides what the practice provider says. Pure: the same conversation gets the same reply.

The words that the user types pick a scene; a scene with tools first asks for them and, once their
results are there, answers with what they said. German words work too; the answers are English.
"""

import re
from collections.abc import Callable

from studio.adapters.practice_faults import fault_for
from studio.adapters.practice_places import places_in
from studio.adapters.practice_reply import (
    Call,
    Conversation,
    Ending,
    Piece,
    Refused,
    Reply,
    Say,
    Think,
)
from studio.adapters.practice_scene import (
    CALCULATE,
    CURRENT_TIME,
    LIST_DIRECTORY,
    READ_TEXT_FILE,
    WRITE_TEXT_FILE,
    Done,
    Scene,
    scene_of,
)
from studio.adapters.practice_texts import (
    BRIEF_THOUGHT,
    CUT_OFF,
    LABEL,
    MARKDOWN,
    OVERLOADED,
    REFUSAL,
    THINKING,
    THOUGHT,
    TOUR_END,
    TOUR_FIRST,
    TOUR_INTROS,
    TOUR_TITLES,
    UNKNOWN,
    long_answer,
)

SceneWriter = Callable[[Scene], Reply]

_SIGNS = r"+*/%^x\u00d7\u00f7-"
_EXPRESSION = re.compile(rf"[-(]*\s*\d[\d\s.,(){_SIGNS}]*[{_SIGNS}][\d\s.,(){_SIGNS}]*\d\)*")
_PATH = re.compile(r"(?:[A-Za-z]:)?[~.]?[/\\][^\s\"'`]+|\b[\w-]+\.(?:txt|md|py|json|csv|toml)\b")
_FILE_TEXT = (
    "This file was written by the practice provider of Callboard, which is no model.\n"
    "It was written because you allowed it.\n"
)


def reply_to(conversation: Conversation, *, is_retry: bool) -> Reply | Refused:
    """The reply to a valid request. What fails only once is over when `is_retry`."""
    scene = scene_of(conversation)
    refused = None if scene.done else fault_for(_last_paragraph(scene.prompt))
    if refused is not None and not (refused.passes and is_retry):
        return refused
    reply = _write(scene)
    if conversation.wants_reasoning and not isinstance(reply.pieces[0], Think):
        return Reply((Think(BRIEF_THOUGHT), *reply.pieces), reply.ending)
    return reply


def _write(scene: Scene) -> Reply:
    step = _tour_step(scene)
    if step is not None:
        return _tour(scene, step)
    return _scene_for(scene.prompt)(scene)


def _scene_for(prompt: str) -> SceneWriter:
    for text in (_last_paragraph(prompt), prompt):
        for pattern, writer in _SCENES:
            if pattern.search(text):
                return writer
    return _unknown


def _last_paragraph(prompt: str) -> str:
    """What was typed last: an earlier prompt that got no answer comes in the same message, and
    the error that it asked for would otherwise come for ever."""
    return prompt.rstrip().rpartition("\n\n")[2]


def _say(text: str, ending: Ending = Ending.WHOLE) -> Reply:
    return Reply((Say(text),), ending)


def _ask(scene: Scene, intro: str, *calls: Call) -> Reply:
    """Asks for tools, or says in words that they are not on offer."""
    missing = [call.name for call in calls if not scene.can(call.name)]
    if missing:
        names = ", ".join(f"`{name}`" for name in dict.fromkeys(missing))
        return _say(
            f"Here I would call {names}, but this request does not offer that tool, so I can only "
            f"say so. {LABEL}"
        )
    pieces: tuple[Piece, ...] = (Say(intro), *calls) if intro else calls
    return Reply(pieces)


def _current_time(scene: Scene) -> Reply:
    places = places_in(scene.prompt)[:5]
    if scene.done:
        lines = [f"- {_called(done)}: **{done.line}**" for done in scene.done]
        return _say("The tool says:\n\n" + "\n".join(lines) + f"\n\n{LABEL}")
    if not places:
        return _ask(scene, "No city that I know, so here is UTC.", _time_call(scene, "UTC"))
    names = " and ".join(name.title() if name.islower() else name for name, _ in places)
    calls = (_time_call(scene, zone) for _, zone in places)
    return _ask(scene, f"I'll look at the clock in {names}.", *calls)


def _time_call(scene: Scene, zone: str) -> Call:
    return scene.call(CURRENT_TIME, timezone=zone)


def _called(done: Done) -> str:
    values = ", ".join(str(value) for value in done.arguments.values())
    return f"`{done.name}` ({values})" if values else f"`{done.name}`"


def _calculate(scene: Scene) -> Reply:
    if scene.done:
        result = scene.done[-1]
        return _say(f"{_called(result)} gives **{result.line}**.")
    found = _EXPRESSION.search(scene.prompt)
    expression = _plain(found.group()) if found else "(17 + 4) * 2"
    return _ask(scene, "", scene.call(CALCULATE, expression=expression))


def _plain(expression: str) -> str:
    for sign, plain in (("\u00d7", "*"), ("x", "*"), ("\u00f7", "/"), ("^", "**")):
        expression = expression.replace(sign, plain)
    return expression.strip()


def _divide_by_zero(scene: Scene) -> Reply:
    if not scene.done:
        return _ask(scene, "I'll ask for 1 / 0 and see.", scene.call(CALCULATE, expression="1 / 0"))
    return _say(
        f"As it should, the tool refused, with these words:\n\n> {scene.done[-1].line}\n\n"
        "A tool that fails does not end the turn: its error goes back to the model, which may "
        "correct itself or, as here, explain. Dividing by zero has no result: no number times "
        "zero gives one."
    )


def _several(scene: Scene) -> Reply:
    if not scene.done:
        return _ask(
            scene,
            "Three calls at once: two clocks and a sum.",
            _time_call(scene, "Asia/Tokyo"),
            _time_call(scene, "America/New_York"),
            scene.call(CALCULATE, expression="355 / 113"),
        )
    lines = [f"{number}. {_called(done)}: {done.line}" for number, done in enumerate(scene.done, 1)]
    return _say("All of them came back, in the order of the calls:\n\n" + "\n".join(lines))


def _write_file(scene: Scene) -> Reply:
    if not scene.done:
        call = scene.call(
            WRITE_TEXT_FILE, path=_path_in(scene.prompt, "practice.txt"), text=_FILE_TEXT
        )
        return _ask(scene, "I'd like to write a file. It is for you to decide.", call)
    return _say(
        f"This is what became of it:\n\n> {scene.done[-1].line}\n\n"
        "Allowed or denied, what became of a call comes back to me in the same way, a denial with "
        "your reason if you gave one, and the turn goes on."
    )


def _list_folder(scene: Scene) -> Reply:
    if not scene.done:
        return _ask(scene, "", scene.call(LIST_DIRECTORY, path=_path_in(scene.prompt, ".")))
    return _say(f"The folder, as the tool sees it:\n\n```\n{scene.done[-1].text[:4000]}\n```")


def _read_file(scene: Scene) -> Reply:
    if not scene.done:
        path = _path_in(scene.prompt, "practice.txt")
        return _ask(scene, "", scene.call(READ_TEXT_FILE, path=path))
    return _say(f"The tool read this:\n\n```\n{scene.done[-1].text[:4000]}\n```")


def _path_in(prompt: str, otherwise: str) -> str:
    found = _PATH.search(prompt)
    return found.group().rstrip(".,;:!?") if found else otherwise


def _limit(scene: Scene) -> Reply:
    if scene.can(CALCULATE):
        number = len(scene.done) + 1
        return Reply((scene.call(CALCULATE, expression=f"{number} * {number}"),))
    if not scene.done:
        return _ask(scene, "", scene.call(CALCULATE, expression="1 * 1"))
    return _say(
        f"I was told to stop and answer with what there is: {len(scene.done)} results, the last "
        f"one {scene.done[-1].line.removesuffix('.')}. Left alone I would have gone on for ever."
    )


def _think(_: Scene) -> Reply:
    return Reply((Think(THINKING), Say(THOUGHT)))


def _markdown(_: Scene) -> Reply:
    return _say(MARKDOWN)


def _long(_: Scene) -> Reply:
    return _say(long_answer())


def _refuse(_: Scene) -> Reply:
    return _say(REFUSAL, Ending.FILTERED)


def _cut_off(_: Scene) -> Reply:
    return _say(CUT_OFF, Ending.CUT_OFF)


def _rest(_: Scene) -> Reply:
    return _say(
        "... and here is the rest of it. What had arrived before the break was kept, and this "
        "follows it as a turn of its own, so nothing is lost and nothing is said twice."
    )


def _lost(_: Scene) -> Reply:
    return _say(CUT_OFF, Ending.LOST)


def _overloaded(_: Scene) -> Reply:
    return _say(OVERLOADED, Ending.OVERLOADED)


def _recovered(_: Scene) -> Reply:
    return _say(
        "The first attempt at this failed on purpose; Callboard waited and tried again by itself, "
        "and here is the answer. Errors that do not pass are `error 401`, `error 403`, "
        "`error 404`, `quota` and `too long`; `overloaded`, `cut off` and `connection lost` "
        "happen in the middle of an answer."
    )


def _unknown(scene: Scene) -> Reply:
    if scene.done:
        return _current_time(scene)
    return _say(UNKNOWN)


_TOUR = re.compile(r"^\W*(tour|hello|hi|hey|hallo|guten tag|moin|start|begin|help|hilfe)\b", re.I)
_NEXT = re.compile(r"^\W*(next|go on|weiter|nächste\w*|yes|ja|ok|okay)\W*$", re.I)


def _tour_step(scene: Scene) -> int | None:
    """Which step of the tour the last prompt asks for; other words between do not end it."""
    step: int | None = None
    for prompt in (*scene.earlier, scene.prompt):
        if _NEXT.match(prompt) and step is not None:
            step += 1
        elif _TOUR.match(prompt):
            step = 0
    asks = _NEXT.match(scene.prompt) or _TOUR.match(scene.prompt)
    return step if asks else None


def _tour(scene: Scene, step: int) -> Reply:
    if step == 0:
        return _say(TOUR_FIRST)
    if step >= len(TOUR_TITLES):
        return _say(TOUR_END)
    reply = _TOUR_SCENES[step](Scene("Tokyo", (), scene.done, scene.tools, scene.may_call))
    if reply.has_calls:
        said = tuple(piece for piece in reply.pieces if isinstance(piece, Call))
        return Reply((Say(f"**{TOUR_TITLES[step]}.** {TOUR_INTROS[step]}"), *said))
    intro = TOUR_INTROS[step] if not scene.done else ""
    before = (Say(f"**{TOUR_TITLES[step]}.** {intro}\n\n"),) if intro else ()
    following = TOUR_TITLES[step + 1] if step + 1 < len(TOUR_TITLES) else "the end of the tour"
    after = Say(f"\n\nType `next` to go on: {following}.")
    return Reply((*_joined(before, reply.pieces), after), reply.ending)


def _joined(before: tuple[Say, ...], pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Reasoning comes first in every wire format."""
    thoughts = tuple(piece for piece in pieces if isinstance(piece, Think))
    rest = tuple(piece for piece in pieces if not isinstance(piece, Think))
    return (*thoughts, *before, *rest)


def _went_wrong(_: Scene) -> Reply:
    return _say(
        "**Something goes wrong.** It always does some day, so try it here: type `rate limit` and "
        "Callboard waits and tries again; `overloaded` or `cut off` and an answer breaks off in "
        "the middle; `error 401` and you see how a wrong key looks; `refuse` for a filter."
    )


_TOUR_SCENES: tuple[SceneWriter, ...] = (
    _unknown,
    _current_time,
    _several,
    _divide_by_zero,
    _write_file,
    _think,
    _markdown,
    _long,
    _went_wrong,
)


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(words, re.IGNORECASE)


_SCENES: tuple[tuple[re.Pattern[str], SceneWriter], ...] = (
    # Before the next one: what asks for the rest says what became of the beginning.
    (_pattern(r"^continue\b|\bcontinue it\b"), _rest),
    (_pattern(r"\bcut[ -]?off\b|abgeschnitten|abbrechen"), _cut_off),
    (_pattern(r"connection (is )?(lost|broken|reset)|verbindung"), _lost),
    (_pattern(r"\boverload|überlast"), _overloaded),
    (_pattern(r"\brefus|\bcontent filter|\bweiger|\bfilter\b"), _refuse),
    (_pattern(r"\berror\b|\bfehler\b|rate limit|\b429\b|\b500\b"), _recovered),
    (_pattern(r"\bseveral\b|\bparallel\b|at once|\bmehrere"), _several),
    (_pattern(r"(divid|division)\w* by (zero|0)|durch (null|0)\b|/\s*0(?![\d.])"), _divide_by_zero),
    (_pattern(r"\blimits?\b|never stop|for ever|\bgrenze"), _limit),
    (_pattern(r"\bmarkdown\b"), _markdown),
    (_pattern(r"\blong (answer|text)|\blange[rn]? (antwort|text)"), _long),
    (_pattern(r"\bwrite\b.*\bfile|\bapprov|\bschreib|\bgenehmig|\bfreigabe"), _write_file),
    (_pattern(r"\bread\b.*(\bfile|\.\w+)|\blies\b"), _read_file),
    (_pattern(r"\blist\b|\bfolder|\bdirector|\bordner|\bverzeichnis"), _list_folder),
    (_pattern(r"\bthink|\breason|\bdenk|\bnachdenk|\büberleg"), _think),
    (_pattern(r"\btime\b|\bclock\b|\buhrzeit|wie spät|\bzeit\b"), _current_time),
    (_pattern(r"\bcalculat|\bcompute\b|\brechne|\bberechne"), _calculate),
    (_EXPRESSION, _calculate),
)
