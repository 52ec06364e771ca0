"""How turns travel: fed machines for each wire format, no I/O, no clock."""
