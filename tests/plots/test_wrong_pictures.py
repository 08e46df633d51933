"""What is asked of a picture and cannot be drawn, or would say more than it shows: one sentence of jug's own."""

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from copies import example
from matplotlib.figure import Figure
from text_boxes import faults

import jug
from jug.errors import InputWarning, JugError, KindError
from jug.plots.labels import break_long_words, is_mathtext, text_width_in

MODEL, TOAS = jug.load(*example("NGC6440E"))
RESULT = jug.fit(MODEL, TOAS, backend="numpy")
with warnings.catch_warnings():
    warnings.simplefilter("ignore", jug.JugWarning)
    WIDEBAND = jug.load(*example("test-wb-0"))
INFINITE = jug.simulate(MODEL, n_toa=4, error_us=10.0, freq_mhz=0.0, seed=1)

WRONG: dict[str, tuple[Callable[[], Any], str]] = {
    "a title": (lambda: jug.plot_qq(RESULT, TOAS, title=3), "title is text, not 3"),  # type: ignore[arg-type]
    "a figure": (lambda: jug.plot_histogram(RESULT, TOAS, figure=5), "figure is 5, not Figure or SubFigure"),  # type: ignore[arg-type]
    "a colour": (lambda: jug.plot_residuals(RESULT, TOAS, colour=["a"]), "colour is a list, not str"),  # type: ignore[arg-type]
    "processes": (lambda: jug.plot_residuals(RESULT, TOAS, subtract=[3]), "3 is not a name"),  # type: ignore[list-item]
    "a process": (lambda: jug.plot_residuals(RESULT, TOAS, subtract="RED"), "no noise process 'RED'"),
    "of DMs": (lambda: jug.plot_dm_residuals(RESULT, TOAS, subtract="RED"), "no noise process 'RED'"),
    "a stage": (lambda: jug.plot_residuals(MODEL, TOAS, stage="post"), "a model has no post-fit residuals"),
    "a name": (lambda: jug.plot_correlation(RESULT, names=["F0", "F0"]), "F0 is named twice"),
    "frequencies": (
        lambda: jug.plot_residuals(MODEL, INFINITE, against="frequency"),
        "every TOA is at infinite frequency: there is nothing to draw against",
    ),
    "one time": (
        lambda: jug.plot_prediction(jug.predict(RESULT, TOAS, mjd=[54000.0, 54000.0])),
        r"a prediction is drawn at two times or more, here 1; as --at",
    ),
    "no page": (lambda: RESULT.report(None), "path is None, not"),  # type: ignore[arg-type]
    "an empty page": (lambda: RESULT.report(""), "the name of the page is empty"),
}


@pytest.mark.parametrize("name", WRONG)
def test_one_sentence_says_what_is_wrong(name: str) -> None:
    call, says = WRONG[name]
    with pytest.raises(JugError, match=says):
        call()


@pytest.mark.parametrize("stage", ["pre", "both"])
def test_a_model_is_before_a_fit(stage: str) -> None:
    assert jug.plot_residuals(MODEL, TOAS, stage=stage).axes[0].get_ylabel() == "Residual (ms)"


@pytest.mark.parametrize("draw", [jug.plot_qq, jug.plot_histogram, jug.plot_periodogram])
def test_distributions_before_a_fit_of_wideband_data(draw: Callable[..., Figure]) -> None:
    assert draw(*WIDEBAND).axes


@pytest.mark.parametrize("draw", [jug.plot_residuals, jug.plot_dm_residuals])
def test_what_is_not_whitened_is_not_called_so(draw: Callable[..., Figure]) -> None:
    """Without correlated noise the residuals are drawn as they are, one warning says so, and no label says more."""
    what, toas = (RESULT, TOAS) if draw is jug.plot_residuals else WIDEBAND
    says = "no correlated noise to whiten by: the residuals are drawn as they are"
    with pytest.warns(InputWarning, match=says) as told:
        drawn = draw(what, toas, whiten=True)
    assert len(told) == 1
    words = [drawn.get_suptitle(), *(ax.get_ylabel() for ax in drawn.axes)]
    words += [text.get_text() for ax in drawn.axes for text in ax.texts]
    assert not [text for text in words if "hitened" in text]


@pytest.mark.parametrize("title", ["x" * 300, "a few words " * 25, "$x_{y$"])
@pytest.mark.parametrize("style", ["screen", "one-column"])
def test_any_title_stays_on_the_canvas(title: str, style: str, tmp_path: Path) -> None:
    drawn = jug.plot_qq(RESULT, TOAS, tmp_path / "a.png", title=title, style=style)
    assert faults(drawn) == []
    assert drawn.get_suptitle().replace("\n", "").replace(" ", "") == title.replace(" ", "")


def test_lines_of_a_title_stay_lines(tmp_path: Path) -> None:
    """And a tab is a space: no glyph is missing, which would be a warning."""
    title = "first line\nthe second one, which is much too long for one column of a journal\tand ends\n"
    drawn = jug.plot_qq(RESULT, TOAS, tmp_path / "a.png", title=title, style="one-column")
    lines = drawn.get_suptitle().split("\n")
    assert lines[0] == "first line"
    assert " ".join(lines[1:]) == "the second one, which is much too long for one column of a journal and ends"
    assert faults(drawn) == []


def test_a_pulsar_of_any_name_is_drawn(tmp_path: Path) -> None:
    """A name that looks like mathtext and is none does not stop the picture."""
    drawn = jug.plot_residuals(MODEL.set(PSR="$x_{y$"), TOAS, tmp_path / "a.png")
    assert drawn.get_suptitle() == "PSR $x_{y$, 62 TOAs"


def test_words_of_flags_are_no_mathtext(tmp_path: Path) -> None:
    flags = {"fe": ["$x_{y$", "b"] * 4}
    toas = jug.simulate(MODEL, n_toa=8, error_us=20.0, freq_mhz=1400.0, flags=flags, seed=1)
    drawn = jug.plot_residuals(MODEL, toas, tmp_path / "a.png", colour="fe")
    assert [text.get_text() for text in drawn.legends[0].get_texts()] == ["$x_{y$", "b"]


def test_words_are_broken_only_where_they_are_too_wide() -> None:
    width = text_width_in("abcdefgh", 10.0)
    assert break_long_words("abcdefgh a", 10.0, 1.001 * width) == "abcdefgh a"
    assert break_long_words("abcdefgh a", 10.0, 0.999 * width) == "abcd efgh a"
    assert break_long_words("W", 10.0, 0.0) == "W"


MATHTEXT = [
    (r"$\chi^2$ of it", True),
    ("a\n$x$", True),
    ("$x\ny$", False),
    ("$x_{y$", False),
    ("5 $", False),
    ("a", False),
]


@pytest.mark.parametrize(("text", "is_math"), MATHTEXT)
def test_mathtext(text: str, is_math: bool) -> None:
    assert is_mathtext(text) is is_math


def test_titles_may_have_mathtext() -> None:
    drawn = jug.plot_qq(RESULT, TOAS, title=r"$\chi^2$")
    assert drawn._suptitle is not None  # type: ignore[attr-defined]
    assert drawn._suptitle.get_parse_math()  # type: ignore[attr-defined]


def test_part_of_a_figure_is_drawn_into() -> None:
    whole = Figure(figsize=(8.0, 4.0), layout="constrained")
    left = whole.subfigures(1, 2)[0]
    assert jug.plot_histogram(RESULT, TOAS, figure=left) is left
    assert len(left.axes) == 1
    assert issubclass(KindError, JugError)
    assert np.isinf(INFINITE.freq_hz).all()
