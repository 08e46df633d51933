"""The timing model: declarations, components, and how they are evaluated."""
