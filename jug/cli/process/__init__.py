"""The process that runs a command: arguments and parser, limits, Ctrl-C, garbage collector and end, progress line."""
