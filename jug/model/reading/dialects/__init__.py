"""What other programs mean by the lines of a par file, as lines with this meaning in jug.

The choices in which programs differ: `convention` declares one, `convention_table` has all, `conventions` chooses.
`dialect_lines` changes the lines of a file that another program reads otherwise, and adds those that it assumes: values
by `dialect_values`, orbits by `dialect_orbits`. `tempo_jumps`: lines JUMP_n of tempo become lines JUMP -tim_jump.
"""
