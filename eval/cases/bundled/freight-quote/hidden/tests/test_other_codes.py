from freight.parcel import Parcel
from freight.quote import quote_all


def test_another_country_in_lower_case():
    assert quote_all([Parcel("us", 1.0)]) == 23.2


def test_mixed_case():
    assert quote_all([Parcel("De", 1.0)]) == 5.3
