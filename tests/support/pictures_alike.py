"""How far a picture that is drawn now differs from one that was kept."""

from pathlib import Path

import matplotlib
import numpy as np
from matplotlib.image import imread

LARGEST_SHARE, LARGEST_SHARE_OF_ANOTHER = 0.001, 0.02
"""Share of the pixels in which a picture may differ where the same matplotlib drew it, and where another did, which
draws the edges of letters in its own way. A title with two other words differs in 0.002."""


def differing(one: Path, other: Path) -> float:
    """Share of the pixels that differ by more than a tenth of full scale; 1 where the sizes differ by more than 2 %."""
    first, second = imread(one)[..., :3], imread(other)[..., :3]
    if max(abs(a / b - 1.0) for a, b in zip(first.shape, second.shape, strict=True)) > 0.02:
        return 1.0
    rows, columns = (min(a, b) for a, b in zip(first.shape[:2], second.shape[:2], strict=True))
    apart = np.abs(first[:rows, :columns] - second[:rows, :columns]).max(axis=2)
    return float(np.mean(apart > 0.1))


def limit(picture: Path) -> float:
    """Largest share of the pixels in which a picture drawn now may differ from one that was kept."""
    same = f"Matplotlib version{matplotlib.__version__}".encode() in picture.read_bytes()[:1000]
    return LARGEST_SHARE if same else LARGEST_SHARE_OF_ANOTHER
