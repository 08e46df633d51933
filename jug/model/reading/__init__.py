"""From the lines of a par file to the parts of a timing model. `jug.model.building.build` is the list of steps.

Each step is one file.

The path of a line such as ``DM1 1e-4 1 2e-6``::

    loading.load_model      io.par.read_par: the line as ParLine(number, text, key, args, comment)
      reading_options       the options of the caller: another EPHEM, lines to ignore, the program as which to read
      ignored_lines         lines that the caller ignores become comments
      dialect_lines         lines that another program assumes or reads differently become lines with this meaning in
                            jug, by dialect_values and dialect_orbits; cut_sine for a warning
      building.build
        periods             lines P0 and P1 become lines F0 and F1
        tempo_jumps         lines JUMP_n of tempo become lines JUMP -tim_jump
        settings            lines of conventions (EPHEM, CLK, UNITS, TZRMJD, ...) become Settings; robust_line: ROBUST
        entries             every other line becomes entries:
          keywords            is it a description, or a line that switches a term off?
          slots               which parameter is it: DM, order 1
          unknown             if it is not one: the error, with the nearest keywords
          lines               selector, value, fit flag and uncertainty: Entry("DM1", order=1, free=True)
          extra_words         words after the value that no reader takes
          trailing_words      words after the uncertainty, as a unit
          fdjump_scale        FDJUMP_SCALE that agrees with FDJUMPLOG
        spin_epoch          POSEPOCH in place of a missing PEPOCH
        plain_values        the size of a negative EFAC, EQUAD, DMEFAC, ...; warnings about 60 seconds, reversed ranges
        same_selection      noise lines that are given twice become one; jumps with one selection add up
        paascnode           the size of the delay that PAASCNODE of tempo would add
        half_shapiro        M2 without SINI, SINI without M2: the delay that remains, and the size with both
        absent_lines        absent lines that other lines need, and TZRFREQ
        assembly            the steps from entries to a model, which edits of a model use too:
          absent_processes    lines by which there is no noise of a kind
          absent_shapiro      H3 0 with STIG 0, by which there is no Shapiro delay
          general_orbit       KIN without KOM, or KOM without KIN, in BINARY T2, and parameters that its forms lack
          choice              the components that these entries call for, in the order of the registry
          unused              entries that no chosen component has: dropped or refused
          unused_size         the effect of a parameter that the binary model lacks, in ns
          values              bounds of the values
          noise_lines         noise lines that are given twice; fit flags of noise parameters
          defaults            parameters without a line get their default; families of a group get the same members
          values              the checks of the components, by readable_values; shapiro_size for a warning
          findings            the problems that block the file, for one error, and the warnings
      building.blocking_lines
                          where some block the file: the model of the others
      -> TimingModel (immutable), in the units of the par file
      conversion.units      values in TCB are converted to TDB
      building.tim_jumps    JUMP commands of the tim file become parameters
      building.range_cut    TOAs outside START and FINISH with fit flag 1 (fit_range) are left out

The choices in which programs differ: `convention` declares one, `convention_table` has all, `conventions` chooses.
`spellings` gives the keyword for an alias.
"""
