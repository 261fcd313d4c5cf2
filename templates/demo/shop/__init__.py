"""A small web shop: a price list, a catalog, a basket and invoices."""
