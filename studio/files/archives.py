"""What a packed file says of itself, read before anything is unpacked."""

import io
import zipfile

from studio.core.attachments import FileError, FileTrouble

_MOST_MEMBERS = 20_000


def members(name: str, data: bytes, most: int) -> tuple[str, ...]:
    """The names inside. Raises `FileError` for what would unpack to more than `most` bytes."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
    except (zipfile.BadZipFile, RuntimeError, ValueError) as error:
        raise FileError(name, FileTrouble.DAMAGED) from error
    unpacked = sum(entry.file_size for entry in entries)
    if unpacked > most or len(entries) > _MOST_MEMBERS:
        raise FileError(name, FileTrouble.UNPACKS_TOO_LARGE, most, unpacked)
    if any(entry.flag_bits & 1 for entry in entries):
        raise FileError(name, FileTrouble.ENCRYPTED)
    return tuple(entry.filename for entry in entries)
