"""The argument ``rows`` of a component with columns of its own: its access to the TOAs and the model."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from jug.core.array import Bool, Float, Member, Node, Row, Toa, Xyz
from jug.model.declare.columns import Columns
from jug.model.declare.noise_columns import EpochLayer, FourierGrid
from jug.model.declare.values import Values


class FamilyMember(Protocol):
    """One parameter of a family; `jug.model.parameters.Entry` is one."""

    @property
    def member(self) -> int | None:
        """Its number in the keyword: 3 for DMX_0003."""


class GivenSettings(Protocol):
    """The settings of the model; `jug.model.settings.Settings` has them."""

    @property
    def conventions(self) -> Mapping[str, str]:
        """The conventions that the caller or the dialect chose."""


class GivenModel(Protocol):
    """The parameters of the model; `jug.model.timing_model.TimingModel` has them."""

    @property
    def settings(self) -> GivenSettings:
        """Its settings."""

    @property
    def entries(self) -> Mapping[str, FamilyMember]:
        """All parameters by name."""

    @property
    def kernel_values(self) -> Values:
        """Their values in kernel units."""


class GivenToas(Protocol):
    """The TOAs; `jug.obs.toas.TOAs` has them."""

    @property
    def freq_hz(self) -> Float[Toa]:
        """Frequency at the observatory, Hz."""


class ToaRows(Protocol):
    """TOAs, and the TZR point as the last row; `jug.model.evaluation.rows.ToaAndTzrRows` implements it."""

    x: Columns

    @property
    def model(self) -> GivenModel:
        """The model's parameters."""

    @property
    def toas(self) -> GivenToas:
        """The TOAs, without the TZR point."""

    @property
    def mjd(self) -> Float[Row]:
        """Clock-corrected UTC, MJD."""

    @property
    def mjd_tdb(self) -> Float[Row]:
        """TDB at the observatory, MJD."""

    @property
    def zenith(self) -> Float[Row, Xyz]:
        """Unit vector to the zenith of the observatory."""

    @property
    def latitude(self) -> Float[Row]:
        """Geodetic latitude of the observatory, rad."""

    @property
    def height_m(self) -> Float[Row]:
        """Height of the observatory above the ellipsoid, m."""

    def has_flag(self, key: str) -> bool:
        """Whether any TOA has a flag.

        Parameters
        ----------
        key : str
            The flag, without its dash.

        Returns
        -------
        bool
        """

    def numbers(self, key: str) -> tuple[Float[Row], Float[Row]]:
        """Read a flag whose values are numbers.

        Parameters
        ----------
        key : str
            The flag, without its dash.

        Returns
        -------
        there : (n + 1,) array
            1 on rows that have it, else 0.
        value : (n + 1,) array
            The number, else 0.

        Raises
        ------
        TimError
            A value that is not a number.
        """

    def positive_flag(self, key: str, family: str) -> Float[Row]:
        """Read a flag that the TOAs of a selected family must have.

        Parameters
        ----------
        key : str
            The flag, without its dash.
        family : str

        Returns
        -------
        (n + 1,) array
            1 on the rows that the family does not select.

        Raises
        ------
        TimError
            A selected TOA without it, or with a number that is not above 0.
        """

    def cos_conjunction(self) -> float:
        """Return the cosine of the least angle between pulsar and Sun."""

    def members(self, name: str) -> Sequence[FamilyMember]:
        """Return the parameters of a family, in the order of its vector.

        Parameters
        ----------
        name : str
            The family.

        Returns
        -------
        sequence of FamilyMember
        """

    def values(self, name: str) -> Float[Member]:
        """Return the values of a family, or of one parameter.

        Parameters
        ----------
        name : str
            The family or the parameter.

        Returns
        -------
        (k,) array
            In par units; (1,) for one parameter.
        """

    def number(self, name: str) -> float | None:
        """Return the value of a plain parameter.

        Parameters
        ----------
        name : str

        Returns
        -------
        float or None
            In par units; None where the model does not have it.
        """

    def word(self, name: str) -> str:
        """Return the word of an option.

        Parameters
        ----------
        name : str
            Keyword of the option.

        Returns
        -------
        str
            Empty where the line is absent.
        """

    def rows_of_members(self, name: str) -> list[Bool[Row]]:
        """Find which rows each member of a selected family covers.

        Parameters
        ----------
        name : str
            The family.

        Returns
        -------
        list of (n + 1,) bool arrays
        """

    def epochs(self, name: str, *, any_flag: bool = False) -> tuple[EpochLayer, ...]:
        """Find the epochs of a noise family.

        Parameters
        ----------
        name : str
            The family.
        any_flag : bool
            Epochs as in tempo2: only the first TOA of an epoch needs to be selected.

        Returns
        -------
        tuple of EpochLayer
        """

    def frequencies(self, tag: str, prefix: str, default: int, factor: float = 1.0) -> FourierGrid:
        """Return the grid of a Fourier process.

        Parameters
        ----------
        tag : str
            Name of the process, for messages.
        prefix : str
            How its keywords begin, as TNRED.
        default : int
            Number of frequencies where no line gives one.
        factor : float
            All frequencies are multiplied by it.

        Returns
        -------
        FourierGrid

        Raises
        ------
        ParError
            The TOAs span no time, or more frequencies than memory allows.
        """

    def harmonics(self, tag: str, count: int) -> FourierGrid:
        """Return the grid of a Fourier process at the frequencies k/T, k = 1 .. ``count``.

        Parameters
        ----------
        tag : str
            Name of the process, for messages.
        count : int

        Returns
        -------
        FourierGrid

        Raises
        ------
        ParError
            As for `frequencies`.
        """

    def nodes(self, family: str, step_d: float | None, kind: str) -> tuple[Float[Toa, Node], Float[Node]]:
        """Return the matrix that interpolates from nodes to the TOAs, and the nodes.

        Parameters
        ----------
        family : str
            The parameters that give the nodes as MJD (TDB).
        step_d : float or None
            Where no nodes are given: their distance from the first TOA on, d.
        kind : str
            As in `jug.model.evaluation.interpolation.interpolation`.

        Returns
        -------
        matrix : (n, m) array
            No unit.
        nodes : (m,) array
            s since the model's epoch.

        Raises
        ------
        ParError
            Too few nodes, or too many.
        """
