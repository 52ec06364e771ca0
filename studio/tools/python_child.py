"""What runs in the other Python, which may be as old as 3.8 and knows nothing of Callboard.

Its text is handed over with `-c`; a job in JSON comes by standard input. What is printed goes to
the pipes as it comes; what the last expression gave, and which pictures there are, is written to a
file in the scratch folder at the end.
"""

import ast
import importlib
import io
import json
import sys
import traceback
from pathlib import Path
from typing import Any

RESULT = ".callboard-result.json"
_MOST_ROWS = 500
_MOST_VALUE = 60_000
_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp")


def main() -> None:
    job = json.loads(sys.stdin.buffer.read().decode("utf-8"))
    sys.stdin = io.StringIO("")
    _limit(job["limits"])
    result = {"value": "", "is_table": False, "failed": False}
    namespace = {"__name__": "__main__", "__builtins__": __builtins__}
    try:
        value = _run(job["code"], namespace)
        result["value"], result["is_table"] = _told(value)
    except SystemExit as error:
        result["failed"] = bool(error.code)
    except BaseException:  # whatever it was, the model is to know
        result["failed"] = True
        _print_error()
    _save_figures()
    result["pictures"] = sorted(
        path.name for path in Path().iterdir() if path.name.lower().endswith(_PICTURES)
    )
    sys.stdout.flush()
    sys.stderr.flush()
    with open(RESULT, "w", encoding="utf-8") as file:  # noqa: PTH123  # as in 3.8
        json.dump(result, file)


def _limit(limits: "dict[str, int]") -> None:
    """`limits` by the names that the module `resource` has for them."""
    try:
        resource = importlib.import_module("resource")
    except ImportError:  # Windows has none
        return
    for name, most in limits.items():
        kind = getattr(resource, name, None)
        try:
            if kind is not None:
                resource.setrlimit(kind, (most, most))
        except (ValueError, OSError):
            # macOS refuses some; the time limit of the parent holds all the same.
            continue


def _run(code: str, namespace: "dict[str, object]") -> object:
    """Like a notebook: the value of a last expression is what the cell gives."""
    tree = ast.parse(code, "<code>")
    last = None
    final = tree.body[-1] if tree.body else None
    if isinstance(final, ast.Expr):
        tree.body.pop()
        last = ast.Expression(final.value)
    exec(compile(tree, "<code>", "exec"), namespace)  # noqa: S102  # it is what the tool is for
    if last is None:
        return None
    return eval(compile(last, "<code>", "eval"), namespace)  # noqa: S307  # it is what the tool is for


def _told(value: object) -> "tuple[str, bool]":
    if value is None:
        return "", False
    frame: Any = value
    if hasattr(frame, "to_frame") and hasattr(frame, "index"):
        frame = frame.to_frame()
    if hasattr(frame, "to_csv") and hasattr(frame, "columns"):
        text = frame.head(_MOST_ROWS).to_csv()
        return text[:_MOST_VALUE], True
    return repr(value)[:_MOST_VALUE], False


def _print_error() -> None:
    """The frames of the code alone."""
    kind, error, trace = sys.exc_info()
    while trace is not None and trace.tb_frame.f_code.co_filename != "<code>":
        trace = trace.tb_next
    traceback.print_exception(kind, error, trace)


def _save_figures() -> None:
    plots = sys.modules.get("matplotlib.pyplot")
    if plots is None:
        return
    for number in plots.get_fignums():
        plots.figure(number).savefig("figure-%d.png" % number)  # noqa: UP031  # for 3.8


if __name__ == "__main__":
    main()
