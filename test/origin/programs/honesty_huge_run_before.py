"""The None is made early, then two hundred thousand rounds of other work follow before the crash.
honesty: true
"""


class Job:
    def __init__(self, name):
        self.name = name
        self.owner = "ops"


def release(job):
    job.owner = None  # ORIGIN: literal
    return job


def churn(rounds):
    total = 0
    for number in range(rounds):
        total += number % 7
    return total


def owner(job):
    return job.owner.upper()  # CRASH


def test_owner():
    assert owner(Job("a")) == "OPS"
    job = release(Job("b"))
    assert churn(200000) > 0
    assert owner(job) == "OPS"
