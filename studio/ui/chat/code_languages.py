"""What the language of a fence is called, how it is read, and what a file of it is named.

Names are looked up in Pygments' own table, which is loaded when code is first coloured; the label
of what is seen every day needs no table.
"""

import functools
import importlib
import re
from fnmatch import fnmatch
from typing import Any

_NAMES = {
    "bash": "Bash",
    "sh": "Shell",
    "shell": "Shell",
    "zsh": "Zsh",
    "c": "C",
    "cpp": "C++",
    "c++": "C++",
    "cs": "C#",
    "csharp": "C#",
    "console": "Console",
    "shell-session": "Console",
    "css": "CSS",
    "diff": "Diff",
    "dockerfile": "Dockerfile",
    "go": "Go",
    "html": "HTML",
    "ini": "INI",
    "java": "Java",
    "javascript": "JavaScript",
    "js": "JavaScript",
    "json": "JSON",
    "jsonc": "JSON with comments",
    "jsx": "JSX",
    "kotlin": "Kotlin",
    "latex": "LaTeX",
    "lua": "Lua",
    "make": "Makefile",
    "makefile": "Makefile",
    "markdown": "Markdown",
    "md": "Markdown",
    "math": "LaTeX",
    "mermaid": "Mermaid",
    "patch": "Diff",
    "php": "PHP",
    "plaintext": "Text",
    "powershell": "PowerShell",
    "py": "Python",
    "python": "Python",
    "r": "R",
    "rb": "Ruby",
    "rs": "Rust",
    "ruby": "Ruby",
    "rust": "Rust",
    "scss": "SCSS",
    "sql": "SQL",
    "svelte": "Svelte",
    "swift": "Swift",
    "tex": "TeX",
    "text": "Text",
    "toml": "TOML",
    "ts": "TypeScript",
    "tsx": "TSX",
    "txt": "Text",
    "typescript": "TypeScript",
    "vue": "Vue",
    "xml": "XML",
    "yaml": "YAML",
    "yml": "YAML",
}
# What people write, and Pygments calls otherwise.
_ALIASES = {
    "assembly": "nasm",
    "cmd": "batch",
    "dotenv": "bash",
    "env": "bash",
    "golang": "go",
    "jsonc": "json",
    "jsonl": "json",
    "math": "tex",
    "ndjson": "json",
    "node": "javascript",
    "patch": "diff",
    "plaintext": "text",
    "shellscript": "bash",
    "svelte": "html",
    "terminal": "console",
    "txt": "text",
    "wasm": "wast",
}
_EXTENSIONS = {"mermaid": ".mmd", "jsonc": ".jsonc", "jsonl": ".jsonl", "ndjson": ".ndjson"}
_DIFFS = {"diff", "patch", "udiff"}
# Some write more after the name, or in braces around it.
_ENDS = re.compile(r"[,:;{}(\[\s]")
_SIMPLE = re.compile(r"\*(\.[\w+-]+)")


def base_language(language: str) -> str:
    """What a fence names, without what else some write there; lower case."""
    return _ENDS.split(language.strip().lstrip("{.").lower(), maxsplit=1)[0]


def is_diff(language: str) -> bool:
    """Whether lines are added to and taken from something."""
    return base_language(language) in _DIFFS


def language_name(language: str) -> str:
    """The name of a language as its friends write it; what the fence says where nobody knows."""
    base = base_language(language)
    if base in _NAMES:
        return _NAMES[base]
    known = known_lexer(language)
    return known if known and "." not in base else language.strip()


def file_name(language: str, stem: str = "code") -> str:
    """A name for a file with such code."""
    base = base_language(language)
    if base in _EXTENSIONS:
        return stem + _EXTENSIONS[base]
    if "." in base.strip("."):
        return base.rpartition("/")[2].rpartition("\\")[2]
    found = next((each for each in _patterns(known_lexer(language))), "*.txt")
    simple = _SIMPLE.fullmatch(found)
    if simple is None:
        return found if found.isalnum() else f"{stem}.txt"
    return stem + simple.group(1)


@functools.cache
def known_lexer(language: str) -> str:
    """The name of the lexer for what a fence names: by its aliases, as a file's name, as its
    ending. Empty where there is none: nothing is guessed from the code itself."""
    base = base_language(language)
    if not base:
        return ""
    known = _aliases()
    return known.get(_ALIASES.get(base, base)) or _by_file(base) or _by_file(f"x.{base}")


@functools.cache
def find_lexer_class(language: str) -> Any:
    """Loads the module of a language's lexer."""
    name = known_lexer(language)
    return _lexers().find_lexer_class(name) if name else None


@functools.cache
def find_lexer(language: str) -> Any:
    """The lexer for the language a fence names, or None."""
    kind = find_lexer_class(language)
    return kind() if kind is not None else None


def load_lexers() -> None:
    """Loads Pygments, which takes a moment, by itself."""
    _lexers()


def warm_up() -> None:
    """Makes the tables, which takes another."""
    _aliases()


def _by_file(name: str) -> str:
    if not re.fullmatch(r"[\w.+#-]{1,60}", name):
        name = re.split(r"[/\\]", name)[-1]
    for lexer, patterns in _files():
        for pattern in patterns:
            if fnmatch(name, pattern.lower()):
                return lexer
    return ""


def _patterns(lexer: str) -> tuple[str, ...]:
    return next((patterns for name, patterns in _files() if name == lexer), ()) if lexer else ()


@functools.cache
def _lexers() -> Any:
    # Loaded with the first code that is shown: it would take its share of every start.
    return importlib.import_module("pygments.lexers")


@functools.cache
def _table() -> tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]:
    # Without plugins: looking for them reads the metadata of every installed package.
    known = _lexers().get_all_lexers(plugins=False)
    return tuple((name, aliases, files) for name, aliases, files, _ in known)


@functools.cache
def _aliases() -> dict[str, str]:
    return {alias.lower(): name for name, aliases, _ in _table() for alias in aliases}


@functools.cache
def _files() -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((name, files) for name, _, files in _table() if files)
