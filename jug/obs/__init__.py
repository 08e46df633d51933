"""From a clock reading at a telescope to the solar-system barycentre."""
