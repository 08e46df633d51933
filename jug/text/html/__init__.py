"""Self-contained pages of HTML, without any request: for the keyboard, for a dark screen, and for paper."""
