"""Arguments of a caller: their kinds, known names, whole numbers, selections of rows, seeds; errors for wrong ones."""
