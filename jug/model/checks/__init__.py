"""A timing model against the TOAs: what does nothing, what overlaps, what does not fit."""
