"""The glass box beside a chat. Loaded by name with the first look into it, never at the start."""
