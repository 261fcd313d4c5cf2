"""heapq hands out tuples that the project pushed; one holds a None.
honesty: true
"""
import heapq


def push_all(entries):
    heap = []
    for rank, name in entries:
        heapq.heappush(heap, (rank, name))
    return heap


def names(heap):
    found = []
    while heap:
        rank, name = heapq.heappop(heap)
        found.append(name.title())  # CRASH
    return found


def test_names():
    assert names(push_all([(2, "b"), (1, "a")])) == ["A", "B"]
    assert names(push_all([(2, "b"), (1, None)])) == ["A", "B"]  # ORIGIN: literal
