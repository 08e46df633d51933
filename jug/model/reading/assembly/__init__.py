"""From the entries of a par file, or of an edited model, to the parts of a model.

`assembly` is the list of steps::

    absent_processes    lines by which there is no noise of a kind
    orbits              H3 0 with STIG 0; KIN without KOM (absent_shapiro, general_orbit of `jug.model.reading.orbits`)
    choice              the components that these entries call for, in the order of the registry
    unused              entries that no chosen component has: dropped or refused
    values              bounds of the values
    noise_lines         noise lines that are given twice; fit flags of noise parameters
    defaults            parameters without a line get their default; families of a group get the same members
    values              the checks of the components, by readable_values
"""
