"""A timing model evaluated at TOAs: columns, delays, phases, residuals and their partial derivatives."""
