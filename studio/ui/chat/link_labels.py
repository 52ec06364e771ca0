"""Whether the words of a link read like an address that is not the one it leads to."""

import re
import unicodedata
from urllib.parse import urlsplit

_MOST_LABEL = 2_000  # characters: what is longer is no address to anybody
_NUMBERS = r"\d{1,3}(?:\.\d{1,3}){3}"
_HOST = rf"(?:{_NUMBERS}|(?:[\w-]+\.)+[\w-]{{2,}})"
_LABEL = re.compile(
    rf"(?:[a-z][a-z0-9+.-]*:/{{0,2}})?(?:[^\s/@]*@)?({_HOST})(?::\d+)?(?:[/?#]\S*)?",
    re.IGNORECASE,
)
# Among other words only what is written out is an address: `Node.js` is none.
_WRITTEN_OUT = re.compile(
    rf"(?:https?://(?:[^\s/@]*@)?(\[[0-9a-f:.]*\]|{_HOST}|[\w-]+)|\b(www\.{_HOST}))",
    re.IGNORECASE,
)
# Full stops of other scripts, which browsers read as one and the eye does too.
_STOPS = str.maketrans({"\u3002": ".", "\uff0e": ".", "\uff61": ".", "\u2024": "."})
_LOOK_LATIN = frozenset({"CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE"})
_AROUND = re.compile(r"^[\W_]+|[^\w/]+$")


def is_deceptive(label: str, address: str) -> bool:
    """Whether a link's label reads like an address that is not the one it leads to."""
    names = _names(_as_seen(label[:_MOST_LABEL]))
    target = _host(address)
    return any(_bare(name) != target or _is_mixed(name) for name in names)


def _names(seen: str) -> list[str]:
    """The hosts that are read in a label."""
    shown = _LABEL.fullmatch(_AROUND.sub("", seen))
    if shown is not None:
        return [shown[1]]
    return [found[1] or found[2] for found in _WRITTEN_OUT.finditer(seen)]


def _as_seen(label: str) -> str:
    """Without what takes no room or turns the writing: the eye does not see it."""
    text = unicodedata.normalize("NFKC", label.translate(_STOPS))
    return "".join(each for each in text if unicodedata.category(each) not in {"Cf", "Cc"})


def _is_mixed(name: str) -> bool:
    """Whether letters that only look like those of Latin stand beside them."""
    scripts = {unicodedata.name(each, "").partition(" ")[0] for each in name if each.isalpha()}
    return "LATIN" in scripts and bool(scripts & _LOOK_LATIN)


def _host(address: str) -> str:
    try:
        target = urlsplit(address)
        return _bare(target.hostname or target.path.rpartition("@")[2])
    except ValueError:
        return ""


def _bare(host: str) -> str:
    return host.lower().strip("[]").removeprefix("www.")
