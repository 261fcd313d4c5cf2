from parcels.address import Address
from parcels.invoice import invoice_line
from parcels.pricing import quote
from parcels.shipment import Shipment

BERLIN = Address("Torstr. 1", "Berlin", "DE")
WIEN = Address("Ring 4", "Wien", "AT")
LISBOA = Address("Rua Augusta 7", "Lisboa", "PT")


def test_home():
    assert invoice_line(BERLIN, 900) == "Berlin: 5.70 EUR"


def test_neighbour_insured():
    assert quote(Shipment(WIEN, 2000), insured=True) == 1320


def test_new_country():
    assert invoice_line(LISBOA, 1500) == "Lisboa: 11.70 EUR"


def test_new_country_insured():
    assert quote(Shipment(LISBOA, 1500), insured=True) == 1320
