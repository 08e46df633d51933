"""From the lines of a par file to the parts of a timing model. `jug.model.building.build` is the list of steps.

Each step is one file. `lines`: keywords, values and fit flags; `dialects`: what other programs mean by a line;
`orbits`: lines of orbits, and the sizes of what is left out; `assembly`: from entries to a model.

The path of a line such as ``DM1 1e-4 1 2e-6``::

    loading.load_model          io.par.read_par: the line as ParLine(number, text, key, args, comment)
      reading_options           the options of the caller: another EPHEM, lines to ignore, the program as which to read
      lines.ignored_lines       lines that the caller ignores become comments
      dialects.dialect_lines    lines that another program assumes or reads differently become lines with this meaning
                                in jug; orbits.cut_sine for a warning
      building.build
        lines.periods           lines P0 and P1 become lines F0 and F1
        dialects.tempo_jumps    lines JUMP_n of tempo become lines JUMP -tim_jump
        settings                lines of conventions (EPHEM, CLK, UNITS, TZRMJD) become Settings; robust_line: ROBUST
        lines.entries           every other line becomes entries: Entry("DM1", order=1, free=True)
        spin_epoch              POSEPOCH in place of a missing PEPOCH
        plain_values            the size of a negative EFAC, EQUAD or DMEFAC; warnings about 60 seconds, reversed ranges
        same_selection          noise lines that are given twice become one; jumps with one selection add up
        orbits.paascnode        the size of the delay that PAASCNODE of tempo would add
        orbits.half_shapiro     M2 without SINI, SINI without M2: the delay that remains, and the size with both
        absent_lines            absent lines that other lines need, and TZRFREQ
        assembly                the steps from entries to a model, which edits of a model use too
        findings                the problems that block the file, for one error, and the warnings
      building.blocking_lines   where some block the file: the model of the others
      -> TimingModel (immutable), in the units of the par file
      conversion.units          values in TCB are converted to TDB
      building.tim_jumps        JUMP commands of the tim file become parameters
      building.range_cut        TOAs outside START and FINISH with fit flag 1 (fit_range) are left out
"""
