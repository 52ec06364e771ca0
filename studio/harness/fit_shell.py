"""Whether a command line is one plain command of a program."""

import re
import shlex
from collections.abc import Sequence

from studio.harness.fit_path import System

_MOST_CHARACTERS = 20_000
# Whatever can begin another command, redirect, substitute or expand, in any shell; in quotes too,
# since shells do not agree on what quotes are.
_SIGNS = frozenset(";&|`$<>(){}\n\r")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*\+?=")
# Where the system and its package managers put programs, and nobody else.
_FOLDERS = ("/bin/", "/usr/bin/", "/usr/local/bin/", "/sbin/", "/usr/sbin/", "/opt/homebrew/bin/")
_ENDINGS = (".exe", ".cmd", ".bat", ".com")
# They run what they are given.
_RUNNERS = (
    "ash awk bash builtin busybox bun cmd command csh dash deno doas docker env eval exec find fish"
    " flatpak ionice ksh lua make nice node nohup npx nsenter parallel perl php pipx pkexec podman"
    " powershell pwsh python python3 ruby runuser screen setsid sh source ssh start stdbuf su sudo"
    " systemd-run time timeout tmux unshare uv uvx watch wsl xargs zsh"
)
RUNNERS = frozenset(_RUNNERS.split())


def fits_shell(wanted: str, command: str | Sequence[str], system: System) -> bool | None:
    """Whether the first words of a command are those of `wanted` (`git`, `git status`).

    A program that is called by its path counts only from a folder of the system. None where the
    command is more than one plain command, or runs what it is given.
    """
    words = plain_words(command)
    asked = wanted.split()
    if words is None or not asked:
        return None
    program, *rest = words
    begins = rest[: len(asked) - 1] == asked[1:]
    if begins and _is_program(program, asked[0], system):
        return True
    named = {_bare(word) for word in words}
    is_hidden = _bare(asked[0]) in named or _bare(program) in RUNNERS
    if _bare(program) == _bare(asked[0]) and len(asked) > 1 and not _has_options(rest):
        # Another command of the same program, and nothing in between that could be skipped.
        return False
    return None if is_hidden else False


def plain_words(command: str | Sequence[str]) -> list[str] | None:
    """The words of one plain command; None for anything else."""
    whole = command if isinstance(command, str) else " ".join(command)
    if len(whole) > _MOST_CHARACTERS or _SIGNS.intersection(whole):
        return None
    if not whole.replace("\t", " ").isprintable():
        return None
    try:
        words = shlex.split(command) if isinstance(command, str) else list(command)
    except ValueError:
        return None
    if not words or not words[0] or words[0] in ("!", ".") or _ASSIGNMENT.match(words[0]):
        return None
    return words


def _is_program(word: str, wanted: str, system: System) -> bool:
    if system.is_windows:
        word, wanted = _without_ending(word.lower()), _without_ending(wanted.lower())
    if word == wanted:
        return True
    folder = next((each for each in _FOLDERS if word.startswith(each)), "")
    return bool(folder) and not system.is_windows and word == folder + wanted


def _has_options(words: list[str]) -> bool:
    return not words or words[0].startswith("-")


def _bare(word: str) -> str:
    name = re.split(r"[/\\]", word.lower())[-1]
    return _without_ending(name)


def _without_ending(name: str) -> str:
    ending = next((each for each in _ENDINGS if name.endswith(each)), "")
    return name.removesuffix(ending)
