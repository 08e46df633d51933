"""Conversion of models and par files to other programs, units, frames, epochs and binary models; and their writing."""
