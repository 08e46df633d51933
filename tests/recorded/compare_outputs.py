"""Outputs as they are recorded: without what every run has of its own, and compared by words and numbers."""

import base64
import re
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PACKAGES = "jug|[Pp]ython|numpy|pyerfa|jplephem|astropy-iers-data|scipy|jax|jaxlib"
MASKS = (
    (
        re.compile(r"about [\d.e+-]+ (s|ms|min|h) with NumPy, [\d.e+-]+ (s|ms|min|h) with JAX( \([^)]*\))?"),
        "about <times>",
    ),
    (re.compile("; JAX may have to compile too"), ""),
    (re.compile(r"\b20[2-9]\d-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d+)?)?)?( ?UTC|Z)?"), "<date>"),
    (re.compile(r"(astropy-iers-data\W+(</td><td>)?MJD) \d+"), r"\1 <end>"),
    (re.compile(rf"\b({PACKAGES})( v?)\d+\.[\w.+]*"), r"\1 <version>"),
    (re.compile(rf'"({PACKAGES})": "\d[^"]*"'), r'"\1": "<version>"'),
    (re.compile(r"(>Machine</th><td>)[^<]*"), r"\1<machine>"),
    (re.compile(r"( done, in |\bgood {2,})\d+\.\d\b(?=$| s\.)", re.MULTILINE), r"\1<time>"),
    (re.compile(r"(change by )0\.0000?\d+ ns at most, [\d.e-]+ ns rms"), r"\1<rounding>"),
    (re.compile(r"(Largest error +)\d\.\de-1\d turns"), r"\1<rounding>"),
    (re.compile(r"(TOAs?, chi2 )[\d.]+e-0[5-9]( lower)"), r"\1<rounding>\2"),
    (re.compile(r'("seconds": )[\d.e-]+'), r"\1<time>"),
    (re.compile(r"sha256-[\w+/=]+|\b[0-9a-f]{64}\b"), "<sum>"),
    (re.compile(r"(<style>|<script>).*?(</style>|</script>)", re.DOTALL), r"\1\2"),
)
"""Patterns of what is not of the input, with what stands for it: times, dates, versions, and the code of a page."""

NUMBER = re.compile(r"[-+]?\d+(?:\.\d*)?(?:[eED][-+]?\d+)?")
COLUMN = re.compile(r'"kind": ?"([fu]\d)", ?"data": ?"([\w+/=]+)"')
JSON_NUMBER = re.compile(r' *("\w+": )?-?[\d.]+\.[\d.e+-]+,?')
LONG = 9
"""Numbers of more digits than this may have others at the end: they are compared by value, and not by their length."""

NEAR = 1e-6
"""By how much, relative to them, long numbers may differ; a short one may by two in the last of at most six digits."""

ROUNDED = 1e-8
"""Values of a column of a page, and their mean, that are smaller are 0 but for rounding, us."""

NOTHING = 1e-10
"""What is smaller than this is zero but for rounding: times in s, phases in turns."""


def _coefficients(line: re.Match[str]) -> str:
    """A line of a predictor, whose coefficients below 1e-9 turns are rounding."""
    numbers = line[0].split()[1:]
    return " ".join(["COEFFS", *("<rounding>" if abs(float(one)) < 1e-9 else one for one in numbers)])


def _numbers_of_page(found: re.Match[str]) -> str:
    """Number, least, greatest and mean value of a column that a page holds as base64."""
    values = np.frombuffer(base64.b64decode(found[2]), dtype=f"<{found[1]}").astype(float)
    values = values[np.isfinite(values)]
    about = (values.min(), values.max(), values.mean()) if len(values) else ()
    said = " ".join(f"{x:.3e}" for x in np.where(np.abs(about) > ROUNDED, about, 0.0))
    return f'"kind":"{found[1]}","data":"{len(values)}: {said}"'


def masked(text: str) -> str:
    """The text without times of the run, dates and versions, and with the columns of a page in short."""
    text = re.sub(r"^COEFFS .*", _coefficients, COLUMN.sub(_numbers_of_page, text), flags=re.MULTILINE)
    for pattern, word in MASKS:
        text = pattern.sub(word, text)
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


def _n_digits(word: str) -> int:
    return len(re.sub(r"\D", "", re.split("[eED]", word)[0]).lstrip("0"))


def _last_digit(word: str) -> float:
    """The value of one in the last digit of a number."""
    mantissa, _, power = re.sub("[ED]", "e", word).partition("e")
    return 10.0 ** (int(power or 0) - len(mantissa.partition(".")[2]))


def _same_number(found: str, recorded: str, near: float) -> bool:
    if found == recorded:
        return True
    a, b = (float(re.sub("[ED]", "e", word)) for word in (found, recorded))
    if re.fullmatch(r"[-+]?\d+", recorded) and _n_digits(recorded) <= LONG:
        return abs(a - b) <= near * abs(b)
    few = _n_digits(recorded) <= 6 and _last_digit(found) == _last_digit(recorded)
    return abs(a - b) <= max(2.01 * _last_digit(recorded) if few else 0.0, near * abs(b), NOTHING)


def _layout(line: str) -> str:
    """The line with 0 for each digit; of a long number neither the length nor the space before it count."""
    if JSON_NUMBER.fullmatch(line):
        return NUMBER.sub("#", line)
    angle = rf" *((?:[-+]?\d+:\d+:)?{NUMBER.pattern})"
    spaced = re.sub(angle, lambda m: " #" if _n_digits(m[1]) > LONG else m[0], line)
    return re.sub(r"(?<=#) +", " ", re.sub(r"\d", "0", spaced)).replace(" -", "  ")


def differences(found: str, recorded: str, near: float = NEAR) -> list[str]:
    """Lines that differ, in words or in layout or in a number by more than it may."""
    lines, others = found.splitlines(), recorded.splitlines()
    wrong = [f"{len(lines)} lines, {len(others)} recorded"] if len(lines) != len(others) else []
    for line, other in zip(lines, others, strict=False):
        numbers, those = NUMBER.findall(line), NUMBER.findall(other)
        alike = len(numbers) == len(those) and _layout(line) == _layout(other)
        if line != other and not (alike and all(map(_same_number, numbers, those, [near] * len(those)))):
            wrong.append(f"- {other[:600]}\n+ {line[:600]}")
    return wrong


def _titles(axes: "Axes") -> list[str]:
    """The title of axes; a second axis beside them has none."""
    return [axes.get_title()] if hasattr(axes, "get_title") else []


def texts_of_figure(figure: "Figure") -> list[str]:
    """What a picture says and shows: its texts, and number, range and mean of what is drawn on each axis."""
    lines = []
    for axes in [one for main in figure.axes for one in (main, *main.child_axes)]:
        texts = [*_titles(axes), axes.get_xlabel(), axes.get_ylabel(), *(t.get_text() for t in axes.texts)]
        legend = axes.get_legend()
        texts += [t.get_text() for t in legend.get_texts()] if legend else []
        lines += [f"axes {axes.get_xscale()} {axes.get_yscale()}", *(f"  text {t!r}" for t in texts if t)]
        lines.append("  limits " + " ".join(f"{x:.5e}" for x in (*axes.get_xlim(), *axes.get_ylim())))
        for name, axis in (("x", axes.xaxis), ("y", axes.yaxis)):
            low, high = sorted(axis.get_view_interval())
            ticks = axis.get_majorticklocs()
            inside = [x for x in ticks if low <= x <= high] or ticks  # a second axis has its limits once it is drawn
            lines.append(f"  {name} ticks " + " ".join(f"{x:.4e}" for x in inside))
        drawn = [("line", np.column_stack(np.broadcast_arrays(*line.get_data()))) for line in axes.lines]
        drawn += [("points", np.ma.filled(c.get_offsets(), np.nan)) for c in axes.collections]
        drawn += [("image", np.ravel(i.get_array())[:, None]) for i in axes.images]
        for kind, points in drawn:
            good = np.asarray(points, float)[np.isfinite(np.asarray(points, float)).all(axis=-1)]
            if len(good):
                values = (good.min(axis=0), good.max(axis=0), good.mean(axis=0))
                lines.append(f"  {kind} {len(points)} " + " ".join(f"{x:.5e}" for v in values for x in v))
    lines += [f"figure text {t.get_text()!r}" for t in figure.texts]
    for legend in figure.legends:
        lines += [f"figure legend {t.get_text()!r}" for t in legend.get_texts()]
    return lines
