"""A TaskGroup wraps the failing task's error in an exception group.
min-python: 3.11
"""
import asyncio


async def fetch(name):
    await asyncio.sleep(0)
    if name == "down":
        return None  # ORIGIN: literal
    return {"body": name}


async def size(name):
    reply = await fetch(name)
    return len(reply["body"])  # CRASH


async def sizes(names):
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(size(name)) for name in names]
    return [task.result() for task in tasks]


def test_sizes():
    assert asyncio.run(sizes(["a", "bb"])) == [1, 2]
    assert asyncio.run(sizes(["a", "down"])) == [1, 4]
