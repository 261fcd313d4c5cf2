from parcels.zones import find_zone, zone_names


def test_names():
    assert zone_names() == ["home", "neighbour", "overseas"]


def test_home_zone():
    assert find_zone("DE").name == "home"
