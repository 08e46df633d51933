"""Checks of a timing model against TOAs: lines without effect, ranges that overlap, TOAs of another model."""
