"""Pictures. matplotlib is imported when one is drawn, and no display is needed."""
