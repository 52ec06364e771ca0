"""A command line becomes arguments, as the system's own programs would read it. No shell."""

import shlex

from studio.core.key_text import InvalidKeyError


def split_command(line: str, platform: str) -> tuple[str, ...]:
    """Never empty. Raises `InvalidKeyError` for quotes that do not end, without the line."""
    try:
        words = _split_windows(line) if platform == "win32" else shlex.split(line)
    except ValueError:
        words = []
    if not words or not words[0]:
        raise InvalidKeyError("locator_invalid", "this is no command: a quote does not end")
    return tuple(words)


def _split_windows(line: str) -> list[str]:
    """By the rules of `CommandLineToArgvW`, where a backslash is a part of a path.

    Backslashes count only before a quote: two of them are one, an odd one makes the quote a letter.
    The program's own name knows no such exception: there each quote begins or ends a quoted part.
    """
    program, rest = _windows_program(line.strip())
    words, word, is_quoted, has_word, slashes = [program], "", False, False, 0
    for character in rest:
        if character == "\\":
            slashes += 1
            has_word = True
            continue
        if character == '"':
            word += "\\" * (slashes // 2)
            if slashes % 2:
                word += '"'
            else:
                is_quoted = not is_quoted
            has_word = True
        elif character in " \t" and not is_quoted:
            word += "\\" * slashes
            if has_word:
                words.append(word)
            word, has_word = "", False
        else:
            word += "\\" * slashes + character
            has_word = True
        slashes = 0
    if is_quoted:
        raise ValueError
    return [*words, word + "\\" * slashes] if has_word else words


def _windows_program(line: str) -> tuple[str, str]:
    name, is_quoted = "", False
    for position, character in enumerate(line):
        if character == '"':
            is_quoted = not is_quoted
        elif character in " \t" and not is_quoted:
            return name, line[position:]
        else:
            name += character
    if is_quoted:
        raise ValueError
    return name, ""
