"""Exception groups, from Python 3.11 on."""
import asyncio


def sorted_out(errors):
    found = []  #= group
    try:  #= group
        raise ExceptionGroup("all", errors)  #= group
    except* ValueError as group:  #= group
        found.append(len(group.exceptions))  #= group
    except* (KeyError,  #= group
             IndexError):
        found.append("lookup")  #= group
    return found  #= group


async def tasks():
    async with asyncio.TaskGroup() as group:  #= tasks
        one = group.create_task(asyncio.sleep(0, 1))  #= tasks
        two = group.create_task(asyncio.sleep(0, 2))  #= tasks
    return one.result() + two.result()  #= tasks


def check_group():
    assert sorted_out([ValueError(), KeyError()]) == [1, "lookup"]


def check_tasks():
    assert asyncio.run(tasks()) == 3
