"""put_nowait on a full queue: the job that is put is not to blame.
honesty: true
"""
import queue


def make_job(number):
    return {"number": number, "owner": None}


def submit(jobs, number):
    job = make_job(number)
    jobs.put_nowait(job)  # CRASH
    return jobs.qsize()


def test_submit():
    jobs = queue.Queue(maxsize=1)
    assert submit(jobs, 1) == 1
    assert submit(jobs, 2) == 2
