"""Prices of parcels, from an address to the amount on the invoice."""
