"""A generator pipeline over three modules; a filter stage yields None for an unreadable record."""
from log_pipeline.sink import total_bytes


def test_total_bytes():
    assert total_bytes(["GET 10", "PUT 5"]) == 15
    assert total_bytes(["GET 10", "broken", "PUT 5"]) == 15
