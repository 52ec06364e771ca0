"""The settings pages, one a file."""
