"""next(iterator, default) gives an element, and the element itself is None."""


def backlog():
    return [
        {"id": 4},
        None,  # ORIGIN: literal
        {"id": 6},
    ]


def second(jobs):
    iterator = iter(jobs)
    next(iterator, None)
    return next(iterator, {"id": 0})


def second_id():
    job = second(backlog())
    return job["id"]  # CRASH


def test_second():
    assert second([{"id": 1}, {"id": 2}]) == {"id": 2}
    assert second_id() == 5
