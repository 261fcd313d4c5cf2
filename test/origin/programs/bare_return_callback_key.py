"""A rank function returns bare for one row only; the loop compares None with a number."""


def priority(task):
    if task["state"] == "new":
        return  # ORIGIN: bare-return
    return task["rank"]


def heaviest(tasks):
    top = 0
    for task in tasks:
        rank = priority(task)
        if rank > top:  # CRASH
            top = rank
    return top


def test_heaviest():
    tasks = [{"state": "run", "rank": 3}, {"state": "run", "rank": 9}, {"state": "new", "rank": 1}]
    assert heaviest(tasks) == 9
