"""Models and par files converted: programs, units, binary models; and written."""
