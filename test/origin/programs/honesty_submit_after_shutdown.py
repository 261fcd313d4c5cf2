"""submit() on an executor that was shut down: the function that is submitted is not to blame.
honesty: true
"""
from concurrent.futures import ThreadPoolExecutor


def work():
    return 2


def choose(name):
    return {"work": work}[name]


def start(pool, name):
    job = choose(name)
    return pool.submit(job).result()  # CRASH


def test_start():
    pool = ThreadPoolExecutor(max_workers=1)
    assert start(pool, "work") == 2
    pool.shutdown()
    assert start(pool, "work") == 2
