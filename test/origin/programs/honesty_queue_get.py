"""A None put into a queue.Queue comes out of get(), which did not make it.
honesty: true
"""
import queue


def fill(names):
    jobs = queue.Queue()
    for name in names:
        jobs.put({"name": name})
    jobs.put(None)  # ORIGIN: literal
    return jobs


def work(jobs, count):
    done = []
    for _ in range(count):
        job = jobs.get()
        done.append(job["name"])  # CRASH
    return done


def test_work():
    assert work(fill(["a"]), 1) == ["a"]
    assert work(fill(["a"]), 2) == ["a"]
