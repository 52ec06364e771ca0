"""What things are: pure values and rules, no I/O, no Qt."""
