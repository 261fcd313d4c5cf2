from .address import Address
from .pricing import quote
from .shipment import Shipment


def invoice_line(address: Address, grams: int, insured: bool = False) -> str:
    cents = quote(Shipment(address, grams), insured)
    return f"{address.city}: {cents / 100:.2f} EUR"
