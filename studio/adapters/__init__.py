"""The network: one HTTP stream around any exchange."""
