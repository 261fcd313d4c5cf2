from .address import Address
from .zones import find_zone


class Shipment:
    """One parcel on its way, with the zone that its price depends on."""

    def __init__(self, recipient: Address, grams: int):
        self.recipient = recipient
        self.grams = grams
        self.zone = self._locate(recipient)

    @staticmethod
    def _locate(recipient: Address):
        zone = find_zone(recipient.country)
        return zone

    @property
    def kilos(self) -> int:
        return -(-self.grams // 1000)
