"""Stands in for `engine_child`: as told by the model file, it comes up, fails, hangs or crashes."""

import json
import os
import sys
import threading
from pathlib import Path

orders = json.loads(sys.stdin.readline())
word = Path(orders["model"]).read_text(encoding="utf-8")


def tell(**fields: str) -> None:
    sys.stdout.write(json.dumps(fields) + "\n")
    sys.stdout.flush()


if word == "fails":
    sys.exit("E load_model: this is no model")
tell(state="loading")
if word != "hangs":
    tell(state="ready", address=f"http://127.0.0.1:1/{orders['key']}/{os.getpid()}")
if word == "crashes":
    sys.stdin.readline()
    sys.stderr.write("E ggml: out of memory\n")
    os._exit(7)
if word == "stubborn":
    threading.Event().wait()
while sys.stdin.readline():
    pass
