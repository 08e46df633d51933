"""Every term of the timing model, in the order of evaluation, by the text of its place in the package.

A new term is one file in `jug.model.components` and one entry in `TIMING_TERMS`. Its place in the tuple is its place in
the evaluation. A component that provides a signal comes before those that use it. A delay is evaluated at the time from
which the delays before it are subtracted, in PINT 1.1.8's order. The phase terms come last.

A file is imported when a model may need its terms (`jug.model.known_terms`): all of them together take 9 ms.
"""

from collections.abc import Collection, Iterable
from functools import cache
from importlib import import_module

from jug.model.declare import Component

TIMING_TERMS: tuple[str, ...] = (
    "astrometry.EQUATORIAL_COMPONENT",
    "astrometry.ECLIPTIC_COMPONENT",
    "astrometry.AT_BARYCENTRE",
    "no_position.COMPONENT",
    "doppler.COMPONENT",
    "satjump.COMPONENT",
    "roemer.COMPONENT",
    "troposphere.COMPONENT",
    "solar_shapiro.COMPONENT",
    "solar_wind.wind.SQUARE",
    "solar_wind.wind.POWER",
    "solar_wind.segments.COMPONENT",
    "dispersion.taylor.TAYLOR",
    "dispersion.taylor.POLYNOMIAL",
    "dispersion.annual.COMPONENT",
    "dispersion.dmmodel.COMPONENT",
    "dispersion.dmmodel.FROM_NUMBER",
    "dispersion.dmx.COMPONENT",
    "dispersion.dmjump.MEASURED",
    "fd.BEFORE_ORBIT",
    "binary.outer.COMPONENTS",
    "binary.ell1.ELL1",
    "binary.ell1.ELL1_FIRST",
    "binary.ell1h.ONLY_H3",
    "binary.ell1h.H3_H4",
    "binary.ell1h.FULL",
    "binary.ell1h.ABSORBED",
    "binary.ell1k.ELL1K",
    "binary.bt.BT",
    "binary.bt.BT_PIECEWISE",
    "binary.dd.DD",
    "binary.dd.DDS",
    "binary.dd.DDH",
    "binary.ddgr.DDGR",
    "binary.ddk.COMPONENTS",
    "binary.t2_companions.COMPONENTS",
    "binary.t2.COMPONENTS",
    "binary.t2_low_eccentricity.COMPONENTS",
    "binary.mss.MSS",
    "binary.btj.BTJ",
    "fd.COMPONENT",
    "chromatic.fddc.COMPONENT",
    "wavex.COMPONENT",
    "fdjump.LOG_COMPONENT",
    "fdjump.LINEAR_COMPONENT",
    "dispersion.dmjump.WITH_DELAY",
    "chromatic.cm.COMPONENT",
    "chromatic.cmx.COMPONENT",
    "chromatic.cmwavex.COMPONENT",
    "dispersion.dmwavex.COMPONENT",
    "chromatic.dips.COMPONENT",
    "chromatic.gauss.COMPONENT",
    "spin.COMPONENT",
    "glitch.COMPONENT",
    "piecewise.COMPONENT",
    "wave.COMPONENT",
    "ifunc.PRECEDING_COMPONENT",
    "ifunc.SINC_COMPONENT",
    "ifunc.LINEAR_COMPONENT",
    "jump.COMPONENT",
    "chromatic.gaus.COMPONENT",
    "phase_offset.COMPONENT",
)
"""Terms of `jug.model.components`: file and name of a Component, or of a tuple of them."""

NOISE_TERMS: tuple[str, ...] = (
    "white.GLOBAL_COMPONENT",
    "white.COMPONENT",
    "white.OUTSIDE_COMPONENT",
    "white.TEMPO2_COMPONENT",
    "duration.WHITE",
    "dm_errors.COMPONENT",
    "ecorr.COMPONENT",
    "ecorr.TEMPO2_COMPONENT",
    "duration.ECORR_BY_DURATION",
    "duration.TEMPO2_EPOCHS",
    "fourier.RED_NOISE",
    "fourier.RED_NOISE_RNAMP",
    "fourier.DM_NOISE",
    "fourier.DM_NOISE_TEMPO2",
    "fourier.CHROM_NOISE",
    "quasi_periodic.COMPONENT",
    "solar_wind.SQUARE_NOISE",
    "solar_wind.POWER_NOISE",
    "solar_wind_nodes.COMPONENTS",
    "band_and_group.BAND_NOISE",
    "band_and_group.GROUP_NOISE",
    "band_dm.COMPONENT",
)
"""The same for `jug.model.noise`; these come after `TIMING_TERMS`."""

TERM_PLACES = (*(f"components.{place}" for place in TIMING_TERMS), *(f"noise.{place}" for place in NOISE_TERMS))
"""All of them, with the folder."""


def file_of_place(place: str) -> str:
    """Return the file of a place, as ``components.binary.dd``.

    Parameters
    ----------
    place : str
        Of `TERM_PLACES`.

    Returns
    -------
    str
    """
    return place.rpartition(".")[0]


@cache
def terms_at(place: str) -> tuple[Component, ...]:
    """Import the terms of one place.

    Parameters
    ----------
    place : str
        Of `TERM_PLACES`.

    Returns
    -------
    tuple of Component
    """
    folder, _, file = file_of_place(place).partition(".")
    if folder == "noise":
        module = import_module(f"jug.model.noise.{file}")
    else:
        module = import_module(f"jug.model.components.{file}")
    found = getattr(module, place.rpartition(".")[2])
    return found if isinstance(found, tuple) else (found,)


def terms_in(files: Collection[str]) -> tuple[Component, ...]:
    """Import the terms of some files.

    Parameters
    ----------
    files : set of str
        As `file_of_place` gives them.

    Returns
    -------
    tuple of Component
        In the order of evaluation.
    """
    return tuple(c for place in TERM_PLACES if file_of_place(place) in files for c in terms_at(place))


@cache
def every_term() -> tuple[Component, ...]:
    """Import every term.

    Returns
    -------
    tuple of Component
        In the order of evaluation.
    """
    return tuple(c for place in TERM_PLACES for c in terms_at(place))


@cache
def binary_models() -> tuple[Component, ...]:
    """Import every binary model. BINARY chooses one. BINARY2 chooses that of an outer orbit, which is evaluated first.

    Returns
    -------
    tuple of Component
    """
    return terms_in({file_of_place(place) for place in TERM_PLACES if place.startswith("components.binary.")})


def is_binary_model(component: Component) -> bool:
    """Whether a term is a binary model: a line BINARY or BINARY2 chooses it.

    Parameters
    ----------
    component : Component

    Returns
    -------
    bool
    """
    return any(key in ("BINARY", "BINARY2") for key, _ in component.options)


def read_rows(table: str) -> list[tuple[str, str]]:
    """Read a table of `jug.model.term_index`.

    Parameters
    ----------
    table : str

    Returns
    -------
    list of (head, text)
        A file or a place, and what follows it.
    """
    rows = (row.partition(": ") for row in table.replace("\n    ", " ").strip().splitlines())
    return [(head, text) for head, _, text in rows]


@cache
def _places_of_names() -> dict[str, str]:
    """The place of each term by its name, in the order of evaluation."""
    from jug.model.term_index import TERM_NAMES  # docs/make_terms.py writes it from the terms

    return {name: place for place, names in read_rows(TERM_NAMES) for name in names.split(" | ")}


def components_named(names: Iterable[str]) -> tuple[Component, ...]:
    """Return the terms with these names, and import no others.

    Objects that go to another process carry the names of their components, because the functions of a component
    cannot be pickled.

    Parameters
    ----------
    names : iterable of str
        `Component.name` of each term.

    Returns
    -------
    tuple of Component
        In the order of the names.

    Raises
    ------
    KeyError
        A name that is not in the registry.
    """
    places = _places_of_names()
    return tuple(next(c for c in terms_at(places[name]) if c.name == name) for name in names)


def are_of_jug(components: Iterable[Component]) -> bool:
    """Whether these are terms of the registry, and not of other code.

    Parameters
    ----------
    components : iterable of Component

    Returns
    -------
    bool
    """
    places = _places_of_names()
    return all(c.name in places and c in terms_at(places[c.name]) for c in components)


def in_order(components: Iterable[Component]) -> tuple[Component, ...]:
    """Put terms of the registry into the order of evaluation.

    Parameters
    ----------
    components : iterable of Component

    Returns
    -------
    tuple of Component
    """
    place = {name: i for i, name in enumerate(_places_of_names())}
    return tuple(sorted(components, key=lambda c: place[c.name]))
