from parcels.zones import zone_names


def test_count():
    assert len(zone_names()) == 4
