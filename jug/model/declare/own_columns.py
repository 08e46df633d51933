"""The columns that components make themselves: which there are, and their shapes."""

from collections.abc import Mapping
from typing import NamedTuple, TypedDict

from jug.core.array import Float, Harmonic, Member, Node, Row, Term, Toa, Xyz
from jug.model.declare.noise_columns import EpochLayer, FourierGrid


class ByRow(TypedDict, total=False):
    """Columns with one row for each TOA and the TZR point; each is absent where no component of the model makes it.

    Parameters
    ----------
    dm_by_model : (n + 1,) array
        0 where a flag gives the DM of the TOA, else 1 (`jug.model.components.dispersion.taylor`).
    dm_by_flag : (n + 1,) array
        The DM that flags give, pc cm^-3.
    nodes_DMOFF : (n + 1, k) array
        Weights of the nodes of DMMODEL.
    zenith : (n + 1, 3) array
        Unit vector to the zenith of the observatory, ICRS.
    tropo : (n + 1, 8) array
        Zenith delay and mapping functions of the troposphere (`jug.model.components.troposphere`).
    """

    dm_by_model: Float[Row]
    dm_by_flag: Float[Row]
    nodes_DMOFF: Float[Row, Node]
    zenith: Float[Row, Xyz]
    tropo: Float[Row, Term]


class Tables(TypedDict, total=False):
    """Values that are the same for any number of TOAs; each is absent where no component of the model makes it.

    Parameters
    ----------
    ecliptic_to_icrs : (3, 3) array
        Rotation from ecliptic coordinates to the ICRS; in every model.
    origin : (2,) array
        Longitude and latitude of the reference position, rad.
    n_origin : (3,) array
        Unit vector to it, ICRS.
    swx_cos : (1,) array
        Cosine of the least angle between pulsar and Sun.
    wave_number : (k,) array
        Numbers of the harmonics of WAVE.
    ell1h_harmonics, t2_harmonics : (m,) array
        One zero for each harmonic of the Shapiro delay; only the length of the array is used.
    """

    ecliptic_to_icrs: Float[Xyz, Xyz]
    origin: Float[Term]
    n_origin: Float[Xyz]
    swx_cos: Float[Term]
    wave_number: Float[Member]
    ell1h_harmonics: Float[Harmonic]
    t2_harmonics: Float[Harmonic]


class NoiseTables(TypedDict, total=False):
    """Arrays that only noise terms read; each is absent where no term of the model makes it.

    Parameters
    ----------
    share_TDSW : (n, m) array
        Interpolation between the nodes of the solar wind.
    apart_TDSW : (m, m) array
        Times between these nodes, s.
    tobs_TNSQ, tobs_TNSECORR : (n + 1,), (n,) array
        Durations of the observations, s.
    """

    share_TDSW: Float[Toa, Node]
    apart_TDSW: Float[Node, Node]
    tobs_TNSQ: Float[Row]
    tobs_TNSECORR: Float[Toa]


NO_ROWS, NO_TABLES, NO_NOISE = ByRow(), Tables(), NoiseTables()
NO_GRIDS: Mapping[str, FourierGrid] = {}
NO_EPOCHS: Mapping[str, tuple[EpochLayer, ...]] = {}


class OwnColumns(NamedTuple):
    """The columns that a component makes from the TOAs, on the host, once for a model and its TOAs.

    Parameters
    ----------
    by_row : ByRow
        Columns with n + 1 rows, for ``Columns.own``.
    tables : Tables
        Values that do not have one row for each TOA, for ``Columns.tables``.
    grids : mapping of str to FourierGrid
        Frequencies of Fourier processes, by process.
    epochs : mapping of str to tuple of EpochLayer
        Epochs of simultaneous TOAs, by noise family.
    noise : NoiseTables
        Other values that only noise terms read, for ``Columns.noise``.
    """

    by_row: ByRow = NO_ROWS
    tables: Tables = NO_TABLES
    grids: Mapping[str, FourierGrid] = NO_GRIDS
    epochs: Mapping[str, tuple[EpochLayer, ...]] = NO_EPOCHS
    noise: NoiseTables = NO_NOISE
