"""From a par file to a timing model."""
