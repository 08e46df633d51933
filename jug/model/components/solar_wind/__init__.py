"""The electrons of the solar wind: its geometry, one wind for all times, and one for each stretch of time."""
