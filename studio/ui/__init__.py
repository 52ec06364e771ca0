"""Pixels: the window, in Qt."""
