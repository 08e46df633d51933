"""Edits of a timing model that add or replace a group of terms: DMX, sinusoids, noise."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from jug.io.par import ParFile
from jug.model.declare import Component
from jug.model.parameters import Entry
from jug.model.parts import ModelParts
from jug.model.settings import Settings

if TYPE_CHECKING:
    from jug.obs.toas import TOAs


@dataclass(frozen=True, eq=False, repr=False)
class EditableGroups:
    """The edits of `jug.TimingModel` that add many lines at once; `jug.model.editable.EditableModel` has the others."""

    par: ParFile
    settings: Settings
    components: tuple[Component, ...]
    entries: Mapping[str, Entry]

    def add_dmx(
        self,
        toas: "TOAs",
        *,
        days: float | None = None,
        rules: str = "nanograv",
        pad_days: float = 0.05,
        frequency_ratio: float = 1.1,
        solar_wind_us: float = 0.1,
        divide_mhz: float = 1000.0,
        custom: Sequence[Sequence[float]] = (),
    ) -> Self:
        """Add DMX in bins made from TOAs, each of 0 pc cm^-3 and free, and fix DM.

        `jug.model.editing.dmx_bins` has the rules.

        Parameters
        ----------
        toas : TOAs
        days : float, optional
            Width of a bin. NANOGrav's by default: 6.5, or 0.5 where all TOAs are from Arecibo; PINT's: 15.
        rules : {"nanograv", "pint"}
            Bins as NANOGrav's data sets have them, or as PINT's ``dmx_ranges`` makes them.
        pad_days : float
            From the ends of a bin to its first and last TOA, d (NANOGrav).
        frequency_ratio : float
            Of the highest to the lowest frequency in a bin, at least (NANOGrav).
        solar_wind_us : float
            A bin in which the delay by the solar wind changes by more, us, is split into bins of 0.5 d (NANOGrav).
        divide_mhz : float
            A bin has TOAs below and above this frequency, MHz (PINT).
        custom : sequence of three float
            Spans of dates with bins of another width, as ``[(57508, 57513, 0.5)]``: first and last MJD, width in d
            (NANOGrav).

        Returns
        -------
        TimingModel
            A copy.

        Warns
        -----
        InputWarning
            TOAs are in no bin.

        Examples
        --------
        >>> import jug
        >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
        >>> model.add_dmx(toas, days=365, solar_wind_us=100).free
        ('RAJ', 'DECJ', 'F0', 'F1', 'DMX_0001', 'DMX_0002')
        """
        from jug.model.editing.dmx import with_dmx
        from jug.model.editing.dmx_bins import BinRules, dmx_spans

        spans = dmx_spans(custom)
        how = BinRules(rules, days, pad_days, frequency_ratio, solar_wind_us, divide_mhz, spans)
        return self._from(with_dmx(self._parts, toas, how))

    def add_waves(self, kind: str, number: int, span_d: float) -> Self:
        """Add sinusoids at the frequencies 1/T, 2/T, ..., of amplitude 0 and free.

        Parameters
        ----------
        kind : {"WaveX", "DMWaveX", "CMWaveX"}
            Of the delay, of the dispersion measure, or chromatic.
        number : int
            Of frequencies.
        span_d : float
            T, d, as a rule the span of the TOAs.

        Returns
        -------
        TimingModel
            A copy.

        Examples
        --------
        >>> import jug
        >>> model = jug.load_model(jug.data.example("NGC6440E")[0])
        >>> model.add_waves("WaveX", 2, 500.0).free[-4:]
        ('WXSIN_0001', 'WXCOS_0001', 'WXSIN_0002', 'WXCOS_0002')
        """
        from jug.model.editing.waves import with_waves

        return self._from(with_waves(self._parts, kind, number, span_d))

    def waves_to_noise(self, kind: str, *, without_year: bool = True) -> Self:
        """Replace fitted sinusoids by power-law noise whose spectrum their amplitudes fit best.

        Parameters
        ----------
        kind : {"WaveX", "DMWaveX", "CMWaveX"}
            They become TNREDAMP and TNREDGAM, TNDMAMP and TNDMGAM, or TNCHROMAMP and TNCHROMGAM.
        without_year : bool
            Whether the frequency nearest to 1/yr, which the position absorbs, is left out.

        Returns
        -------
        TimingModel
            A copy.

        Raises
        ------
        InputError
            The model has no such sinusoids; an amplitude has no uncertainty; the amplitudes determine no power law.

        Examples
        --------
        >>> import jug
        >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
        >>> result = jug.fit(model.add_waves("WaveX", 4, 700.0), toas)
        >>> [name for name in result.model.waves_to_noise("WaveX").names if name.startswith("TN")]
        ['TNREDAMP', 'TNREDGAM', 'TNREDC']
        """
        from jug.model.editing.noise_of_waves import with_noise_of_waves

        return self._from(with_noise_of_waves(self._parts, kind, without_year=without_year))

    def add_noise(
        self,
        toas: "TOAs",
        words: str | Iterable[str],
        *,
        flag: str | None = None,
        frequencies: Mapping[str, int] | None = None,
        free: bool = False,
    ) -> Self:
        """Add noise lines: white noise for each backend, power laws with a number of frequencies that suits the TOAs.

        Parameters
        ----------
        toas : TOAs
        words : str or iterable of str
            ``white`` (EFAC and EQUAD; DMEFAC too for wideband TOAs), ``efac``, ``equad``, ``ecorr``, ``red``, ``dm``,
            ``chrom``, ``sw``, ``qp``. ``red=30`` is red noise of 30 frequencies.
        flag : str, optional
            A backend is a value of this flag; by default of the first of -group, -g, -sys, -i, -f that a TOA has, else
            of -fe and -be (as in enterprise).
        frequencies : dict of str to int, optional
            Of a power law by its word; by default 30 of red noise and 100 of others, at most half the number of days.
        free : bool
            Whether the lines have fit flags: then a fit estimates them too. `jug.noise` estimates them in any case.

        Returns
        -------
        TimingModel
            A copy. The start values are a third of the median uncertainty.

        Raises
        ------
        InputError
            Unknown words; the model has such lines; the TOAs cannot show such noise.

        Warns
        -----
        InputWarning
            A backend with fewer than 10 TOAs shares lines with others, or has none; a backend has no ECORR or EQUAD.

        Examples
        --------
        >>> import jug
        >>> model, toas = jug.load(*jug.data.example("J1614-2230"), ephem="DE440")
        >>> larger = model.remove("EFAC*", "DMEFAC*").add_noise(toas, "efac,red", flag="fe")
        >>> [name for name in larger.entries if name not in model.entries][:2]
        ['TNREDAMP', 'TNREDGAM']
        """
        from jug.model.editing.noise_lines import new_noise, with_noise_lines

        return self._from(with_noise_lines(self._parts, toas, new_noise(words, flag, frequencies), free=free))

    @property
    def _parts(self) -> ModelParts:
        return ModelParts(self.par, self.settings, self.components, self.entries)

    def _from(self, parts: ModelParts) -> Self:
        return type(self)(*parts)
