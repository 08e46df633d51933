"""The process that runs a command: its arguments and parser, limits, memory, Ctrl-C, progress line, end.

1. `parser`, `more_times`: the words of the command line; `name_conflict`: another package called jug
2. `limits` of the process; `large_pages`: memory of arrays; `collector` of garbage
3. `interrupts`: Ctrl-C; `progress`: a line that shows it; `ending`: the end of the process
"""
