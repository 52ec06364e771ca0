"""Text fields: what is in them can be taken out, by name."""

from PySide6.QtWidgets import QApplication, QLineEdit, QToolButton

from studio.ui.fields import offer_clearing


def test_the_cross_that_empties_a_field_has_a_name(qapp: QApplication) -> None:
    field = QLineEdit()
    offer_clearing(field)
    field.setText("words")
    buttons = field.findChildren(QToolButton)
    assert [each.accessibleName() for each in buttons] == ["Clear"]
    buttons[0].click()
    assert field.text() == ""
