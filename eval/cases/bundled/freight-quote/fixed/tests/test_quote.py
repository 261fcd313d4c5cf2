from freight.parcel import Parcel
from freight.quote import quote_all


def test_domestic_parcels():
    assert quote_all([Parcel("DE", 1.0), Parcel("DE", 2.0, insured=True)]) == 13.9


def test_country_codes_in_lower_case():
    assert quote_all([Parcel("DE", 1.0), Parcel("fr", 2.0)]) == 17.5
