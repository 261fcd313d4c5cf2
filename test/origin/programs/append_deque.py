"""A bounded deque holds the None that a worker put in."""
from collections import deque


def produce(queue, jobs):
    for job in jobs:
        queue.append(job)
    queue.append(None)  # ORIGIN: literal


def consume(queue):
    done = []
    while queue:
        job = queue.popleft()
        done.append(job["id"])  # CRASH
    return done


def test_consume():
    queue = deque(maxlen=10)
    produce(queue, [{"id": 1}, {"id": 2}])
    assert consume(queue) == [1, 2]
