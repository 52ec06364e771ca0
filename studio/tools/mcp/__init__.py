"""MCP servers: started, served, watched and ended, through the official SDK."""
