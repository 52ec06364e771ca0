"""Asks before a send whether a key may go beyond its monthly cap."""

from decimal import Decimal
from typing import assert_never

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from studio.harness.caps import CapState, CapUse
from studio.ui.dialogs import confirmed
from studio.ui.moments import money

translate = QCoreApplication.translate


class CapDialog:
    """The harness's `CapQuestion`. Lives as long as the window it asks in."""

    def __init__(self, window: QWidget) -> None:
        self._window = window

    async def goes_on(self, use: CapUse) -> bool:
        return await confirmed(
            self._window,
            translate("caps", "Monthly cap reached"),
            cap_text(use),
            translate("caps", "Send anyway"),
        )


def cap_text(use: CapUse) -> str:
    """How far a key's cap is used; empty where there is nothing to say.

    Rounds without a known price are named: the sum is too small by them.
    """
    known = _sentence(use)
    if known and use.spent.has_unpriced:
        return (
            known + "\n" + translate("caps", "Some rounds have no known price and are not in it.")
        )
    return known


def _sentence(use: CapUse) -> str:
    match use.state:
        case CapState.NONE | CapState.OK:
            return ""
        case CapState.NEAR:
            text = translate("caps", "“{0}” of {1} has used {2} of its {3} this month.")
        case CapState.REACHED:
            text = translate("caps", "“{0}” of {1} has used {2} this month. Its cap is {3}.")
        case _:
            assert_never(use.state)
    spent, cap = use.spent.usd or Decimal(0), use.cap or Decimal(0)
    return text.format(use.key_name, use.profile_name, money(spent), money(cap))
