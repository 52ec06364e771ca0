"""Reads files that are to be attached, in a child process."""
