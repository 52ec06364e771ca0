"""Whom TLS believes: the system's authorities, those that everybody trusts, and a file's own.

Blocks: call it in a thread. It takes 50 to 200 ms, which the window would feel.
"""

import importlib
import os
import ssl

from studio.core.errors import Category, Diagnosis, Failure, StudioError

# Imported when first needed: on Windows and macOS it loads libraries of the system.
_SYSTEM = "truststore"
_EVERYBODYS = "certifi"


def trusting_context(ca_file: str = "") -> ssl.SSLContext:
    """The system's trust, as an administrator or a virus scanner set it up, with the usual
    authorities beside it where the system has none. `ca_file` (PEM) adds authorities of its own.

    Raises `StudioError` for a file that cannot be used.
    """
    context: ssl.SSLContext = importlib.import_module(_SYSTEM).SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(cafile=importlib.import_module(_EVERYBODYS).where())
    for path in (os.environ.get("SSL_CERT_FILE", ""), ca_file):
        if path:
            _load(context, path)
    return context


def plain_context() -> ssl.SSLContext:
    """Trusts nobody and takes no time: for what does not speak TLS."""
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def blind_context() -> ssl.SSLContext:
    """Believes anybody: only to look at a certificate that was refused. Nothing is sent."""
    context = plain_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _load(context: ssl.SSLContext, path: str) -> None:
    try:
        context.load_verify_locations(cafile=path)
    except (OSError, ValueError):  # ssl.SSLError among them: no certificates in it
        failure = Failure(Category.TLS, path, code=Diagnosis.CA_FILE)
    else:
        return
    raise StudioError(failure)
