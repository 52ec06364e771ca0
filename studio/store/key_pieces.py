"""Secrets of any length in a keyring whose entries are short, replaced whole or not at all.

Windows takes 2,560 bytes of UTF-16. A longer secret is kept in numbered pieces beside the entry,
which then only names them. New pieces get other names than the old ones and the entry is written
last, so that a write that fails in the middle leaves the old secret as it was.
"""

import contextlib
import logging
import re

from studio.store.keyring_port import Keyring, Refusal, RefusedError

_log = logging.getLogger(__name__)

PIECE_LENGTH = 1_200  # characters; keys are ASCII, two bytes each in UTF-16
_HEAD = re.compile(r"callboard:pieces:([ab]):([0-9]{1,4})")


def read(keyring: Keyring, entry: str) -> str | None:
    """The secret, or None where there is none."""
    head = keyring.read(entry)
    found = _HEAD.fullmatch(head or "")
    if found is None:
        return head or None
    pieces = [keyring.read(name) for name in _names(entry, found[1], int(found[2]))]
    if any(piece is None for piece in pieces):
        raise RefusedError(Refusal.FAILED, keyring.name, "a part of the key is missing")
    return "".join(piece for piece in pieces if piece is not None)


def write(keyring: Keyring, entry: str, secret: str) -> None:
    """The old secret is read first: one that cannot be read is not to be overwritten."""
    old = keyring.read(entry)
    found = _HEAD.fullmatch(old or "")
    generation = "b" if found is not None and found[1] == "a" else "a"
    head = secret
    if len(secret) > PIECE_LENGTH or _HEAD.fullmatch(secret):
        head = _write_pieces(keyring, entry, generation, secret)
    try:
        keyring.write(entry, head)
    except RefusedError:
        _bring_back(keyring, entry, old)
        raise
    if found is not None:
        _delete_pieces(keyring, entry, found[1])


def delete(keyring: Keyring, entry: str) -> None:
    """The entry first: what is cut off here leaves pieces that nothing names."""
    head = keyring.read(entry)
    if head is None:
        return
    keyring.delete(entry)
    if keyring.read(entry) is not None:
        raise RefusedError(Refusal.FAILED, keyring.name, "the key is still there")
    found = _HEAD.fullmatch(head)
    if found is not None:
        _delete_pieces(keyring, entry, found[1])


def _write_pieces(keyring: Keyring, entry: str, generation: str, secret: str) -> str:
    starts = range(0, len(secret), PIECE_LENGTH)
    names = _names(entry, generation, len(starts))
    try:
        for name, start in zip(names, starts, strict=True):
            keyring.write(name, secret[start : start + PIECE_LENGTH])
    except RefusedError:
        _delete_pieces(keyring, entry, generation)
        raise
    return f"callboard:pieces:{generation}:{len(names)}"


def _bring_back(keyring: Keyring, entry: str, old: str | None) -> None:
    """Some keyrings (macOS) replace by deleting first: what fails after that has lost the old."""
    if old is None:
        return
    with contextlib.suppress(RefusedError):
        if keyring.read(entry) != old:
            keyring.write(entry, old)


def _delete_pieces(keyring: Keyring, entry: str, generation: str) -> None:
    """All there are, those of a write that was cut off before included."""
    number = 0
    try:
        while keyring.read(name := _name(entry, generation, number)) is not None:
            keyring.delete(name)
            number += 1
    except RefusedError as refused:
        # The secret itself is safe or gone, as was asked; these are only told of.
        _log.warning("parts of an old key stay in the keyring: %s", refused.refusal)


def _names(entry: str, generation: str, count: int) -> list[str]:
    return [_name(entry, generation, number) for number in range(count)]


def _name(entry: str, generation: str, number: int) -> str:
    return f"{entry}#{generation}{number}"
