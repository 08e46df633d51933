"""Self-contained pages of HTML that load nothing, with styles for the keyboard, a dark screen, and paper."""
