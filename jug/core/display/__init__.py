"""The display of objects in a session, and their conversion to Quantities and tables of astropy or pandas."""
