"""The keywords that PINT, tempo2 and tempo read, and where they read a line differently."""
