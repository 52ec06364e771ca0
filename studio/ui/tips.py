"""Tooltips guess whether their text is HTML. Words of a model, a server or the user never are."""


def plain_tip(text: str) -> str:
    """The text as a tooltip that shows it letter for letter; nothing stays nothing."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    lines = escaped.replace("\n", "<br>")
    # Marked as HTML, it need not guess.
    return f"<qt>{lines}</qt>" if text else ""
