"""A dictionary of counts per shelf: a transfer leaves None behind, found much later by an audit."""
from stock_room.audit import audit
from stock_room.moves import Move, apply


def test_audit():
    shelves = {"a": 4, "b": 2, "c": 7}
    apply(shelves, [Move("a", "b", 1)])
    assert audit(shelves) == 13
    apply(shelves, [Move("b", "c", 3), Move("c", "a", 2)])
    assert audit(shelves) == 13
