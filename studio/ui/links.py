"""Opens links in the user's browser: only on a click, only of kinds that are safe to open."""

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from studio.ui.dialogs import confirmed
from studio.ui.visible import visible

_MOST_SHOWN = 500
_OPENED = frozenset({"http", "https", "mailto"})


def open_link(url: QUrl) -> bool:
    """False for what is not opened: a file, a script, another program's scheme."""
    return url.scheme().lower() in _OPENED and QDesktopServices.openUrl(url)


async def ask_and_open(parent: QWidget, url: QUrl, label: str) -> None:
    """For a link whose label reads like another address: shows where it really goes."""
    translate = QCoreApplication.translate
    text = translate("links", "The link reads\n{0}\nbut goes to\n{1}").format(
        _short(visible(label)), _short(url.toString(QUrl.ComponentFormattingOption.FullyEncoded))
    )
    title = translate("links", "This link goes elsewhere")
    if await confirmed(parent, title, text, translate("links", "Open it"), is_dangerous=True):
        open_link(url)


def _short(text: str) -> str:
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"
