"""What PINT, tempo2 and tempo support, and where they read a line differently."""
