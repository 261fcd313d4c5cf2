"""Short-lived objects of one class are made and dropped in a loop; their ids are reused, the last one has the None."""
from session_pool.pool import handle_all


def test_handle_all():
    assert handle_all(["a", "b", "c"]) == 3
    assert handle_all(["a", "b", "", "c"]) == 3
