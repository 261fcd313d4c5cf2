"""An assignment expression in a condition binds the None; the condition is about another value."""


def next_job(queue):
    if not queue:
        return None  # ORIGIN: literal
    return queue.pop(0)


def run_one(queue, limit):
    if (job := next_job(queue)) is not None or limit > 0:
        return job["name"]  # CRASH
    return "idle"


def test_run_one():
    assert run_one([{"name": "sync"}], 1) == "sync"
    assert run_one([], 1) == "idle"
