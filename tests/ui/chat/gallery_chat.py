"""One chat with everything that a transcript can show: for pictures to look at, and a test."""

import json

from studio.core.chats import Turn
from studio.core.errors import Category, Failure
from studio.core.messages import (
    Attachment,
    Citation,
    Dialect,
    Origin,
    Outcome,
    Part,
    Reasoning,
    Round,
    ServerToolUse,
    Sources,
    Stop,
    Text,
    ToolCall,
    ToolResult,
    ToolState,
    ToolUse,
    TurnState,
    Usage,
)

_ORIGIN = Origin("p", "Anthropic", Dialect.ANTHROPIC_MESSAGES, "claude-sonnet-4-5")
_PICTURE = Attachment("station.png", "image/png", 182_400, "d1")
_REPORT = Attachment("report-2026.pdf", "application/pdf", 1_240_000, "d2", "t2", 18, 6_200)

_STRUCTURE = """# What the sensors say

The pump was serviced in **March**; since then `TX-310` has been *stable*, and the ~~old~~ new
limit holds. See [the notice](https://example.org/fn-2291), www.example.org or ops@example.org[^1].

## What follows

1. The valves are checked:
   - [x] the inlet
   - [ ] the outlet, which needs
     a second person
2. The report is written.

> A quotation stands here, and it is somewhat longer than one line of the page is wide, so that it
> wraps.
>
> > One within the other.

---

![the station from above](https://images.example.org/station.png)

[^1]: Answers come within a day.
"""

_TABLES = """| sensor | place | drift | limit |
|:--|:-:|--:|--:|
| TX-310 | inlet | 0.8 | 1.0 |
| TX-311 | outlet | 0.1 | 1.0 |
| TX-412 | *bypass* | **1.4** | 1.0 |

A wide one:

| id | first column | second column | third column | fourth column | fifth column | sixth |
|---|---|---|---|---|---|---|
| 1 | alpha alpha alpha | beta beta beta beta | gamma gamma gamma | delta delta | epsilon | zeta |
| 2 | `code` | a [link](https://example.org) | ~~gone~~ | 1,200.50 | -3 | ok |
"""

_CODE = '''```python
def mean(values: list[float]) -> float:
    """The mean of what was read."""
    return sum(values) / len(values)  # never empty here
```

```diff
--- a/limits.toml
+++ b/limits.toml
@@ -1,3 +1,3 @@
 [TX-310]
-limit = 0.8
+limit = 1.0
```

```mermaid
graph LR
    inlet --> pump --> outlet
```

```json
{"sensor": "TX-310", "readings": [0.81, 0.79, 0.84], "unit": "°C", "note": "LONG"}
```
'''.replace("LONG", "a line that is longer than the page is wide, and so scrolls sideways")

_LONG_CODE = (
    "A long one folds:\n\n```rust\n"
    + "\n".join(f"let reading_{at} = sensor.read({at})?; // the {at}th" for at in range(1, 61))
    + "\n```\n"
)

_MATH = r"""The drift is $d = \frac{r_1 - r_0}{t}$, not worth $5 or $10, and with
\(\sigma^2\) for its spread

$$\bar{x} = \frac{1}{n} \sum_{i=1}^{n} x_i, \qquad
\int_0^\infty e^{-t^2}\,dt = \frac{\sqrt{\pi}}{2}$$

\[ A = \begin{pmatrix} a & b \\ c & d \end{pmatrix} \]

and one that cannot be drawn: $\frac{1}{$.
"""

_SCRIPTS = """Emoji 👩‍🔬 🌡️ 🇩🇪, combining: é ñ ậ, and
Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaftswortungetümverlängerung.

**「温度」**は安定しています。**注意。**次に進みます。中文与**「标点」**之间也一样。

العربية تُكتب من اليمين إلى اليسار، و`code` يبقى كما هو.

- עברית בתוך רשימה
- Latin beside it

> اقتباس قصير
"""

_PROMPT = """Please check these readings. The loop is:

```python
for name, value in readings.items():
    print(name, value)
```

What is wrong with it?"""


def _use(
    number: int, name: str, arguments: object, content: str, outcome: Outcome = Outcome.DONE
) -> ToolUse:
    identity = f"gallery-{number}"
    call = ToolCall(identity, name, json.dumps(arguments))
    result = ToolResult(identity, content, outcome, len(content))
    return ToolUse(call, ToolState.ENDED, result, 10.0, 11.4)


def _turn(
    number: int,
    prompt: tuple[Part, ...],
    parts: tuple[Part, ...],
    *,
    state: TurnState = TurnState.COMPLETED,
    failure: Failure | None = None,
) -> Turn:
    round_ = Round(
        f"round-{number}",
        _ORIGIN,
        10.0,
        parts,
        Stop.END if state is TurnState.COMPLETED else None,
        "end_turn",
        Usage(13_904, 311),
        11.0,
        18.0,
    )
    return Turn(
        f"gallery-turn-{number}",
        "gallery",
        f"gallery-turn-{number - 1}" if number else None,
        9.0,
        prompt,
        (round_,),
        state,
        failure,
        None,
        18.0,
    )


def gallery() -> tuple[Turn, ...]:
    """The turns, oldest first."""
    readings = json.dumps({"TX-310": 0.8, "TX-311": 0.1})
    return (
        _turn(
            0,
            (_PICTURE, _REPORT, Text(_PROMPT)),
            (
                Reasoning("The readings *first*, then the loop.\n\n- what is `readings`?", 3.1),
                _use(1, "read_text_file", {"path": "/data/readings.json"}, readings),
                _use(2, "web_search", {"query": "TX-310 drift"}, "no route", Outcome.FAILED),
                ServerToolUse("s1", "web_search", '{"query": "drift"}', "3 results", is_done=True),
                Text(_STRUCTURE),
                Sources(
                    (
                        Citation("https://example.org/fn-2291", "Field notice 2291", "within 0.8"),
                        Citation("https://example.org/limits", "Limits of drift"),
                    )
                ),
            ),
        ),
        _turn(1, (Text("Tables, please."),), (Text(_TABLES),)),
        _turn(2, (Text("And code?"),), (Text(_CODE), Text(_LONG_CODE))),
        _turn(3, (Text("The formulas:"),), (Text(_MATH),)),
        _turn(4, (Text("مرحبا، הכל בסדר? 你好"),), (Text(_SCRIPTS),)),
        _turn(
            5,
            (Text("Go on."),),
            (Text("It was going well until"),),
            state=TurnState.FAILED,
            failure=Failure(Category.CUT_OFF, "connection reset by peer"),
        ),
    )
