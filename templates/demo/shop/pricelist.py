"""Reads the price list that the supplier sends: one `sku;name;price` a line."""

from decimal import Decimal


class PriceListError(ValueError):
    """A line of the price list has no sku."""


def parse_price(text):
    """A price such as `12,50` or `1.250,00 EUR`; a dash where the supplier has not set it yet."""
    text = text.replace("EUR", "").strip()
    if text in ("", "-"):
        return None
    return Decimal(text.replace(".", "").replace(",", "."))


def parse_line(line):
    sku, name, price = (part.strip() for part in line.split(";"))
    if not sku:
        raise PriceListError(line)
    return {"sku": sku, "name": name, "price": parse_price(price)}


def read_pricelist(text):
    rows = []
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            rows.append(parse_line(line))
    return rows
