"""What happens in a turn: ask, run what was asked for, ask again."""
