import pytest

from transit.fare import fare
from transit.reader import read_network

CITY = """stop; Harbour; 1
stop; Town hall; 1
stop; Island; 4
link; harbour; Town hall; 4"""

REGION = """stop; Air  port; 3
stop; Mill; 1
link; Mill; Air port; 21"""


def test_within_one_zone():
    assert fare(read_network(CITY), "Harbour", "TOWN HALL") == 180


def test_across_zones():
    assert fare(read_network(REGION), "Mill", "Air port") == 540


def test_no_way():
    with pytest.raises(LookupError):
        fare(read_network(CITY), "Harbour", "Island")
