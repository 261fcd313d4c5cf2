import pytest

from parcels.address import Address
from parcels.invoice import invoice_line

CITIES = [f"Ciudad Ñuñoa y Peñalolén, comuna número {number} de la Región Metropolitana" for number in range(40)]


@pytest.mark.parametrize("city", CITIES)
def test_every_city_of_a_country_that_was_added_last_week(city):
    assert invoice_line(Address("Av. Grecia", city, "CL"), 1500) == f"{city}: 11.70 EUR"
