"""Changes of the models of all pulsars of an array, as methods of `jug.PTA`. Each returns a changed copy."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import Self

from jug.model.timing_model import TimingModel
from jug.pulsars.array_pulsar import ArrayPulsar
from jug.pulsars.pta_edits import change_each, is_written


class EditableArray(Mapping[str, ArrayPulsar]):
    """The changes of all pulsars of a `jug.PTA`."""

    @abstractmethod
    def _copy_with(self, pulsars: Iterable[ArrayPulsar]) -> Self:
        """A copy with other pulsars."""

    def set(self, **values: float | str) -> Self:
        """Set parameters or settings in all pulsars that have them, and carry their TOAs to the barycentre again.

        Parameters
        ----------
        **values : float or str
            As for `jug.TimingModel.set`: ``EPHEM="DE440"``, ``CLK="TT(BIPM2021)"``.

        Returns
        -------
        PTA

        Raises
        ------
        InputError
            No pulsar has the name, or the value is not valid.

        Examples
        --------
        >>> import jug
        >>> pta = jug.PTA([jug.data.example(name) for name in ("NGC6440E", "J0613-sim")]).set(EPHEM="DE440")
        >>> [one.model.settings.ephem for one in pta.values()]
        ['DE440', 'DE440']
        """

        def change(model: TimingModel, names: tuple[str, ...]) -> TimingModel:
            return model.set(**{name: values[name] for name in names})

        return self._copy_with(change_each(tuple(self.values()), values, change, moved=True))

    def free(self, *names: str) -> Self:
        """Free parameters in all pulsars that have them.

        Parameters
        ----------
        *names : str
            As for `jug.TimingModel.free`.

        Returns
        -------
        PTA

        Raises
        ------
        InputError
            No pulsar has one of them.

        Examples
        --------
        >>> import jug
        >>> pta = jug.PTA([jug.data.example(name) for name in ("NGC6440E", "J0613-sim")])
        >>> [one.model.free for one in pta.freeze("*").free("F0").values()]
        [('F0',), ('F0',)]
        """
        return self._copy_with(change_each(tuple(self.values()), names, lambda model, own: model.free(*own)))

    def freeze(self, *names: str) -> Self:
        """Fix parameters in all pulsars that have them.

        Parameters
        ----------
        *names : str

        Returns
        -------
        PTA

        Raises
        ------
        InputError
            No pulsar has one of them.

        Examples
        --------
        >>> import jug
        >>> pta = jug.PTA([jug.data.example(name) for name in ("NGC6440E", "J0613-sim")])
        >>> [len(one.model.free) for one in pta.values()]
        [5, 13]
        >>> [len(one.model.free) for one in pta.freeze("F*", "DM").values()]
        [2, 10]
        """
        return self._copy_with(change_each(tuple(self.values()), names, lambda model, own: model.freeze(*own)))

    def remove(self, *names: str) -> Self:
        """Remove parameters from all pulsars that have them.

        Parameters
        ----------
        *names : str

        Returns
        -------
        PTA

        Raises
        ------
        InputError
            No pulsar has one of them.

        Examples
        --------
        >>> import jug
        >>> pta = jug.PTA([jug.data.example(name) for name in ("NGC6440E", "J0613-sim")])
        >>> ["DM" in one.model for one in pta.remove("DM").values()]
        [False, False]
        """
        return self._copy_with(change_each(tuple(self.values()), names, lambda model, own: model.remove(*own)))

    def add(self, term: str, value: float | str | None = None, *, free: bool | None = None) -> Self:
        """Add a parameter to all pulsars that lack it.

        Parameters
        ----------
        term : str
            As for `jug.TimingModel.add`: ``"NE_SW"``.
        value : float or str, optional
            As for `jug.TimingModel.add`, in par units.
        free : bool, optional
            Whether the parameter is free in a fit.

        Returns
        -------
        PTA

        Raises
        ------
        InputError
            It cannot be added.

        Examples
        --------
        >>> import jug
        >>> pta = jug.PTA([jug.data.example(name) for name in ("NGC6440E", "J0613-sim")])
        >>> ["FD1" in one.model for one in pta.values()]
        [False, False]
        >>> [one.model.values["FD1"] for one in pta.add("FD1", 1e-6).values()]
        [1e-06, 1e-06]
        """
        key = term if " -" in term else term.partition(" ")[0]
        return self._copy_with(
            one if is_written(one.model, key) else one.with_model(one.model.add(term, value, free=free))
            for one in self.values()
        )
