"""Pictures that answers name become words: what one is, and why it is not here."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication

from studio.core.pictures import MOST_BYTES, PictureTrouble
from studio.ui.chat.picture_shelf import Fault, host_of, is_written_in
from studio.ui.texts import size

translate = QCoreApplication.translate


def placeholder_text(alt: str, address: str, *, is_loading: bool) -> str:
    """Such as `Image: a cat, from host.example`."""
    name = " ".join(alt.split())[:300] or translate("pictures", "unnamed")
    host = host_of(address)
    if is_loading:
        return translate("pictures", "Image: {0}. Loading…").format(name)
    if host:
        return translate("pictures", "Image: {0}, from {1}").format(name, host)
    if is_written_in(address):
        return translate("pictures", "Image: {0}").format(name)
    said = translate("pictures", "Image: {0}. It names a file or another place, not a web page.")
    return f"{said.format(name)} {translate('pictures', 'Callboard does not open it.')}"


def fault_text(fault: Fault) -> str:
    """Why it could not be loaded, and what can be done."""
    said = _TEXTS[fault.trouble]()
    return said.format(fault.detail) if "{0}" in said else said


def _too_large() -> str:
    said = translate("pictures", "It is larger than {0}. Open it in the browser instead.")
    return said.format(size(MOST_BYTES))


_TEXTS: dict[PictureTrouble, Callable[[], str]] = {
    PictureTrouble.ADDRESS: lambda: translate("pictures", "Its address cannot be used."),
    PictureTrouble.PRIVATE: lambda: translate(
        "pictures",
        "Its address leads into this computer or its network. Answers may not reach there.",
    ),
    PictureTrouble.UNKNOWN_HOST: lambda: translate(
        "pictures", "There is no such address. Check your connection, or leave it."
    ),
    PictureTrouble.UNREACHABLE: lambda: translate(
        "pictures", "Its server cannot be reached. Check your connection and try again."
    ),
    PictureTrouble.NOT_TRUSTED: lambda: translate(
        "pictures", "The certificate of its server cannot be trusted, so nothing was loaded."
    ),
    PictureTrouble.STATUS: lambda: translate(
        "pictures", "Its server answered {0}: it may be gone, or only open to some."
    ),
    PictureTrouble.REDIRECTS: lambda: translate(
        "pictures", "Its address leads round in circles. Open it in the browser instead."
    ),
    PictureTrouble.TOO_LARGE: _too_large,
    PictureTrouble.NO_PICTURE: lambda: translate(
        "pictures", "What came is no picture that can be shown here."
    ),
    PictureTrouble.TOO_SLOW: lambda: translate(
        "pictures", "Its server took too long. Try again later."
    ),
}
