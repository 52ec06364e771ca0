"""Reads one file: a program of its own, started by `reader`.

A pipe that never ends, a network drive that hangs, an archive that unpacks without end and a file
that crashes the converter all end with this process. It takes one order, one line of JSON, on
standard input, followed by the bytes of what was pasted; and answers with one line of JSON,
followed by the bytes and the text of the file.
"""

import contextlib
import importlib
import json
import os
import sys
import threading
from dataclasses import asdict
from typing import Any, NoReturn

from studio.core.attachments import FileError, FileLimits, FileTrouble, ReadFile
from studio.files.opening import read_whole
from studio.files.reading import made_of

_MEMORY = 3_000_000_000  # bytes of address space; the libraries alone reserve a third
_TOO_SLOW = 3


def main() -> None:
    # The converter may print what it likes; only our answer goes to the parent.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    _bound_memory()
    orders = json.loads(sys.stdin.buffer.readline())
    limits = FileLimits(**orders["limits"])
    _end_after(limits.seconds)
    name = orders["name"]
    try:
        path = orders["path"]
        if path is not None:
            data = read_whole(path, name, limits.file_bytes)
        else:
            data = sys.stdin.buffer.read(orders["size"])
        read = made_of(name, data, limits)
    except FileError as error:
        _refuse(answers, error)
    except MemoryError:
        _refuse(answers, FileError(name, FileTrouble.UNPACKS_TOO_LARGE))
    else:
        _answer(answers, read)


def _answer(answers: Any, read: ReadFile) -> None:
    text = read.file.text.encode("utf-8", "surrogatepass")
    head = {
        "attachment": asdict(read.attachment),
        "encoding": read.encoding,
        "data": len(read.file.data),
        "text": len(text),
    }
    _write(answers, json.dumps(head).encode() + b"\n", read.file.data, text)


def _refuse(answers: Any, error: FileError) -> None:
    head = {"trouble": error.trouble, "limit": error.limit, "found": error.found}
    _write(answers, json.dumps(head).encode() + b"\n")


def _write(answers: Any, *pieces: bytes) -> None:
    # A parent that has lost interest has closed the pipe.
    with contextlib.suppress(BrokenPipeError):
        for piece in pieces:
            answers.write(piece)
        answers.flush()


def _bound_memory() -> None:
    """Where the system has such a bound; Windows has none for a single process."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        resource = importlib.import_module("resource")
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))


def _end_after(seconds: float) -> None:
    """Also when the parent is gone and nobody else would end it."""
    timer = threading.Timer(seconds, _give_up)
    timer.daemon = True
    timer.start()


def _give_up() -> NoReturn:
    os._exit(_TOO_SLOW)


if __name__ == "__main__":
    main()
