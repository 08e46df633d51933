"""Text for readers and for other programs: tables, lists of names, digits, escaped control characters, JSON."""
