"""The keywords that PINT, tempo2 and tempo read, where they read a line differently, and the page of terms."""
