"""The process that runs a command: its arguments and parser, limits, Ctrl-C, garbage collector, progress line."""
