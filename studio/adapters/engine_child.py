"""Runs one model file with llama.cpp: a program of its own, started by `engine_process`.

It reads its orders, the key among them, from standard input, where no process list and no
environment shows them, and ends when standard input closes: so it never outlives Callboard,
however Callboard ended. It imports nothing of ours, and is run by its path.
"""

import json
import os
import sys
import threading
from typing import Any

import xllamacpp

_PROMPT_CACHE_MIB = 256  # llama.cpp would take 8 GiB


def main() -> None:
    orders = json.loads(sys.stdin.readline())
    threading.Thread(target=_end_with_parent, daemon=True).start()
    # The library may print what it likes; only our lines go to the parent.
    reports = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    _report(reports, state="loading")
    try:
        server = xllamacpp.Server(_parameters(orders))
    except RuntimeError as error:
        # The library has said more on standard error; a traceback would only bury it.
        sys.exit(str(error))
    _report(reports, state="ready", address=server.listening_address)
    threading.Event().wait()


def _end_with_parent() -> None:
    """Reads until the end. The library holds the interpreter while it loads a model, so a child
    whose parent dies in that time ends right after."""
    while sys.stdin.readline():
        pass
    os._exit(0)


def _report(reports: Any, **fields: str) -> None:
    reports.write(json.dumps(fields) + "\n")
    reports.flush()


def _parameters(orders: dict[str, Any]) -> Any:
    parameters = xllamacpp.CommonParams()
    parameters.model.path = orders["model"]
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = 0
    parameters.api_keys = [orders["key"]]
    parameters.n_ctx = orders["context_length"]
    parameters.n_gpu_layers = orders["gpu_layers"]
    parameters.n_parallel = 1
    parameters.cache_ram_mib = _PROMPT_CACHE_MIB
    # Both, or it runs at a tenth of its speed.
    for cores in (parameters.cpuparams, parameters.cpuparams_batch):
        cores.n_threads = orders["threads"]
        # Threads that spin while they wait cost nineteen twentieths of the speed on a busy machine.
        cores.poll = 0
    parameters.use_jinja = True
    parameters.ui = False
    if orders["template"]:
        parameters.chat_template = orders["template"]
    return parameters


if __name__ == "__main__":
    main()
