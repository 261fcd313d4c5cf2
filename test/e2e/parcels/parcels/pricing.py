"""What a shipment costs."""

from .shipment import Shipment

INSURANCE_CENTS = 150


def quote(shipment: Shipment, insured: bool = False) -> int:
    total = freight(shipment)
    if insured:
        total += INSURANCE_CENTS
    return total


def freight(shipment: Shipment) -> int:
    zone = shipment.zone
    return zone.base_cents + zone.cents_per_kilo * shipment.kilos
