"""How objects show themselves in a session, and as astropy's Quantities and tables or pandas's."""
