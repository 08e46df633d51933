"""Red noise of a band of frequencies or of a group of TOAs (TNBANDNOISE and TNGROUPNOISE of tempo2 and TempoNest).

    TNBANDNOISE low high log10_A gamma C        TOAs with low < f < high (MHz, at the site)
    TNGROUPNOISE -flag value log10_A gamma C    TOAs of a selection

Each line is one power-law process with the frequencies k / T, k = 1 .. C, as in `fourier`. T is the span of all TOAs;
tempo2 takes T from START and FINISH. Where lines overlap, their processes add up. The realisations are named BAND1,
BAND2, ..., GROUP1, ... in the order of the par file. Lentati et al. 2016, MNRAS 458, 2161 (system and band noise). PINT
1.1.8 does not have these terms.
"""

from jug.core.array import Bool, Float, Mode, Toa
from jug.model.declare import (
    ByName,
    Check,
    Columns,
    ColumnsMaker,
    Component,
    Dense,
    Family,
    Namespace,
    OwnColumns,
    Param,
    ToaRows,
    Values,
    line_family,
)
from jug.model.noise.fourier import INDICES, LOG10_A, count_param, modes, variances
from jug.model.noise.power_law import spectrum


def _params(prefix: str, what: str, families: tuple[Family, Family, Family]) -> tuple[Param, Param, Param]:
    amp, gam, count = families
    return (
        Param(
            f"{prefix}AMP",
            "",
            f"log10 of the amplitude of the {what}",
            0,
            family=amp,
            fit=False,
            sampled=True,
            bounds=LOG10_A,
        ),
        Param(
            f"{prefix}GAM",
            "",
            f"Spectral index of the {what}",
            0,
            family=gam,
            fit=False,
            sampled=True,
            bounds=INDICES,
        ),
        count_param(f"{prefix}C", f"Number of frequencies of the {what}", family=count),
    )


def _band_family(place: int) -> Family:
    return line_family("TNBANDNOISE", place, counted=True)


def _group_family(place: int) -> Family:
    return Family("selected", line="TNGROUPNOISE", place=place)


LOW = Param("TNBANDLOW", "MHz", "Lower end of the band", 0, family=_band_family(0), fit=False)
HIGH = Param("TNBANDHIGH", "MHz", "Upper end of the band", 0, family=_band_family(1), fit=False)
BAND_PARAMS = (LOW, HIGH, *_params("TNBAND", "band noise", (_band_family(2), _band_family(3), _band_family(4))))
GROUP_PARAMS = _params("TNGROUP", "group noise", (_group_family(0), _group_family(1), _group_family(2)))


def band_columns(xp: Namespace, rows: ToaRows) -> OwnColumns:
    """Make the columns of the bands.

    Parameters
    ----------
    xp : Namespace
    rows : ToaRows

    Returns
    -------
    OwnColumns
        For each band its `FourierGrid`, with ``inside`` 1 for TOAs in the band and 0 for others, (n,).
    """
    mhz = rows.toas.freq_hz / 1e6
    low, high = rows.values("TNBANDLOW"), rows.values("TNBANDHIGH")
    return _columns(rows, "BAND", "TNBANDC", [(mhz > a) & (mhz < b) for a, b in zip(low, high, strict=True)])


def group_columns(xp: Namespace, rows: ToaRows) -> OwnColumns:
    """Make the columns of the groups.

    Parameters
    ----------
    xp : Namespace
    rows : ToaRows

    Returns
    -------
    OwnColumns
        For each group its `FourierGrid`, with ``inside`` 1 for TOAs of the group and 0 for others, (n,).
    """
    return _columns(rows, "GROUP", "TNGROUPC", [there[:-1] for there in rows.rows_of_members("TNGROUPAMP")])


def _columns(rows: ToaRows, tag: str, count: str, inside: list[Bool[Toa]]) -> OwnColumns:
    grids = {}
    for number, (c, mask) in enumerate(zip(rows.values(count), inside, strict=True), 1):
        grids[f"{tag}{number}"] = rows.harmonics(f"{tag}{number}", int(c))._replace(inside=mask.astype(float))
    return OwnColumns(grids=grids)


def _reversed_band(p: ByName) -> tuple[str, int, str] | None:
    """Report a band whose lower end is not below its upper end."""
    pairs = enumerate(zip(p["TNBANDLOW"], p["TNBANDHIGH"], strict=True))
    return next((("TNBANDLOW", place, "must be below the upper end") for place, (a, b) in pairs if not a < b), None)


def _component(
    name: str,
    prefix: str,
    tag: str,
    params: tuple[Param, ...],
    columns: ColumnsMaker,
    check: Check | None = None,
) -> Component:
    amp, gam = f"{prefix}AMP", f"{prefix}GAM"

    def basis(xp: Namespace, p: Values, x: Columns) -> tuple[Dense, ...]:
        tags = [f"{tag}{j + 1}" for j in range(p[amp].shape[0])]
        return tuple(modes(xp, x, own, x.grids[own].acts) for own in tags)

    def weights(xp: Namespace, p: Values, x: Columns) -> tuple[Float[Mode], ...]:
        tags = [f"{tag}{j + 1}" for j in range(p[amp].shape[0])]
        densities = [spectrum(xp, x.grids[own].frequency, p[amp][j], p[gam][j]) for j, own in enumerate(tags)]
        return tuple(variances(xp, x, own, density) for own, density in zip(tags, densities, strict=True))

    return Component(
        name,
        params,
        columns=columns,
        basis=basis,
        weights=weights,
        check=check,
        triggers=(amp,),
        process=tag,
        numbered=True,
    )


BAND_NOISE = _component("band noise", "TNBAND", "BAND", BAND_PARAMS, band_columns, _reversed_band)
GROUP_NOISE = _component("group noise", "TNGROUP", "GROUP", GROUP_PARAMS, group_columns)
