"""A summary of a model and its TOAs on one screen."""

from collections import Counter
from collections.abc import Callable, Iterable
from textwrap import wrap
from types import NoneType

import numpy as np

from jug.core.arguments.kinds import expect
from jug.core.display.shown import REPORT_WIDTH, as_html
from jug.core.times import mjd_with_date
from jug.model.components.binary import params as orbit
from jug.model.components.dispersion import taylor
from jug.model.evaluation.residuals import residuals
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel
from jug.obs.toa_summary import LISTED_WORDS, median_error_us, toa_summary, words_with_counts
from jug.obs.toas import TOAs
from jug.text.name_lists import comma_list

OVERVIEW_TITLE = 16
"""Width of the title of a line, characters."""

POSITION_PARAMETERS = ("RAJ", "DECJ", "ELONG", "ELAT", "PMRA", "PMDEC", "PMELONG", "PMELAT", "PX", "POSEPOCH")
ORBIT_PARAMETERS = (
    "PB",
    "FB0",
    "A1",
    "T0",
    "TASC",
    "ECC",
    "OM",
    "EPS1",
    "EPS2",
    "M2",
    "SINI",
    "KIN",
    "H3",
    "STIGMA",
    "MTOT",
)


class Overview(str):
    """A summary as text, which a Python session shows without quotation marks and a notebook as a table.

    Parameters
    ----------
    text : str
    rows : tuple of (str, str)
        Title and text of each line below the first.

    Examples
    --------
    >>> import jug
    >>> model = jug.load_model(jug.data.example("NGC6440E")[0])
    >>> found = jug.overview(model)
    >>> found.rows[5]
    ('Free', '5 of 8 parameters: RAJ, DECJ, F0, F1, DM (marked *)')
    >>> isinstance(found, str)
    True
    """

    rows: tuple[tuple[str, str], ...]

    def __new__(cls, text: str, rows: Iterable[tuple[str, str]] = ()) -> "Overview":
        """Make it from the whole text and from the titles and lines of the text."""
        made = super().__new__(cls, text)
        made.rows = tuple(rows)
        return made

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return as_html(self.partition("\n")[0], self.rows)


def overview(model: TimingModel, toas: TOAs | None = None) -> Overview:
    """Summarise a model, and its TOAs, on one screen.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs, optional
        If given, the summary includes their span, sites and receivers, and the residuals at the model's values.

    Returns
    -------
    Overview
        A str of at most 100 columns, without a newline at the end; a session shows it without quotation marks, a
        notebook as a table.

    Examples
    --------
    >>> import jug
    >>> jug.overview(jug.load_model(jug.data.example("NGC6440E")[0]))
    1748-2021E
    Position        RAJ 17:48:52.75 *, DECJ -20:21:29 *, POSEPOCH 53750
    Spin            F0 61.485476554 *, F1 -1.181e-15 *, PEPOCH 53750; period 16.2640034 ms
    Dispersion      DM 223.9 *
    Other terms     NE_SW 0
    Noise           none
    Free            5 of 8 parameters: RAJ, DECJ, F0, F1, DM (marked *)
    Conventions     EPHEM DE421, CLK TT(BIPM2019), UNITS TDB, planets N
    Reference TOA   53801.38605120074849 at site 1, 1949.61 MHz
    """
    expect(model=(model, TimingModel), toas=(toas, (TOAs, NoneType)))
    lines = [model.psr or "pulsar without a name"]
    rows = overview_rows(model, toas)
    for title, text in rows:
        lines += wrap(
            f"{title:{OVERVIEW_TITLE}}{text}",
            REPORT_WIDTH,
            subsequent_indent=" " * OVERVIEW_TITLE,
            break_on_hyphens=False,
        )
    return Overview("\n".join(lines), rows)


def overview_rows(model: TimingModel, toas: TOAs | None = None) -> list[tuple[str, str]]:
    """Make the rows of the summary.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs, optional

    Returns
    -------
    list of (str, str)
        Title and text.
    """
    s = model.settings
    rows = [
        ("Position", _listed_parameters(model, POSITION_PARAMETERS) or "none: TOAs at the barycentre"),
        ("Spin", _spin(model)),
        ("Dispersion", _list(e for e in model.entries.values() if e.param is taylor.DM) or "none"),
        ("Binary", _binary(model)),
        ("Other terms", _families(model, lambda e: not e.param.sampled) or "none"),
        ("Noise", _families(model, lambda e: e.param.sampled) or "none"),
        ("Free", f"{len(model.free)} of {_number(model)} parameters: {_names(model.free)} (marked *)"),
        ("Conventions", f"EPHEM {s.ephem}, CLK {s.clock or 'not given'}, UNITS {s.units}, planets {_yes(s.planets)}"),
        ("Reference TOA", _reference(model)),
        ("Read as", "" if s.dialect == "jug" else s.dialect),
        ("Notes", "; ".join(s.assumed)),
        *([] if toas is None else _toa_rows(model, toas)),
    ]
    return [(title, text) for title, text in rows if text]


def _listed_parameters(model: TimingModel, names: tuple[str, ...]) -> str:
    """List those of some parameters that have a line."""
    return _list(e for e in (model.entries.get(name) for name in names) if e is not None and e.line is not None)


def _list(entries: Iterable[Entry]) -> str:
    return ", ".join(f"{e.name} {_short(e)}{' *' if e.free else ''}" for e in entries)


def _short(e: Entry) -> str:
    """The value with at most 12 digits; angles as they are written."""
    text = e.text()
    return text if e.word or e.param.codec in ("hms", "dms") or len(text) <= 13 else f"{float(e.value.hi):.12g}"


def _spin(model: TimingModel) -> str:
    own = [e for e in model.entries.values() if e.param.name == "F"]
    period_ms = 1e3 / float(own[0].value.hi) if own and own[0].value.hi else float("inf")
    return f"{_list([*own[:4], model.entries['PEPOCH']])}; period {period_ms:.10g} ms"


def _binary(model: TimingModel) -> str:
    if "BINARY" not in model.entries:
        return ""
    rest = [
        e.name
        for e in model.entries.values()
        if e.line is not None and e.name not in (*ORBIT_PARAMETERS, "BINARY") and (e.param in _orbital(model))
    ]
    more = f"; also {_names(rest)}" if rest else ""
    return f"{model.entries['BINARY'].word}: {_listed_parameters(model, ORBIT_PARAMETERS)}{more}"


def _orbital(model: TimingModel) -> set[object]:
    """The parameters of the components that the line BINARY selects."""
    return {q for c in model.components if orbit.BINARY in c.params for q in c.params}


def _families(model: TimingModel, wanted: Callable[[Entry], bool]) -> str:
    """List other families and parameters than position, spin, DM and orbit, with their numbers of members."""
    known = {*POSITION_PARAMETERS, "PEPOCH", "BINARY"}
    orbital = _orbital(model)
    count: Counter[str] = Counter()
    free: Counter[str] = Counter()
    for e in model.entries.values():
        own = e.name in known or e.param in orbital or e.param is taylor.DM or e.param.name == "F"
        acts = e.param.fit or e.param.sampled  # the ends of ranges, epochs and words do not
        if own or e.line is None or not acts or not wanted(e):
            continue
        count[e.param.name] += 1
        free[e.param.name] += e.free
    parts = []
    for name, n in count.items():
        single = model.entries.get(name)
        if single is not None and n == 1:
            parts.append(f"{name} {_short(single)}{' *' if single.free else ''}")
        else:
            parts.append(f"{name} {n}" + (f" ({free[name]} free)" if free[name] else ""))
    return ", ".join(parts)


def _number(model: TimingModel) -> int:
    """The number of parameters that have a line and a number."""
    return sum(e.line is not None and not e.word for e in model.entries.values())


def _names(names: Iterable[str]) -> str:
    return comma_list([*names], LISTED_WORDS) or "none"


def _yes(word: bool) -> str:
    return "Y" if word else "N"


def _reference(model: TimingModel) -> str:
    s = model.settings
    if s.tzr_mjd is None:
        return ""
    lines = model.par.find("TZRMJD")
    mjd = lines[0].args[0] if lines else f"{float(s.tzr_mjd.hi):.9f}"
    freq = f"{s.tzr_freq_mhz:g} MHz" if s.tzr_freq_mhz else "infinite frequency"
    return f"{mjd} at site {s.tzr_site}, {freq}"


def _toa_rows(model: TimingModel, toas: TOAs) -> list[tuple[str, str]]:
    """Span, sites, receivers, frequencies and uncertainties of the TOAs, and their residuals."""
    count = toa_summary(toas)
    mhz = toas.freq_hz[np.isfinite(toas.freq_hz)] / 1e6
    least, largest = float(toas.error_s.min()) * 1e6, float(toas.error_s.max()) * 1e6
    found = residuals(model, toas)
    years = (count.last_mjd - count.first_mjd) / 365.25
    span = f"{len(toas)} over {years:.1f} yr, MJD {mjd_with_date(count.first_mjd)} to {mjd_with_date(count.last_mjd)}"
    return [
        ("TOAs", span),
        ("Sites", words_with_counts(count.sites)),
        (f"Flag -{count.flag}", words_with_counts(count.receivers) if count.flag else ""),
        ("Frequencies", f"{np.min(mhz):.4g} to {np.max(mhz):.4g} MHz" if len(mhz) else "infinite"),
        ("Uncertainties", f"{least:.3g} to {largest:.3g} us, median {median_error_us(toas.error_s):.3g} us"),
        (
            "Residuals",
            f"weighted rms {found.wrms_s * 1e6:.4g} us, chi2 {found.chi2:.6g}, {found.dof} degrees of freedom",
        ),
    ]
