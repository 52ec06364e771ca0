"""The list of providers beside their form."""

from PySide6.QtCore import QCoreApplication

from studio.ui.settings.arranged_list import ArrangedList, Names
from studio.ui.theme import Theme

translate = QCoreApplication.translate


class ProviderList(ArrangedList):
    """Lives as long as its page."""

    def __init__(self, theme: Theme) -> None:
        names = Names(
            translate("ProviderList", "Providers"),
            translate("ProviderList", "Filter providers"),
            translate("ProviderList", "Add a provider"),
            translate("ProviderList", "Alt with an arrow key moves a provider."),
        )
        super().__init__(theme, names)
