"""Whether a pattern that a stranger or a model wrote may be given to the module `regex`.

Its time limit counts for the search alone. To compile a pattern it copies what a group holds as
often as the group must come, and groups within groups multiply: a hundred characters can ask for
all the memory that there is.
"""

import re

MAX_PATTERN = 1_000  # characters
# Characters after the copying, and at worst: some ten megabytes, a tenth of a second.
_MOST_COPIED = 200_000
_REPEATED = re.compile(r"\)(?:\+|\{\s*(\d{1,6}))")
# Signs between a group and how often it must come: comments, or spaces that do not count.
_LOOSE = re.compile(r"\(\?#|\(\?[A-Za-z0-9-]*[xX]")


def is_compilable(pattern: str) -> bool:
    """Reckons as if all repeated groups lay within one another."""
    if len(pattern) > MAX_PATTERN or _LOOSE.search(pattern):
        return False
    size = len(pattern)
    for found in _REPEATED.finditer(pattern):
        size *= 2 if found.group(1) is None else max(1, int(found.group(1)) + 1)
        if size > _MOST_COPIED:
            return False
    return True
