"""Mutants that no test can kill, each with its proof."""

EQUIVALENT: dict[str, str] = {
    (
        'jug/fitting/minima/relation.py::_orientation_in_words: if "KIN" in lowest.free and '
        'math.cos(math.radians(a["KIN"])) * math.cos(math.radians(b["KIN"])) < 0.0: -> if "KIN" in '
        "lowest.free and (math.cos(math.radians(a['KIN'])) / math.cos(math.radians(b['KIN']))) < 0.0:"
    ): (
        "A product and a quotient have the same sign, and the cosine of no float64 in degrees is 0: that of "
        "90 is 6e-17."
    ),
    (
        'jug/analysis/residuals/periodogram.py::_power: found = scargle.power(frequency, method="fast", '
        'assume_regular_frequency=True) -> found = scargle.power(frequency, method="fast", '
        "assume_regular_frequency=False)"
    ): (
        "False makes astropy look whether the frequencies are evenly spaced, and `_frequencies` makes them so: the "
        "same sums follow."
    ),
    "jug/machine/timed_pulsar.py::simulated_pulsar: freq = np.tile([700.0, 1400.0, 2100.0], n_toa)[:n_toa] -> freq = "
    "np.tile([700.0, 1401.0, 2100.0], n_toa)[:n_toa]": "These TOAs are only timed, and arithmetic takes as long at "
    "1401 as at 1400 MHz.",
    "jug/model/components/ifunc.py::_sinc: small = xp.abs(angle) < 1e-4 -> small = (xp.abs(angle) <= 0.0001)": "Where "
    "an angle is 1e-4 itself, the formulas differ by 8e-19 in the weight and by 5.4e-13, a rounding, in the slope by "
    "angle: for an IFUNC of 1 s with nodes a day apart by 2e-17 in the derivative of the delay, below its 1e-16.",
    'jug/io/latin_comments.py::_is_without_value: behind_mark = what == "par file" and re.search(rb"\\s#", '
    'line[:first]) is not None -> behind_mark = what == "par file" and re.search(rb"\\s#", line[:first + 1]) is not '
    "None": "The byte at `first` is above 0x7f, since it is not UTF-8 text: neither white space of a pattern of bytes "
    "nor the mark #. So it belongs to no match.",
    "jug/model/evaluation/columns.py::make_columns: x = x._replace(dm_measured=np.append(data.dm, 0.0), "
    "dm_error=np.append(data.error, 1.0)) -> x = x._replace(dm_measured=np.append(data.dm, 1.0), "
    "dm_error=np.append(data.error, 1.0))": "The row of the TZR point is the last one. `dm_residuals` alone reads "
    "`dm_measured`, and leaves the last row of the difference out; chunks and padding keep the TZR point last.",
    "jug/least_squares/problem.py::LeastSquaresProblem._with_step: if damping == 0.0 and not digits_left(step) > "
    "PIVOT_MIN and not len(columns_without_effect(step.normal)): -> if damping == 0.0 and not (digits_left(step) >= "
    "PIVOT_MIN) and not len(columns_without_effect(step.normal)):": "They differ where a pivot, a sum over TOAs, is "
    "PIVOT_MIN to the last bit. The normal equations then have the digits that one bit more would leave them, and NaN "
    "fails both.",
    "jug/fitting/verdict/offsets.py::step_at: digits = next((k for k in range(1, 10) if before < round(middle, k) < "
    "after), 10) -> digits = next((k for k in range(1, 11) if before < round(middle, k) < after), 10)": "Where no "
    "number of digits up to 9 fits, `next` gives 10. With 11, 10 is tried too, and is given whether it fits or not.",
    "jug/core/execution/stopwatch.py::stage_table: total = sum(stage.seconds for stage in stages) or 1.0 -> total = "
    "sum(stage.seconds for stage in stages) or 2.0": "Seconds are never negative. Where their sum is 0, each is 0, and "
    "its share is 0 whatever it is divided by.",
    "jug/fitting/noise/profile.py::_maximise_over_others: x[others] = np.clip(x[others] + share * step, "
    "edges.low[others], edges.high[others]) -> x[others] = np.clip(edges.low[others], x[others] + share * step, "
    "edges.high[others])": "It takes the larger of the first two and then the smaller of that and "
    "the third: the first two may change places.",
    "jug/model/evaluation/rows.py::ToaAndTzrRows.cos_conjunction: for _ in range(3): -> for _ in range(4):": "After "
    "three rounds the days are 1e-6 apart, in which the Sun moves by 1.7e-8 rad: the cosine is off its maximum by less "
    "than 2e-16, its own rounding.",
    "jug/analysis/toa_columns/pattern.py::filled: parts.append(_field(found, texts, values) if found[1] else "
    "[found[0][0]] * count) -> parts.append(_field(found, texts, values) if found[1] else [found[0][1]] * count)": ""
    "Where there is no name, BRACES has matched two opening or two closing braces: the first is the second.",
    "jug/fitting/verdict/offsets.py::_offsets_by_flag: code = combined * (len(column.values) + 1) + "
    "column.codes + 1 -> code = (combined * (len(column.values) + 1) - column.codes) + 1": "Codes are -1 to n - 1: "
    "both give each pair of combination and code a number of its own. The combinations are the same in another order, "
    "and the order is used nowhere: their TOAs, sums and members go with them.",
    "jug/model/covariance/triangular.py::inverse_of_lower: size = 1 << (k - 1).bit_length() -> size = 1 << ((k + "
    "1)).bit_length()": "A larger power of 2: the matrix is padded with more of the unit matrix, and the k rows that "
    "are returned are the same.",
    "jug/model/components/chromatic/form.py::divide_or_zero: return xp.where(y > 0.0, a / xp.where(y > 0.0, y, 1.0), "
    "0.0) -> return xp.where(y > 0.0, a / xp.where(y > 0.0, y, 2.0), 0.0)": (
        "Where y is not above 0 the outer `where` takes 0. The inner value only keeps the quotient, and its "
        "derivative, finite there."
    ),
    "jug/fitting/verdict/flat_directions.py::flat_directions: close = np.max(close[np.isfinite(close)], "
    "initial=-1.0) -> close = np.max(close[np.isfinite(close)], initial=-2.0)": (
        "Correlations are not negative. The initial value stays where none is finite, and the next line asks only "
        "whether it is below 0."
    ),
    "jug/model/evaluation/rows.py::ToaAndTzrRows.cos_conjunction: days = middle + step * np.linspace(-1.0, 1.0, "
    "201) -> days = (middle - step * np.linspace(-1.0, 1.0, 201))": (
        "The days lie symmetrically about the middle one: they are the same in the reverse order, and only the "
        "largest cosine counts."
    ),
    'jug/conversion/epochs/orbit_epochs.py::orbit_move.move: out["A1DOT"] = values.get("A1DOT", Decimal(0)) + '
    'values["A1DOT2"] * dt -> out["A1DOT"] = values.get("A1DOT", Decimal(1)) + values["A1DOT2"] * dt': (
        "Every binary model that takes A1DOT2 takes A1DOT, by `SEMI_MAJOR_AXIS`, with the default 0: it is always "
        "among the values, so that `get` never gives its own default."
    ),
    "jug/analysis/noise_check/statistics.py::anderson_darling: u = np.sort((z - np.mean(z, axis=0)) / "
    "np.where(spread > 0.0, spread, 1.0), axis=0) -> u = np.sort((z - np.mean(z, axis=0)) / np.where(spread > "
    "0.0, spread, 2.0), axis=0)": (
        "Where the spread is not above 0 the result is 0 whatever the column is divided by."
    ),
    "jug/model/components/binary/kepler.py::eccentric_anomaly: return Anomaly(big, s * (1.0 - half) + c * (d - "
    "half * d / 3.0), c * (1.0 - half) - s * (d - half * d / 3.0)) -> return Anomaly(big, s * (1.0 - half) + c "
    "* (d - half * d / 3.0), c * (1.0 - half) - s * ((d + half * d / 3.0)))": (
        "The last change d of E is at most 1.3e-12 for every e up to 0.9999999, the largest ECC that is read, as a "
        "scan of e and M shows: the third power of it is 2e-36, and the cosine rounds to 1e-16."
    ),
    "jug/text/text_table.py::table: widths = [max(pair) for pair in zip(least, widths, strict=True)] -> widths = "
    "[max(pair) for pair in zip(widths, least, strict=True)]": "The larger of two numbers, in whichever order.",
    "jug/model/declare/selections.py::member_values: return xp.concatenate([values, xp.zeros(1)])[selection] -> return "
    "xp.concatenate([values, xp.zeros(2)])[selection]": (
        "The index of a row is 0 to k - 1 for its member, or k for none, the first zero: nothing takes a second one."
    ),
    'jug/fitting/findings/fit_verdict.py::FlatDirection.sentence: close = "1" if below_one < 1e-15 else f"1 - '
    '{below_one:.1g}" -> close = "1" if (below_one <= 1e-15) else f"1 - {below_one:.1g}"': (
        "1 less a float64 between 0.5 and 1 is a multiple of 2^-53, which 1e-15 is not (it is 9.007 of them): the two "
        "are never equal."
    ),
    "jug/analysis/information/variance_slopes.py::variance_slopes: if any(not np.array_equal(x, y) for a, b in pairs "
    "for x, y in zip(a.block, b.block, strict=True)): -> if any(not np.array_equal(x, y) for a, b in pairs for x, y in "
    "zip(b.block, a.block, strict=True)):": "Whether two arrays are equal does not depend on which comes first.",
    "jug/model/epochs.py::find_epochs: ends = np.flatnonzero(np.append(t[1:] >= later[:-1], True)) + 1 # no epoch "
    "continues after such a gap -> ends = np.flatnonzero(np.append((t[1:] > later[:-1]), True)) + 1 # no epoch "
    "continues after such a gap": (
        "The groups only limit where the loop searches for ends of epochs. Two TOAs exactly an epoch apart "
        "then lie in one group, whose last TOA is not before the end of its first epoch, so that the search for"
        " `later`, to the left of equal times, ends the epoch there."
    ),
    "jug/model/epochs.py::find_epochs: last = end if whole else first + int(np.searchsorted(t[first:end], "
    'later[first], side="left")) -> last = end if whole else first + int(np.searchsorted(t[first:end + 1], '
    'later[first], side="left"))': (
        "A group ends where the next TOA is an epoch or more after the last one, hence after the first one of "
        "every epoch in it: the search, to the left of equal times, never counts it."
    ),
    "jug/folding/phase.py::phase: slope += weight * ((other_turn[rows] - turn) + (other_rest[rows] - rest)) "
    "-> slope += weight * ((other_turn[rows] - turn) + ((other_rest[rows] + rest)))": (
        "The weights of the five-point difference are 1/12, -8/12, 8/12 and -1/12, whose sum is 0: any number may"
        " be added to all of the phases."
    ),
    "jug/folding/predictor_making.py::_fit_predictor: constants = turn.reshape(m, -1)[:, 0] -> constants = "
    "turn.reshape(m, -2)[:, 0]": ("NumPy works out any one negative length from the others."),
    'jug/folding/polyco_file.py::is_polyco: lines = read_text(path, "par file or polyco", '
    'InputError).splitlines()[:2] -> lines = read_text(path, "par file or polyco", '
    "InputError).splitlines()[:3]": ("Only the first and the second line are looked at."),
    'jug/io/clockfile.py::_tempo_rows: table = np.array(lines or [b""], '
    'dtype="S35").view(np.uint8).reshape(-1, 35) -> table = np.array(lines or [b""], '
    'dtype="S35").view(np.uint8).reshape(-2, 35)': ("NumPy works out any one negative length from the others."),
    "jug/io/clockfile.py::_column: if (part == ord(\"_\")).any(): -> if ((part != ord('_'))).any():": (
        "It only chooses between two readings of the same words: at once, or one by one. One by one is right for "
        "all, and what is underscores alone cannot be read at once either."
    ),
    "jug/io/clockfile.py::included_files: if [word.upper() for word in line.split(None, 1)[:1]] == "
    '[b"INCLUDE"]: -> if [word.upper() for word in line.split(None, 2)[:1]] == [b"INCLUDE"]:': (
        "Only the first of the words is looked at."
    ),
    "jug/model/editing/noise_groups.py::noise_groups: with_it = [one for one in left if wider.rows[one.rows].any()] -> "
    "with_it = [one for one in left if wider.rows[one.rows].all()]": (
        "A selection is taken only where it has as many TOAs as the backends that lie in it as a whole: it has a part "
        "of no other one."
    ),
    "jug/model/epochs.py::tempo2_epochs: owner = np.full(len(tdb), -1) -> owner = np.full(len(tdb), -2)": (
        "The owner of a TOA is only asked whether it is at least 0, and read where it is."
    ),
    "jug/data/status.py::_orientation_row: found = eop.earth_orientation(np.append(day[known], 60000), "
    "np.append(sec[known], 0.0), leaps, files) -> found = eop.earth_orientation(np.append(day[known], 60000), "
    "np.append(sec[known], 1.0), leaps, files)": (
        "The row of MJD 60000, which is in every table, makes sure that there is a row. It is left out of the one "
        "column that is looked at; the other numbers are of the table as a whole."
    ),
    "jug/core/tail_probability.py::chi2_tail: if x < a + 1.0: -> if (x <= a + 1.0):": (
        "Series and continued fraction both give the probability. At a + 1 itself, for 1 to 1e6 degrees of freedom, "
        "both have the error of the exponent alone, 1e-15 to 5e-10 of the value."
    ),
    "jug/core/tail_probability.py::_beta: if x > (a + 1.0) / (a + b + 2.0): -> if (x >= (a + 1.0) / (a + b + 2.0)):": (
        "At this x the continued fraction converges for x and for 1 - x, and gives the same value to its rounding."
    ),
    "jug/core/tail_probability.py::_beta: scale = a * (log(x) if x < 0.5 else log1p(-rest)) + b * small + "
    "lgamma(a + b) - lgamma(a) - lgamma(b) -> scale = a * (log(x) if (x <= 0.5) else log1p(-rest)) + b * small + "
    "lgamma(a + b) - lgamma(a) - lgamma(b)": "Where x is 1/2, so is 1 - x: both give the logarithm of 1/2.",
    "jug/model/parameters.py::unpack: padded = xp.concatenate([dx, xp.zeros(1)]) -> padded = xp.concatenate([dx, "
    "xp.zeros(2)])": "The largest index is the number of free parameters, that of the first zero.",
    "jug/model/components/solar_wind/geometry.py::_coefficients: first = 0.0 * top[:1] -> first = (0.0 / top[:1])": (
        "The first of `top` is p - 1, and the bound of both powers is above 1: a quotient gives the same zeros."
    ),
    "jug/io/tim/read.py::_TimReader.read_file: end = len(content) if end < 0 else end + 1 -> end = len(content) if "
    "end < 1 else end + 1": "The search begins `BLOCK_BYTES` bytes on: it finds -1, or no less than these.",
    "jug/connection/projection.py::_project_out: for _ in range(2): -> for _ in range(3):": (
        "After two subtractions what is left in the space is the rounding of the rows, as after a third (Giraud et al. "
        "2005, Numer. Math. 101, 87: twice is enough)."
    ),
    "jug/model/mass_function.py::companion_mass: before, m = m, m - value / (3.0 * sini**3 * m**2 - 2.0 * f * "
    "(pulsar + m)) -> before, m = m, m - value / (4.0 * sini**3 * m**2 - 2.0 * f * (pulsar + m))": (
        "A steeper slope makes shorter steps to the same root, from the same side: near it each leaves a quarter of "
        "the distance, or half of it for a heavy companion, and 100 steps nothing but rounding."
    ),
    "jug/model/covariance/linked_inverse.py::LinkedInverse._blockwise: start, k = xp.concatenate([columns, "
    "xp.zeros((1, columns.shape[1]))]), columns.shape[1] -> start, k = xp.concatenate([columns, "
    "xp.zeros((2, columns.shape[1]))]), columns.shape[1]": (
        "The members of a cluster are epochs or, to fill it up, their number: the first row of zeros."
    ),
    "jug/compute/whitening.py::_whiten_epochs: factor = (1.0 - 1.0 / np.sqrt(1.0 + variance * s)) / np.where(s > 0.0, "
    "s, 1.0) -> factor = (1.0 - 1.0 / np.sqrt(1.0 + variance * s)) / np.where(s > 0.0, s, 2.0)": (
        "Where s is 0, so is what is divided."
    ),
    "jug/model/mass_function.py::companion_mass: m = f / sini**3 + pow(f * pulsar**2, 1.0 / 3.0) / sini + pulsar -> "
    "m = f / sini**3 + pow(f * pulsar**2, 1.0 / 4.0) / sini + pulsar": (
        "It is where Newton's method begins. From f / sini^3 + m1 on, the function rises and is convex: a start below "
        "the root is above it after one step, and all steps from above converge to it. For f from 1e-12 to 1e4 both "
        "starts give the same mass to 6.7e-16."
    ),
    "jug/obs/time_ephemeris.py::make_table: more = at_tt - erfa.dtdb(erfa.DJM0, days.astype(np.float64), 0.0, 0.0, "
    "0.0, 0.0) -> more = at_tt - erfa.dtdb(erfa.DJM0, days.astype(np.float64), 0.0, 1.0, 0.0, 0.0)": (
        "Longitude and UT count where the place has a distance from the axis or the equator (u, v), which are 0."
    ),
    'jug/data/clock_acceptance.py::_excuse: fetched = str(store.manifest["files"].get(f"clock/{row.name}", '
    '{}).get("fetched", ""))[:10] -> fetched = str(store.manifest["files"].get(f"clock/{row.name}", {}).get("fetched", '
    '""))[:11]': "A T behind the date leaves it before a later date, and behind the same and an earlier one.",
    "jug/chains/kernel.py::advance_of: key = _key(seed, 0) -> key = _key(seed, 1)": (
        "It is an argument of the shape for which the chain is compiled; each call brings the key of its own chain."
    ),
    "jug/fitting/verdict/left_signals.py::_smooth_signals: if dof - signal.n < 3 or not np.all("
    "np.diagonal(rest.gram)[signal.at] > LEAST_SHARE_LEFT): -> if dof - signal.n < 3 or not np.all("
    "(np.diagonal(rest.gram)[signal.at] >= LEAST_SHARE_LEFT)):": (
        "They differ where what the fit leaves of a column, a sum over the TOAs, is 1e-6 to the last bit."
    ),
    (
        "jug/least_squares/problem.py::LeastSquaresProblem.covariance: if not none and point.active and "
        "self.smallest_eigenvalue(point) < PIVOT_MIN: -> if not none and point.active and "
        "(self.smallest_eigenvalue(point) <= PIVOT_MIN):"
    ): ("They differ where an eigenvalue is PIVOT_MIN to the last bit; either way gives its covariance there."),
    (
        "jug/least_squares/bounds.py::Box.cut_at_bound: room = np.where(step > 0.0, self.high - dx, np.where(step < "
        "0.0, self.low - dx, np.inf)) -> room = np.where(step > 0.0, self.high - dx, np.where((step <= 0.0), "
        "self.low - dx, np.inf))"
    ): ("Where a step is 0 its share stays infinite, whatever the room: the division leaves it out."),
    (
        "jug/least_squares/bounds.py::Box.cut_at_bound: room = np.where(step > 0.0, self.high - dx, np.where(step < "
        "0.0, self.low - dx, np.inf)) -> room = np.where((step >= 0.0), self.high - dx, np.where(step < 0.0, "
        "self.low - dx, np.inf))"
    ): ("Where a step is 0 its share stays infinite, whatever the room: the division leaves it out."),
    (
        'jug/model/reading/assembly/values.py::check_bounds: below = e.param.name == "SINI" and value < 0.0 -> below = '
        'e.param.name == "SINI" and value < 1.0'
    ): ("What is looked at is outside its range: a SINI is below 0 or above 1 there."),
    (
        "jug/fitting/verdict/left_period.py::left_period: if len(mjd) < FEWEST_FOR_PERIODS or n_frequency < 1 or "
        "any(count_outliers(end)): -> if len(mjd) < FEWEST_FOR_PERIODS or n_frequency < 2 or any(count_outliers(end)):"
    ): ("The number of frequencies is a multiple of STEPS_A_CYCLE, 4."),
    (
        "jug/model/components/ifunc.py::_sinc: safe = xp.where(small, 1.0, angle) -> safe = xp.where(small, 2.0, angle)"
    ): (
        "Where an angle is small, both outer `where` take the other formula. The inner value only keeps the "
        "quotients finite there, and their derivatives."
    ),
    (
        "jug/analysis/elevation.py::elevation_deg: places = [(0.0, 0.0) if site.special else "
        "geodetic(np.array(site.xyz_m))[:2] for site in toas.sites] -> places = [(0.0, 1.0) if site.special "
        "else geodetic(np.array(site.xyz_m))[:2] for site in toas.sites]"
    ): ("The place stands for a site that is not on the ground, whose elevation is NaN whatever the sine is."),
    (
        "jug/sampling/numpy_density.py::NumpyDensity.factor_covariance: return by, weigh_residuals(np, "
        "by, seconds(np, data.rows, 1.0 / sigma2, data.ref.rate, self._layout.offset)) -> return by, "
        "weigh_residuals(np, by, seconds(np, data.rows, 2.0 / sigma2, data.ref.rate, self._layout.offset))"
    ): ("The weights form a weighted mean alone. A factor of 2 is exact in float64, and cancels there."),
    (
        "jug/model/components/chromatic/form.py::power_or_limit: return xp.where(there, xp.where(there, y, "
        "1.0) ** index, xp.where(index == 0.0, 1.0, 0.0)) -> return xp.where(there, xp.where(there, y, 2.0) "
        "** index, xp.where(index == 0.0, 1.0, 0.0))"
    ): (
        "Where y is 0 the outer `where` takes the limit. The inner value only keeps the power, and its "
        "derivative, finite there."
    ),
    (
        "jug/model/components/fdjump.py::_component.y_of: y, slope = measure(xp, xp.where(finite, x.inv_freq,"
        " 1.0 / GHZ)) -> y, slope = measure(xp, xp.where(finite, x.inv_freq, (1.0 * GHZ)))"
    ): (
        "Where the frequency is infinite, both `where` of the next line take 0. The inner value only keeps "
        "the logarithm and the quotients finite."
    ),
    (
        "jug/chains/enterprise_writing.py::write_folder: rows = np.concatenate([columns.values.reshape(-1, "
        "k), np.stack([e.reshape(-1) for e in extra], axis=1)], axis=1) -> rows = "
        "np.concatenate([columns.values.reshape(-2, k), np.stack([e.reshape(-1) for e in extra], axis=1)], "
        "axis=1)"
    ): ("NumPy takes any negative length, -1 or -2, as the one that follows from the others."),
    (
        "jug/analysis/residuals/sinusoid_power.py::power_of_sinusoids: found[rows] = 0.5 * "
        'np.einsum("hik,hij,hjk->hk", slope, np.linalg.pinv(gram, hermitian=True), slope) -> found[rows] = '
        '0.5 * np.einsum("hik,hij,hjk->hk", slope, np.linalg.pinv(gram, hermitian=False), slope)'
    ): (
        "The matrices are symmetric and positive: their singular values are their eigenvalues, and both "
        "decompositions give the same inverse to rounding."
    ),
    ("jug/analysis/information/variance_slopes.py::times_slope: continue -> pass"): (
        "A process whose slopes are all 0 adds zeros, as its columns are finite."
    ),
    (
        "jug/fitting/robust/covariance.py::robust_covariance: return np.asarray(found * (variance[0] / "
        "slope[0])) -> return np.asarray(found * (variance[0] / slope[1]))"
    ): ("The slope is one number on all TOAs, and a fit has more than one."),
    (
        "jug/plots/grid.py::rise: return -2.0 * log(1.0 - level) if dimensions == 2 else NormalDist().inv_cdf(0.5 * "
        "(1.0 + level)) ** 2 -> return -2.0 * log(1.0 - level) if dimensions == 2 else NormalDist().inv_cdf(0.5 * "
        "((1.0 - level))) ** 2"
    ): ("The normal distribution is symmetric: the quantiles are opposite, and their squares equal to rounding."),
    (
        "jug/obs/barycentre.py::_ground: position, velocity = earth.site_posvel(xyz_m, tt, tai, slow[:, :3], "
        "orientation) -> position, velocity = earth.site_posvel(xyz_m, tt, tai, slow[:, :3 + 1], orientation)"
    ): ("The function reads the first three columns, each by its number."),
    'jug/model/components/ifunc.py::_preceding: before = xp.clip(xp.searchsorted(nodes, t, side="right") - 1, 0, k - '
    "1) -> before = xp.clip(0, xp.searchsorted(nodes, t, side='right') - 1, k - 1)": "The larger of the first two, "
    "then the smaller of that and the third: the first two may change places.",
}
"""Proofs by the keys of `mutants.Mutant`."""
