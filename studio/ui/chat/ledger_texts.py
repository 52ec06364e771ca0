"""Where the data of a chat went, as rows of text."""

from PySide6.QtCore import QCoreApplication

from studio.harness.receipts import Delivery, Matter, Place, Receipt, Recipient, Total
from studio.ui.moments import moment

translate = QCoreApplication.translate

_NAMED = frozenset({Matter.RESULT, Matter.ARGUMENTS})


def matter_text(matter: Matter) -> str:
    return {
        Matter.PROMPT: translate("ledger", "Your message"),
        Matter.ATTACHMENT: translate("ledger", "File"),
        Matter.ANSWER: translate("ledger", "Answer"),
        Matter.RESULT: translate("ledger", "Result of"),
        Matter.ARGUMENTS: translate("ledger", "Arguments for"),
    }[matter]


def recipient_text(recipient: Recipient) -> str:
    """Name, host and key, as far as they are known."""
    if recipient.place is Place.PROVIDER_TOOL:
        return translate("ledger", "{0}, run by the provider").format(recipient.name)
    parts = [recipient.name]
    if recipient.host and recipient.host != recipient.name:
        parts.append(recipient.host)
    if recipient.key_hint:
        parts.append(translate("ledger", "key …{0}").format(recipient.key_hint))
    if recipient.stays_here:
        parts.append(translate("ledger", "on this computer"))
    return " · ".join(parts)


def delivery_text(delivery: Delivery) -> str:
    """Who received it, when first, and how often."""
    said = f"{recipient_text(delivery.recipient)} · {moment(delivery.first_at)}"
    if delivery.times > 1:
        said += " · " + translate("ledger", "{0} times").format(delivery.times)
    if not delivery.is_sure:
        said += " · " + translate("ledger", "perhaps: no answer came")
    return said


def total_text(total: Total) -> str:
    """What one recipient has altogether."""
    counts = ", ".join(
        translate("ledger", "{0}: {1}").format(matter_plural(matter), count)
        for matter, count in total.counts
    )
    return f"{recipient_text(total.recipient)} — {counts}"


def matter_plural(matter: Matter) -> str:
    return {
        Matter.PROMPT: translate("ledger", "messages"),
        Matter.ATTACHMENT: translate("ledger", "files"),
        Matter.ANSWER: translate("ledger", "answers"),
        Matter.RESULT: translate("ledger", "results of tools"),
        Matter.ARGUMENTS: translate("ledger", "arguments of tools"),
    }[matter]


def receipt_text(receipt: Receipt) -> str:
    """What it was, in one line."""
    words = f"{matter_text(receipt.matter)} {receipt.words}"
    return words if receipt.matter in _NAMED else f"{matter_text(receipt.matter)}: {receipt.words}"


def ledger_text(receipts: tuple[Receipt, ...]) -> str:
    """All of it as plain text, to be copied."""
    lines: list[str] = []
    for receipt in receipts:
        lines.append(receipt_text(receipt))
        lines += [f"    {delivery_text(each)}" for each in receipt.deliveries]
        if not receipt.deliveries:
            lines.append(f"    {nobody_text()}")
    return "\n".join(lines)


def nobody_text() -> str:
    return translate("ledger", "Nobody has received it.")
