"""What a model can do on this computer: one file a tool."""
