"""A nested dataclass default in another module; the outer object is built from a dict."""
from trip_planner.build import trip_from
from trip_planner.cost import cost


def test_cost():
    assert cost(trip_from({"name": "a", "hotel": {"city": "Rome", "nights": 2}})) == 160
    assert cost(trip_from({"name": "b", "hotel": {"city": "Oslo"}})) == 80
