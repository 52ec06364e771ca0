"""What the browser says after a login at a server, in the language of the window."""

from PySide6.QtCore import QCoreApplication

from studio.harness.server_ports import LoginPages

translate = QCoreApplication.translate


def login_pages() -> LoginPages:
    """Asked for with each login: the language may have been changed meanwhile."""
    return LoginPages(
        done=translate("servers", "You are logged in. You can close this window."),
        failed=translate("servers", "The login did not succeed. You can close this window."),
        unknown=translate("servers", "This page belongs to no login."),
    )
