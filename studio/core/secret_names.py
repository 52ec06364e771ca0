"""Which names of headers, parameters and parts of an address say that the value is a secret."""

import re

# Not every name: the value of `api-version` is worth seeing.
_SECRET = re.compile(r"key|token|secret|sig|pass|auth|cookie|credential|^code$", re.IGNORECASE)


def names_secret(name: str) -> bool:
    """Rather once too often: what it says yes to is kept in the keyring, and masked where shown."""
    return _SECRET.search(name) is not None
