"""Tim files: from text to raw TOAs, and back."""
