"""What a tool will not or cannot do, in words for the model."""

import errno

_SAYINGS = {
    errno.ENOENT: "There is no {path}.",
    errno.EACCES: "This computer does not allow it: no permission for {path}.",
    errno.EPERM: "This computer does not allow it: no permission for {path}.",
    errno.EISDIR: "{path} is a folder, not a file.",
    errno.ENOTDIR: "A part of {path} is a file, not a folder.",
    errno.ELOOP: "{path} is a link that leads nowhere, or was changed meanwhile.",
    errno.ENAMETOOLONG: "A name in {path} is too long for this computer.",
    errno.ENOSPC: "The disk is full; {path} was left as it was.",
    errno.EDQUOT: "The disk quota is used up; {path} was left as it was.",
    errno.EROFS: "{path} is on a disk that can only be read.",
    errno.ENXIO: "{path} is a special file, such as a pipe, not a plain one.",
}


class RefusedError(Exception):
    """Ends a call with an error result: the message says what was wrong and what would be right."""


class NoFolderError(RefusedError):
    """No folder is granted to tools yet."""


def saying(error: OSError, path: str) -> str:
    """What went wrong with a file, without the operating system's own language."""
    known = _SAYINGS.get(error.errno or 0)
    if known is not None:
        return known.format(path=path)
    name = errno.errorcode.get(error.errno or 0, type(error).__name__)
    return f"{path} could not be used ({name})."
