"""Servers of tools (MCP): started, served, watched and ended, through the official SDK."""
