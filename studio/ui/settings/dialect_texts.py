"""The names of the wire formats, which others say too."""

from studio.ui.dialect_texts import dialect_name, dialect_title

__all__ = ["dialect_name", "dialect_title"]
