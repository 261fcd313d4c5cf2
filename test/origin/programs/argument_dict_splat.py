"""A dict with one None value is spread into keyword arguments."""


def schedule(name, hour, minute):
    stamp = hour * 60 + minute  # CRASH
    return name, stamp


def load_jobs():
    return [
        {"name": "backup", "hour": 2, "minute": 30},
        {"name": "rotate", "hour": 4, "minute": None},  # ORIGIN: literal
        {"name": "vacuum", "hour": None, "minute": 5},
    ]


def plan(jobs):
    return [schedule(**job) for job in jobs]


def test_plan():
    assert plan(load_jobs()[:1]) == [("backup", 150)]
    assert len(plan(load_jobs())) == 3
