"""What the practice provider says where nothing depends on the conversation."""

LABEL = (
    "I am **no model**: I am a script inside Callboard, for practice. Nothing leaves this computer."
)

WORDS = """\
| type | and see |
|---|---|
| `time in Tokyo` | a tool call and its result |
| `calculate (17 + 4) * 2` | another tool, with your expression |
| `divide by zero` | a tool that fails, and what follows |
| `several` | three calls at once |
| `write a file` | a call that asks for your approval first |
| `list the folder` | a look into a folder that you granted |
| `think` | reasoning before the answer |
| `Markdown` | everything that an answer can be drawn with |
| `long answer` | a long text; press Stop whenever you like |
| `limit` | calls without end, until Callboard's limit ends them |
| `error`, `rate limit`, `overloaded`, `cut off`, `refuse` | what can go wrong |
| `tour` | all of this step by step |
"""

UNKNOWN = f"""\
{LABEL} So I can't really answer that, but these words make me play a scene:

{WORDS}"""

TOUR_FIRST = f"""\
# Welcome to the practice tour

{LABEL} Yet everything else is real: Callboard sends me genuine requests in the wire format \
that you chose, reads my stream byte by byte, and runs its own tools.

What you see just now is an answer arriving piece by piece. Under it stand the model, the tokens \
and the time it took; *Details* shows the exact bytes that went over the wire. **Stop** beside \
the text field ends an answer at any moment, and what has arrived stays.

Type `next` to go on: the next step is **a tool call**. Or type any word of this list:

{WORDS}"""

TOUR_TITLES = (
    "Welcome",
    "A tool call",
    "Several calls at once",
    "A call that fails",
    "A call that asks first",
    "Reasoning",
    "Markdown",
    "A long answer",
    "Something goes wrong",
)

TOUR_INTROS = (
    "",
    "Now I ask for a tool: the time in Tokyo. Watch the card; unfold it for arguments and result.",
    "Now three calls in one reply. Callboard runs those that only read side by side.",
    "Now I ask for something that can't be done: a division by zero.",
    "Now I want to write a file. Nothing happens until you decide on the card; the text to be "
    "written is there in full.",
    "",
    "Now everything that an answer can be drawn with.",
    "Now a long answer. Scroll while it arrives, or press Stop.",
    "",
)

TOUR_END = f"""\
That was the whole tour. {LABEL} To talk to a real one, add a provider in the settings, or try \
the small model on this computer.

{WORDS}"""

THINKING = """\
The user wants to see reasoning. I have none of my own, so I play some.

First: what is asked? To show how thinking looks before an answer. Second: how would a model go \
about it? It would weigh a few ways, drop one, and keep another. A short demonstration is better \
than a long one, because the user came to see the shape and not the content.

Check: reasoning is folded once it has ended, and its duration stands on it. That is what I should \
point out. Now answer."""

THOUGHT = """\
Above this answer there is now a folded line that says how long I "thought". Unfold it to read \
the reasoning. Models that reason send it apart from the answer, and often it has to go back to \
them unchanged with the next request: Callboard keeps it for that, sealed as it came.

(I am no model, so that reasoning was written in advance.)"""

BRIEF_THOUGHT = "The request asks for reasoning, so here is a little of it before the scene."

REFUSAL = "I will begin an answer here, but then a filter"

OVERLOADED = (
    "This answer begins well, and then the service reports in mid stream that it is overloaded. "
    "The text up to here"
)

CUT_OFF = (
    "This answer ends without its end marker, as it does when a server or a proxy drops the "
    "stream. Callboard keeps the text and says that it was cut off. The last words are"
)

MARKDOWN = '''\
# A Markdown sampler

## Words

Plain text with **bold**, *italic*, ***both***, ~~struck out~~ and `code in a line`. A hard break\\
begins a new line. A link to [the CommonMark specification](https://spec.commonmark.org/) opens \
only on a click, and so does <https://example.com/>. An address that is refused: \
[no click](javascript:alert(1)).

### A third heading

#### And a fourth

## Lists

1. First
2. Second
   - nested
   - nested, with a longer line that has to wrap somewhere, because no window is wide enough for \
a sentence that simply does not want to end
     1. deeper
     2. deepest
3. Third

- [x] a task that is done
- [ ] a task that is not

## A table

| Left | Centre | Right |
|:-----|:------:|------:|
| apples | red | 1.20 |
| pears | **green** | 13.75 |
| `plums` | blue | 100.00 |

## Code

```python
from dataclasses import dataclass


@dataclass(frozen=True)
class Point:
    """A place on a plane."""

    x: float
    y: float = 0.0

    def moved(self, dx: float) -> "Point":
        return Point(self.x + dx, self.y)  # a new one, never the same
```

```sql
SELECT name, count(*) AS calls
FROM tool_use
WHERE outcome <> 'done'
GROUP BY name
ORDER BY calls DESC;
```

```
no language: no colours, and a line that is much longer than the window is wide: \
it has to scroll
```

## A quote

> What is quoted stands apart.
>
> > And what is quoted in it, further.

---

## What is hard to draw

A long word: Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft\
undnochvielesmehrohneeineneinzigenTrennstrich.

Chinese 你好世界。 Japanese こんにちは世界。 Korean 안녕하세요. Arabic مرحبا بالعالم, in an \
English sentence. Hebrew שלום. Cyrillic Щебет. Combining: é ñ. Emoji: 🎉 👩‍💻 🇯🇵 👍🏽.

Raw HTML stays text: <b>not bold</b> <script>alert("never run")</script> \
<img src="https://example.com/never-fetched.png">

![an image is never fetched](https://example.com/never-fetched.png)

An entity: &amp; &lt; &copy;. An unclosed **star, and an unclosed `tick.
'''

_OPENINGS = (
    "A long answer is a good test of patience, and of a window.",
    "While this paragraph arrives, the ones above it must not move.",
    "If you scroll up now, the view should stay where you put it.",
    "A model would have a reason to write so much; a script merely has the instruction.",
    "Halfway through a sentence the selection of text must still work.",
)
_MIDDLES = (
    "Bytes become events, events become a turn, and a turn becomes pixels; each step costs a "
    "little, and over thousands of steps a little is a lot.",
    "Every few words a new piece comes in, and only the open block is laid out again, however "
    "much has been written before it.",
    "The text is plain on purpose, with *one* emphasis and `one piece of code` in each paragraph, "
    "because that is what most answers look like.",
    "Stop is always there: pressed now, it would end the stream within the blink of an eye and "
    "leave everything up to here in place.",
)
_ENDINGS = (
    "So it goes on.",
    "There is more where this came from.",
    "The next paragraph says something else.",
)


def long_answer(size: int = 20_000) -> str:
    """About `size` characters: paragraphs, with a heading, a list or code now and then."""
    parts = [f"# A long answer\n\n{LABEL}"]
    written = len(parts[0])
    number = 0
    while written < size:
        number += 1
        parts.append(_stretch(number))
        written += len(parts[-1]) + 2
    parts.append(f"That was the end, after {number} stretches and about {written:,} characters.")
    return "\n\n".join(parts)


def _stretch(number: int) -> str:
    if number % 9 == 0:
        code = f"```python\nfor word in stretch({number}):\n    print(word, end=' ')\n```"
        return f"## Stretch {number}\n\n{code}"
    if number % 5 == 0:
        return "\n".join(
            f"{position}. {_ENDINGS[(number + position) % 3]}" for position in range(1, 6)
        )
    return " ".join(
        (
            f"**{number}.**",
            _OPENINGS[number % len(_OPENINGS)],
            _MIDDLES[number % len(_MIDDLES)],
            _MIDDLES[(number * 3 + 1) % len(_MIDDLES)],
            _ENDINGS[number % len(_ENDINGS)],
        )
    )
