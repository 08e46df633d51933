"""Checks of a caller's arguments: their types, known names, whole numbers, selections of rows, seeds."""
