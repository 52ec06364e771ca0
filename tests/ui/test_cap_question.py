import asyncio
from decimal import Decimal

import pytest
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget
from shiboken6 import isValid

from studio.core.spending import Spent
from studio.harness.caps import CapUse
from studio.ui.cap_question import CapDialog, cap_text
from tests.conftest import Until


def use(spent: str, *, cap: str | None = "10", has_unpriced: bool = False) -> CapUse:
    money = None if cap is None else Decimal(cap)
    return CapUse(
        "p", "OpenAI", "k", "Work", money, Spent(usd=Decimal(spent), has_unpriced=has_unpriced)
    )


def test_a_cap_that_is_far_off_says_nothing(qapp: QApplication) -> None:
    assert cap_text(use("7.9")) == cap_text(use("99", cap=None)) == ""


def test_a_cap_that_is_near_says_how_near_and_what_is_not_counted(qapp: QApplication) -> None:
    assert cap_text(use("8.5")) == "“Work” of OpenAI has used $8.50 of its $10.00 this month."
    assert cap_text(use("8.5", has_unpriced=True)).endswith(
        "Some rounds have no known price and are not in it."
    )


@pytest.mark.parametrize(
    "role", [QMessageBox.ButtonRole.AcceptRole, QMessageBox.ButtonRole.RejectRole]
)
async def test_the_user_decides_whether_to_go_on(
    qapp: QApplication, until: Until, role: QMessageBox.ButtonRole
) -> None:
    window = QWidget()
    asking = asyncio.create_task(CapDialog(window).goes_on(use("12")))
    await until(lambda: window.findChild(QMessageBox))
    box = window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    assert box.text() == "“Work” of OpenAI has used $12.00 this month. Its cap is $10.00."
    next(button for button in box.buttons() if box.buttonRole(button) is role).click()
    assert await asking is (role is QMessageBox.ButtonRole.AcceptRole)
    window.deleteLater()


async def test_stop_closes_the_question(qapp: QApplication, until: Until) -> None:
    window = QWidget()
    asking = asyncio.create_task(CapDialog(window).goes_on(use("12")))
    await until(lambda: window.findChild(QMessageBox))
    box = window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    asking.cancel()
    await asyncio.wait((asking,))
    assert not isValid(box)
    window.deleteLater()
