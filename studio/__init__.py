"""Callboard: the desktop chat client that shows what a model does."""
